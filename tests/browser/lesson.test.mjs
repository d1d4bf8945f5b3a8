// Lessons as a learner takes them: predict, see what happens, and do it oneself.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { journey, violations } from "./harness.mjs";
import { gone, lesson, says, sandbox, saved } from "./sandbox.mjs";

const FOLDER = new URL("../../static/lessons/", import.meta.url);

/** The right answers of a lesson, by step and prediction: a number, or the position of a choice. */
async function answersOf(id) {
  const steps = (await readFile(new URL(`${id}.lesson`, FOLDER), "utf8")).split(/^## /m).slice(1);
  return steps.map((step) => {
    const predictions = [...step.matchAll(/^```predict \S+( number)?\n([\s\S]*?)^```/gm)];
    return predictions.map(([, number, block]) => {
      const lines = block.trim().split("\n").filter((line) => number === undefined || !line.startsWith("last") || line.startsWith("*"));
      const right = lines.find((line) => line.startsWith("* "));
      const choices = lines.filter((line) => /^[*!]? ?[a-z] {2}/.test(line));
      return number === undefined ? { choice: choices.indexOf(right) } : { number: right.slice(2).trim() };
    });
  });
}

/** Does what the shown step asks for, with its right answers and solutions. */
async function playStep(page, answers) {
  const { panel, button, title } = lesson(page);
  const name = await title.innerText();
  const left = [...answers];
  const predict = button("Predict");
  const doing = panel.getByRole("button", { name: /^(Show me|Skip the wait|Run .*)$/ });
  const done = panel.getByRole("button", { name: new RegExp(`^Step \\d+: ${escaped(name)} \\(done\\)$`) });
  for (;;) {
    await predict.or(doing).or(done).first().waitFor();
    if (await predict.count() > 0) {
      const { number, choice } = left.shift();
      if (number === undefined) await panel.getByRole("radio").nth(choice).check();
      else await panel.getByRole("textbox", { name: "Your prediction: a number" }).fill(number);
      await predict.click();
      await panel.getByText("You predicted", { exact: false }).nth(answers.length - left.length - 1).waitFor();
    } else if (await done.count() > 0) {
      return;
    } else {
      // It may be gone by now, when time has passed.
      await doing.first().click({ timeout: 2_000 }).catch(() => {});
    }
  }
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

journey("a new user predicts, sees what happens beside the prediction, and does it alone", {}, async ({ page }) => {
  const { button, attribute, field, title: name } = sandbox(page);
  await attribute("C1, O-1001", "Total").click();
  await field("Value of Total").fill("41");
  await page.keyboard.press("Enter");
  await says(page.locator(".saving"), "Saved");

  await button("Learn").click();
  await page.getByRole("button", { name: /^A row that is not there/ }).click();
  const { panel, button: inLesson, title, next } = lesson(page);
  await says(title, "Find the open orders the hard way");
  await says(page.locator(".zone.is-table"), "10 items");
  assert.equal(await title.evaluate((heading) => heading === document.activeElement), true);
  assert.deepEqual(await violations(page), []);
  await panel.getByRole("textbox").fill("1.5");
  await page.keyboard.press("Enter");
  await says(panel, "You predicted");
  await says(panel, "1.5 read units");
  await says(panel, "4.5 read units");
  await says(panel, "A filter drops items after they were read and paid for");
  await says(sandbox(page).why, "4.5");
  assert.deepEqual(await violations(page), []);
  await next.click();
  await says(title, "The index beside the table");
  await panel.getByRole("textbox").fill("3");
  await inLesson("Predict").click();
  await next.click();

  // A task is done in any way.
  await says(title, "Ask the index");
  await inLesson("Hint").click();
  await says(panel, "The index sorts by OrderOpenDate");
  await page.getByRole("region", { name: "OpenOrders" }).getByRole("button", { name: /Query/ }).first().click();
  await button("Run").click();
  await says(panel, "Done");
  await next.click();

  // Slow motion: the entry is still there when the receipt is.
  await panel.getByRole("radio", { name: /8 write units/ }).check();
  await inLesson("Predict").click();
  await says(panel, "5 write units");
  await says(page.getByRole("region", { name: "OpenOrders" }), "2 of 10");
  await inLesson("Start this step again").click();
  await says(page.getByRole("region", { name: "OpenOrders" }), "3 of 10");
  await inLesson("Predict").waitFor();

  await inLesson("Close the lesson").click();
  await gone(panel);
  assert.equal(await name.inputValue(), "A row that is not there");
  await says(page.locator(".zone.is-table"), "41");
  await button("Learn").click();
  await says(page.getByRole("dialog", { name: "Learn" }), "4 of 7 steps done");
});

journey("a lesson continues after a reload, by its link, and on a phone", { width: 390, height: 844, fragment: "" }, async ({ page }) => {
  const { panel, button, title, next } = lesson(page);
  const address = new URL(page.url());
  address.search = "?lesson=open-orders&step=ship";
  address.hash = "";
  await page.goto(address.href);
  await says(title, "Ship an order");
  assert.deepEqual(await violations(page), []);
  assert.ok((await panel.boundingBox()).height <= 844 * 0.51);
  await panel.getByRole("radio", { name: /5 write units/ }).check();
  await button("Predict").click();
  await says(panel, "What happened");
  const skip = button("Skip the wait");
  if (await skip.count() > 0) await skip.click().catch(() => {});
  await says(page.getByRole("region", { name: "OpenOrders" }), "2 of 10");
  await page.locator(".lesson-mark.is-done").waitFor();
  const { height } = await panel.boundingBox();
  assert.ok(height <= 844 * 0.36, `${height} pixels of 844`);
  await saved(page);
  await page.reload();
  await says(panel, "What happened");
  await says(page.getByRole("region", { name: "OpenOrders" }), "2 of 10");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  await next.click();
  await says(title, "A flag of another type");
  assert.equal(new URL(page.url()).searchParams.get("step"), "flag");

  address.search = "?lesson=open-orders&step=none";
  await page.goto(address.href);
  await says(panel, "This lesson has no step none. Another one is shown.");
  await says(title, "A flag of another type");
});

journey("the clock waits while a question about an index that is behind is open", {}, async ({ page }) => {
  const { clock, why, region } = sandbox(page);
  const { panel, button, next } = lesson(page);
  const address = new URL(page.url());
  address.search = "?lesson=conditional-index";
  await page.goto(address.href);
  await panel.getByRole("radio", { name: /4 write units/ }).check();
  await button("Predict").click();
  await says(panel, "What happened");
  // Longer than the change would take.
  await page.waitForTimeout(3_000);
  await says(clock, /Paused: next change in 0.2\ss/);
  await next.click();
  await panel.getByRole("radio", { name: /3 disks/ }).check();
  await button("Predict").click();
  await says(panel, "2 disks");
  await says(why, /Count\s*2/);
  await panel.getByRole("textbox").fill("3");
  await button("Predict").click();
  await says(why, /Count\s*3/);
  await says(region("Clock"), "0.2");
});

journey("a lesson that cannot be fetched or read says so, and the page works on", {}, async ({ page, faults }) => {
  const { panel, button } = lesson(page);
  const address = new URL(page.url());
  address.search = "?lesson=../secrets";
  await page.goto(address.href);
  await says(panel, "Its files could not be loaded");
  await page.route("**/lessons/open-orders.lesson", async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace("last read\n* 4.5", "last dance\n* 4.5");
    await route.fulfill({ response, body: `${text}\n\n## broken\n\n\`\`\`play Scan\n{ <script>alert(1)</script>\n\`\`\`\n` });
  });
  address.search = "?lesson=open-orders";
  await page.goto(address.href);
  await says(panel, "Some lines of this lesson are wrong");
  await says(panel, "last dance");
  await says(panel, "Find the open orders the hard way");
  assert.equal(await page.locator("script:text('alert(1)')").count(), 0);
  await button("Close the lesson").click();
  await gone(panel);
  await page.route("**/lessons/course.json", (route) => route.abort());
  await sandbox(page).button("Learn").click();
  await says(page.getByRole("dialog", { name: "Learn" }), "The list of lessons could not be loaded.");
  await page.unroute("**/lessons/course.json");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: /^A row that is not there/ }).waitFor();
  assert.equal(faults.splice(0).filter((fault) => !/course\.json|Failed to load resource/.test(fault)).length, 0);
});

