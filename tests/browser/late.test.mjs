// An answer that arrives late does not replace what the user asked for since.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { address, journey, started } from "./harness.mjs";
import { DOCS, SPARSEBOX, elementFrame, servePage, serveSparsebox } from "./hosts.mjs";
import { lesson, says, sandbox, slotOf, openExample } from "./sandbox.mjs";

journey("each of two tabs with a lesson has its own sandbox after a reload", { speed: 400 }, async ({ page, context }) => {
  const opened = `${await address()}?lesson=open-orders`;
  const open = async (page) => {
    await page.goto(opened);
    await says(lesson(page).title, "Find the open orders the hard way");
  };
  await open(page);
  await give(page, "the first tab");
  const first = slotOf(page);
  const tab = await context.newPage();
  await open(tab);
  await give(tab, "the second tab");
  const second = slotOf(tab);
  assert.notEqual(first, second);
  for (const [window, slot, words] of [[page, first, "the first tab"], [tab, second, "the second tab"], [page, first, "the first tab"]]) {
    await window.bringToFront();
    await window.reload();
    await lesson(window).title.waitFor();
    await says(sandbox(window).attribute("C1, O-1002", "Gift"), words);
    assert.equal(slotOf(window), slot);
  }
  // At another step, too.
  await page.bringToFront();
  await lesson(page).panel.getByRole("button", { name: "Step 3: Ask the index" }).click();
  await give(page, "the third step");
  const third = slotOf(page);
  await tab.bringToFront();
  await give(tab, "later");
  await page.bringToFront();
  await page.reload();
  await says(lesson(page).title, "Ask the index");
  await says(sandbox(page).attribute("C1, O-1002", "Gift"), "the third step");
  assert.equal(slotOf(page), third);
});

const ELEMENT = `<main><h1>Files</h1><sparse-box id="box" src="slow.json" title="File"><p>Fallback</p></sparse-box></main>
  <script type="module" src="${SPARSEBOX}embed/sparse-box.js"></script>`;

async function prepareFiles(context) {
  await serveSparsebox(context);
  await servePage(context, `${DOCS}/`, ELEMENT);
  const file = await readFile(new URL("../../static/open-orders.json", import.meta.url), "utf8");
  const named = (name) => file.replaceAll('"Orders"', `"${name}"`);
  await context.route(`${DOCS}/fast.json`, (route) => route.fulfill({ body: named("FastScores"), contentType: "application/json" }));
  // The slow file arrives when the journey says so.
  await context.addInitScript((text) => {
    const { fetch } = window;
    window.fetch = (address, options) =>
      String(address).endsWith("/slow.json") ? new Promise((resolve) => (window.sendSlow = () => resolve(new Response(text)))) : fetch(address, options);
  }, named("SlowScores"));
}

journey("an element shows the last file that it was given", { url: `${DOCS}/`, waitForProgram: false, prepare: prepareFiles }, async ({ page }) => {
  const box = page.locator("#box");
  const stateOf = () => page.evaluate(() => document.getElementById("box").getState());
  // The program runs in the frame, and waits for its file.
  const first = await (await box.locator("iframe").elementHandle()).contentFrame();
  // The browser draws no frames of what is hidden.
  await first.waitForFunction(() => window.programRuns && document.querySelector(".is-embedded"), undefined, { polling: 100 });
  assert.match(await stateOf(), /Orders/);
  await page.evaluate(() => {
    const box = document.getElementById("box");
    window.readies = 0;
    box.addEventListener("sparsebox-ready", () => (window.readies += 1));
    box.setAttribute("src", "fast.json");
  });
  const frame = await elementFrame(page, "#box");
  await says(frame.getByRole("heading", { name: "FastScores" }), "FastScores");
  await page.evaluate(async () => {
    window.sendSlow();
    await new Promise((resolve) => setTimeout(resolve));
  });
  // What the element would send now comes before this.
  assert.match(await stateOf(), /FastScores/);
  await says(frame.getByRole("heading", { name: "FastScores" }), "FastScores");
  assert.deepEqual([await page.evaluate(() => window.readies), await box.locator("iframe").count()], [1, 1]);
});

