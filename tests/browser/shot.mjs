// Takes a picture of the page, after doing to it what a person might.
//
// cargo xtask shot OUT.png [--width N] [--height N] [--dark] [--still] [--full] [--url URL] [--fragment '#…'] [STEP ...]
//   --click SELECTOR      any selector of Playwright: 'text=Why', 'role=button[name="Undo"]', 'table td'
//   --hover SELECTOR      --focus SELECTOR
//   --type TEXT           types where the focus is
//   --press KEY           such as Enter, Control+z, Tab
//   --wait MS             lets time pass
//   --evaluate SCRIPT     prints what a script says in the page
// Steps are done in their order. What the page complains of is printed.

import { close, open } from "./chromium.mjs";

const STEPS = {
  "--click": (page, selector) => page.locator(selector).first().click(),
  "--hover": (page, selector) => page.locator(selector).first().hover(),
  "--focus": (page, selector) => page.locator(selector).first().focus(),
  "--type": (page, text) => page.keyboard.type(text),
  "--press": (page, key) => page.keyboard.press(key),
  "--wait": (page, ms) => page.waitForTimeout(Number(ms)),
  "--evaluate": async (page, script) => console.log(await page.evaluate(script)),
};

const SWITCHES = {
  "--dark": { colorScheme: "dark" },
  "--still": { reducedMotion: "reduce" },
  "--full": {},
};

const options = {};
const steps = [];
let path;
let fullPage = false;
const words = process.argv.slice(2);
while (words.length > 0) {
  const word = words.shift();
  if (word in SWITCHES) {
    Object.assign(options, SWITCHES[word]);
    fullPage ||= word === "--full";
  } else if (word in STEPS) {
    const argument = words.shift();
    steps.push((page) => STEPS[word](page, argument));
  } else if (word === "--width" || word === "--height") {
    options[word.slice(2)] = Number(words.shift());
  } else if (word === "--url" || word === "--fragment") {
    options[word.slice(2)] = words.shift();
  } else if (word.startsWith("--")) {
    throw new Error(`${word} is not among the options at the top of shot.mjs`);
  } else {
    path = word;
  }
}

try {
  const { page, faults } = await open(options);
  for (const step of steps) await step(page);
  await page.screenshot({ path, fullPage });
  faults.forEach((fault) => console.log(fault));
} finally {
  await close();
}
