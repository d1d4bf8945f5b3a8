// Work is still there after a reload, each tab has its own, and without storage the page still works.

import assert from "node:assert/strict";
import { address, journey, started } from "./harness.mjs";
import { card, gone, says, sandbox, saved, openExample } from "./sandbox.mjs";

journey("work is still there after a reload", {}, async ({ page }) => {
  const { title, region, attribute } = sandbox(page);
  await page.getByText("Example", { exact: true }).waitFor();
  await give(page, "C1, O-1001", "OrderOpenDate", "2024-05-09");
  await title.fill("My orders");
  await title.press("Enter");
  await saved(page);
  for (let time = 0; time < 2; time += 1) {
    await page.reload();
    await started(page);
    await says(region("OpenOrders"), "4 of 10");
    await attribute("C1, O-1001", "OrderOpenDate").waitFor();
    assert.equal(await title.inputValue(), "My orders");
    assert.deepEqual(await kept(page), ["My orders"]);
  }
});

journey("work done just before a reload is still there after it", {}, async ({ page }) => {
  await give(page, "C1, O-1001", "OrderOpenDate", "2024-05-09");
  await page.reload();
  await started(page);
  await says(sandbox(page).region("OpenOrders"), "4 of 10");
});

journey("a run is not shown as saved, and a reload that ends it asks before and says so afterwards", {}, async ({ page }) => {
  const { region } = sandbox(page);
  await begin(page);
  assert.equal(await page.getByText("Saved in this browser").count(), 0);
  const asked = page.waitForEvent("dialog");
  const reloaded = page.reload();
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.accept();
  await reloaded;
  await started(page);
  await says(region("Stored work"), "The page was left while a workload ran");
  await page.getByText("10 items · 34.6 KB").waitFor();
  await page.reload();
  await started(page);
  await page.getByText("10 items · 34.6 KB").waitFor();
  await gone(region("Stored work"));
});

journey("what a run has done before another sandbox is opened is stored", {}, async ({ page }) => {
  const { button, workspace, region } = sandbox(page);
  await begin(page);
  await openExample(page, "Cups and champions");
  await page.goBack();
  await page.waitForFunction(() => document.title === "A row that is not there");
  await workspace("Load").click();
  await says(region("Result"), /stopped after \d+ of 60/);
});

/** Begins a run, and waits until nothing of it can be shown as saved. */
async function begin(page) {
  await sandbox(page).workspace("Load").click();
  await card(page, "Steady").click();
  await page.getByText("Not saved yet").waitFor();
}

journey("two tabs do not overwrite each other", {}, async ({ page, context }) => {
  await give(page, "C1, O-1001", "OrderOpenDate", "2024-05-09");
  await saved(page);
  const second = await context.newPage();
  await second.goto(await address());
  await started(second);
  await openKept(second, "A row that is not there");
  await says(sandbox(second).region("OpenOrders"), "4 of 10");

  await give(page, "C1, O-1002", "Gift", "from the first tab");
  await give(second, "C1, O-1002", "Gift", "from the second tab");
  await saved(second);
  assert.equal((await kept(second)).length, 2);
  for (const [tab, words] of [
    [page, "from the first tab"],
    [second, "from the second tab"],
  ]) {
    await tab.bringToFront();
    await tab.reload();
    await started(tab);
    await says(sandbox(tab).attribute("C1, O-1002", "Gift"), words);
  }
});

journey("without storage the page works and says so", {}, async ({ page }) => {
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(window, name, { get: deny });
  });
  await page.reload();
  await started(page);
  await page.getByText("Not saved in this browser").waitFor();
  await give(page, "C1, O-1001", "OrderOpenDate", "2024-05-09");
  await says(sandbox(page).region("OpenOrders"), "4 of 10");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText("Not saved in this browser").waitFor();
});

async function give(page, key, name, text) {
  await page.bringToFront();
  const { button, field, itemKey, attribute } = sandbox(page);
  await itemKey(key).click();
  await button("+ Attribute").click();
  await field("Attribute name").fill(name);
  await field(`Value of ${name}`).fill(text);
  await button("Save").click();
  await attribute(key, name).waitFor();
}

/** The titles under "Your work in this browser". */
async function kept(page) {
  const { button } = sandbox(page);
  await button("Sandbox").click();
  const works = page.getByRole("heading", { name: "Your work in this browser" });
  await works.waitFor();
  const names = await page.getByRole("banner").getByRole("button").allInnerTexts();
  await page.keyboard.press("Escape");
  const first = names.findIndex((name) => name.startsWith("New empty sandbox")) + 1;
  // Between them is also the choice of a file, which has no text of its own.
  return names.slice(first, names.findIndex((name) => name.startsWith("My work"))).filter((name) => name !== "");
}

async function openKept(page, title) {
  await sandbox(page).button("Sandbox").click();
  await page.getByRole("button", { name: title, exact: true }).click();
}