journey("a file that is read slowly does not replace what was opened since", {}, async ({ page }) => {
  const { button, title } = sandbox(page);
  await page.evaluate(() => {
    const { text } = Blob.prototype;
    const gate = new Promise((resolve) => (window.readOn = resolve));
    Blob.prototype.text = async function () {
      await gate;
      return text.call(this);
    };
  });
  await button("Sandbox").click();
  const buffer = await readFile(new URL("../../static/open-orders.json", import.meta.url));
  await page.getByLabel("Open a file…").setInputFiles({ name: "slow.json", mimeType: "application/json", buffer });
  await openExample(page, "Both directions");
  await page.evaluate(async () => {
    window.readOn();
    await new Promise((resolve) => setTimeout(resolve));
  });
  assert.equal(await title.inputValue(), "Both directions");
});

journey("an example that arrives late does not replace what was opened since", {}, async ({ page }) => {
  const { button, title } = sandbox(page);
  const gallery = page.getByRole("dialog", { name: "Learn" });
  // Once, so that the part of the program that reads lessons is here.
  await button("Learn").click();
  await gallery.getByRole("button", { name: "Open the example: Both or neither" }).click();
  await page.waitForFunction(() => document.title === "Both or neither");
  let send;
  const asked = new Promise((resolve) => {
    page.route("**/lessons/open-orders.lesson", (route) => {
      send = () => route.continue();
      resolve();
    });
  });
  await button("Learn").click();
  await gallery.getByRole("button", { name: "Open the example: A row that is not there" }).click();
  await asked;
  await page.keyboard.press("Escape");
  await openExample(page, "Both directions");
  const arrived = page.waitForResponse("**/lessons/open-orders.lesson");
  await send();
  await (await arrived).finished();
  // What would follow is done before a script that is sent now.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
  assert.equal(await title.inputValue(), "Both directions");
});

journey("an example that cannot be fetched says so, and is tried again", {}, async ({ page, faults }) => {
  const { button, title } = sandbox(page);
  await page.route("**/lessons/champions.lesson", (route) => route.abort());
  await button("Learn").click();
  const gallery = page.getByRole("dialog", { name: "Learn" });
  await gallery.getByRole("button", { name: "Open the example: Cups and champions" }).click();
  await page.getByText("Its example could not be loaded").waitFor();
  // The request that was broken off.
  const isOther = (fault) => !/champions\.lesson|ERR_FAILED/.test(fault);
  assert.deepEqual(faults.splice(0).filter(isOther), []);
  assert.equal(await title.inputValue(), "A row that is not there");
  await page.unroute("**/lessons/champions.lesson");
  await button("Try again").click();
  await page.waitForFunction(() => document.title === "Cups and champions");
  assert.equal(await page.getByRole("complementary", { name: "Lesson" }).count(), 0, "it is no lesson");
});

journey("what was typed is here again when the lesson that an address opened is closed", {}, async ({ page }) => {
  const { button, field, item, itemKey } = sandbox(page);
  await itemKey("C1, O-1001").click();
  await item("C1, O-1001").getByRole("button", { name: "JSON" }).click();
  const typed = '{"CustomerId": "C1", "OrderId": "O-1001", "Typed": true}';
  await field("Item as JSON").fill(typed);
  const opened = new URL(page.url());
  opened.search = "?lesson=open-orders";
  await page.goto(opened.href);
  await says(lesson(page).title, "Find the open orders the hard way");
  // In the lesson, too, before anything is stored of it.
  await button("+ Item").click();
  await field("Value of CustomerId").fill("in the lesson");
  await page.reload();
  await started(page);
  await says(lesson(page).title, "Find the open orders the hard way");
  assert.equal(await field("Value of CustomerId").inputValue(), "in the lesson");
  await lesson(page).button("Close the lesson").click();
  assert.equal(await field("Item as JSON").inputValue(), typed);
});

async function give(page, text) {
  const { button, field, itemKey, attribute } = sandbox(page);
  await itemKey("C1, O-1002").click();
  if ((await attribute("C1, O-1002", "Gift").count()) > 0) {
    await attribute("C1, O-1002", "Gift").click();
    await field("Value of Gift").fill(text);
    await page.keyboard.press("Enter");
  } else {
    await button("+ Attribute").click();
    await field("Attribute name").fill("Gift");
    await field("Value of Gift").fill(text);
    await button("Save").click();
  }
  await says(attribute("C1, O-1002", "Gift"), text);
  await says(page.locator(".saving"), "Saved");
}