for (const id of readdirSync(FOLDER).filter((name) => name.endsWith(".lesson")).map((name) => name.replace(".lesson", ""))) {
  journey(`lesson ${id} is taken to its end with its right answers and solutions`, { speed: 400 }, async ({ page }) => {
    const address = new URL(page.url());
    address.search = `?lesson=${id}`;
    address.hash = "";
    await page.goto(address.href);
    const { panel, next, button } = lesson(page);
    const steps = await answersOf(id);
    for (const [position, answers] of steps.entries()) {
      await panel.getByRole("button", { name: new RegExp(`^Step ${position + 1}: `), exact: false }).and(page.locator("[aria-current=step]")).waitFor();
      await playStep(page, answers);
      if (position + 1 < steps.length) await next.click();
    }
    await button("Finish").click();
    await gone(panel);
  });
}

journey("a lesson is taken with the keyboard: the focus goes to what comes next", { speed: 400 }, async ({ page }) => {
  const address = new URL(page.url());
  address.search = "?lesson=first-change";
  address.hash = "";
  await page.goto(address.href);
  const { panel, title } = lesson(page);
  const focused = (locator) => page.waitForFunction((element) => element === document.activeElement, locator);
  await title.waitFor();
  const run = panel.getByRole("button", { name: /^Run / });
  await run.focus();
  await page.keyboard.press("Enter");
  const question = panel.getByRole("region", { name: "Your prediction" }).last();
  await question.waitFor();
  await focused(await question.elementHandle());
  const box = await question.boundingBox();
  const { y, height } = await panel.boundingBox();
  assert.ok(box.y >= y && box.y < y + height, "the question is in view");
  // One Tab leads to its answers.
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.type), "radio");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await panel.getByText("You predicted").waitFor();
  assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY");
});

