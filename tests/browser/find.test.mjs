// Things are found by name: Ctrl K opens a dialog, typing filters, the arrows and Enter choose.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { gone, sandbox, says } from "./sandbox.mjs";

journey("items, indexes, commands, examples and parts of the page are found by name", {}, async ({ page }) => {
  const { button, itemKey, region } = sandbox(page);
  const dialog = page.getByRole("dialog", { name: "Find by name" });
  const search = dialog.getByRole("combobox");
  const current = dialog.getByRole("option", { selected: true });
  const find = async (text) => {
    await page.keyboard.press("Control+k");
    await search.fill(text);
  };

  await button("Pause the clock").focus();
  await find("o-1003");
  await says(current, "C1 / O-1003");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  await gone(dialog);
  await isOn(button("Pause the clock"), "a search that was closed");

  await find("O-100");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await says(current, "C1 / O-1003");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await isOn(itemKey("C1, O-1003"), "an item that was chosen");

  await find("OpenOrders");
  await page.keyboard.press("Enter");
  await isOn(region("OpenOrders").getByRole("heading").first(), "an index that was chosen");

  await page.keyboard.press("Control+k");
  await dialog.getByRole("option", { name: "Edit table…" }).click();
  await page.getByRole("dialog", { name: "Edit table" }).waitFor();
  await page.keyboard.press("Escape");

  await find("Delete table");
  await page.keyboard.press("Enter");
  await says(region("Last operation"), "DeleteTable");
  await find("undo");
  await says(current, "Undo: Delete");
  await page.keyboard.press("Enter");
  await itemKey("C1, O-1003").waitFor();

  await find("cups and champions");
  await dialog.getByRole("option", { name: /Example/ }).click();
  await region("Champions").waitFor();

  await find("write cost");
  await says(dialog, "0 results");
  await page.keyboard.press("Enter");
  await says(dialog, "0 results");
  await search.fill("heat");
  await page.keyboard.press("Enter");
  await isOn(page.getByRole("heading", { name: "Heat" }), "a part of the page that was chosen");
  await find("sparse");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Glossary" }).waitFor();
});

journey("an example is found by the first search", {}, async ({ page }) => {
  const dialog = page.getByRole("dialog", { name: "Find by name" });
  await page.keyboard.press("Control+k");
  await dialog.getByRole("combobox").fill("cups and champions");
  await dialog.getByRole("option", { name: /Example/ }).click();
  await sandbox(page).region("Champions").waitFor();
});

journey("things are found by name with a pointer on a phone", { width: 390 }, async ({ page }) => {
  const { button, itemKey } = sandbox(page);
  await button("Help").click();
  await button("Find by name…").click();
  const dialog = page.getByRole("dialog", { name: "Find by name" });
  await dialog.getByRole("combobox").fill("1006");
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("option", { name: "C1 / O-1006" }).click();
  await gone(dialog);
  await itemKey("C1, O-1006").waitFor();
});

async function isOn(locator, what) {
  await locator.waitFor();
  await locator.evaluate(async (element, what) => {
    // The focus follows when the page was drawn.
    for (let frame = 0; frame < 600 && document.activeElement !== element; frame += 1) await new Promise(requestAnimationFrame);
    if (document.activeElement !== element) throw new Error(`the focus after ${what} is on ${document.activeElement?.outerHTML.slice(0, 200)}`);
  }, what);
}