for (const [width, height] of [[390, 844], [640, 420]]) {
  journey(`what a step asks for is in view, however long its text is, ${width} x ${height}`, { width, height }, async ({ page }) => {
    const address = new URL(page.url());
    address.search = "?lesson=first-change";
    address.hash = "";
    await page.goto(address.href);
    const { panel, title } = lesson(page);
    await title.waitFor();
    const run = panel.getByRole("button", { name: /^Run / });
    const isSeen = await run.evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
    assert.ok(isSeen);
    assert.deepEqual(await violations(page), []);
  });
}

for (const [width, height] of [[390, 844], [360, 740]]) {
  journey(`what each step of the first lesson asks for is in view, or the way to it is, ${width} × ${height}`, { width, height }, async ({ page }) => {
    const address = new URL(page.url());
    address.search = "?lesson=first-change";
    address.hash = "";
    await page.goto(address.href);
    const { panel, title } = lesson(page);
    for (const [step, control] of [["A book comes back", /^Run /], ["What a change costs", /^To the question/], ["Now you", /^To the task/]]) {
      await panel.getByRole("button", { name: new RegExp(`: ${step}`) }).click();
      await says(title, step);
      assert.ok(await isSeen(panel.getByRole("button", { name: control })), step);
      assert.equal(await panel.getByRole("button", { name: "Next step" }).count(), 0, "nothing passes over what is asked");
    }
    await panel.getByRole("button", { name: /^To the task/ }).click();
    const task = panel.getByRole("region", { name: "Task" });
    assert.ok(await task.evaluate((it) => it === document.activeElement));
    assert.ok(await isSeen(task.getByRole("button", { name: "Hint" })));
  });
}

journey("an open question covers what could show its answer, and nothing else", {}, async ({ page }) => {
  const address = new URL(page.url());
  address.search = "?lesson=first-change";
  address.hash = "";
  await page.goto(address.href);
  const { panel, button } = lesson(page);
  const { why, region, item, meter } = sandbox(page);
  await button("Run UpdateItem").click();
  await panel.getByRole("radio").first().waitFor();
  await says(why, "Shown after your prediction");
  await says(region("OnLoan"), "Shown after your prediction");
  assert.equal(await region("OnLoan").getByRole("row").count(), 0);
  assert.equal(await meter.count(), 0, "units are hidden from a screen reader, too");
  assert.deepEqual((await page.evaluate(() => window.announcements)).filter((it) => it.includes("write units")), []);
  await item("B2").waitFor();
  await panel.getByRole("radio", { name: /^It leaves the index/ }).check();
  await button("Predict").click();
  await says(why, "2 write units");
  await says(region("OnLoan"), "1 of 4");
  await meter.waitFor();

  // A question about an index as it is.
  address.search = "?lesson=open-orders&step=sparse";
  await page.goto(address.href);
  await says(region("OpenOrders"), "Shown after your prediction");
  await panel.getByRole("textbox").fill("10");
  await button("Predict").click();
  await says(region("OpenOrders"), "3 of 10");
});

/** Whether the middle of an element is in view and not covered. */
function isSeen(element) {
  return element.evaluate((it) => {
    const { left, right, top, bottom } = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
}
