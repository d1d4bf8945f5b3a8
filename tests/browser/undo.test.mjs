// Every kind of edit of a sandbox is undone and redone.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { announces, gone, linkOf, sandbox, says } from "./sandbox.mjs";

/** Each kind of edit: its name in the history, and how somebody does it. */
const EDITS = {
  "Remove OrderOpenDate from O-1003": async ({ item, button }) => {
    await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
    await button("Remove").click();
  },
  "Set Total of O-1001": async ({ attribute, field }) => {
    await attribute("C1, O-1001", "Total").click();
    await field("Value of Total").fill("41.5");
    await field("Value of Total").press("Enter");
  },
  "Set Gift of O-1001": async ({ button, field }) => {
    await button("+ Attribute").click();
    await field("Attribute name").fill("Gift");
    await field("Type").selectOption("BOOL");
    await field("Value of Gift").fill("true");
    await button("Save").click();
  },
  "Put an item": async ({ button, field }) => {
    await button("+ Item").click();
    await field("Value of CustomerId").fill("C3");
    await field("Value of OrderId").fill("O-3001");
    await button("Put item").click();
  },
  "Put an item, a duplicate": async ({ itemKey, button, field }) => {
    await itemKey("C1, O-1001").click();
    await button("Duplicate").click();
    await field("Value of OrderId").fill("O-1009");
    await button("Put item").click();
  },
  "Delete O-1002": async ({ itemKey, item, button }) => {
    await itemKey("C1, O-1002").click();
    await item("C1, O-1002").getByRole("button", { name: "Delete" }).click();
    await button("Delete").click();
  },
  "Replace O-1004": async ({ itemKey, item, button, field }) => {
    await itemKey("C1, O-1004").click();
    await item("C1, O-1004").getByRole("button", { name: "JSON" }).click();
    await field("Item as JSON").fill('{"CustomerId": "C1", "OrderId": "O-1004", "Tags": ["a", 1, null]}');
    await button("DynamoDB JSON").click();
    const wire = JSON.parse(await field("Item as JSON").inputValue());
    assert.deepEqual(wire.Tags, { L: [{ S: "a" }, { N: "1" }, { NULL: true }] });
    wire.Codes = { NS: ["1", "2"] };
    await field("Item as JSON").fill(JSON.stringify(wire));
    await button("Replace item").click();
  },
  "Set the GSI lag to 1 s": ({ lag }) => lag.selectOption("1 s"),
  "Rename to “Shop”": async ({ title }) => {
    await title.fill("Shop");
    await title.press("Enter");
  },
};

journey("every edit is undone and redone", {}, async ({ page }) => {
  const parts = sandbox(page);
  const { button, item, itemKey, attribute } = parts;
  const states = [await linkOf(page)];
  for (const [name, edit] of Object.entries(EDITS)) {
    await edit(parts);
    await button(`Undo: ${name.split(", ")[0]}`).waitFor();
    states.push(await linkOf(page));
    assert.notEqual(states.at(-1), states.at(-2), name);
  }
  await attribute("C1, O-1009", "Gift").waitFor();
  await attribute("C1, O-1004", "Codes").waitFor();
  assert.equal(await itemKey("C1, O-1002").count(), 0);

  for (const state of states.slice(0, -1).toReversed()) {
    await page.keyboard.press("Control+z");
    await announces(page, "Undone:");
    assert.equal(await linkOf(page), state);
  }
  assert.ok(await button("Undo").isDisabled());
  await says(item("C1, O-1003"), "3,560 B");

  for (const state of states.slice(1)) {
    await page.keyboard.press("Control+Shift+Z");
    assert.equal(await linkOf(page), state);
  }
  assert.ok(await button("Redo").isDisabled());

  await button("Sandbox").click();
  await button("Reset to what was opened").click();
  assert.equal(await linkOf(page), states[0]);
  await button("Undo: Reset to what was opened").click();
  assert.equal(await linkOf(page), states.at(-1));
});

journey("while a dialog is open, keys do not act on the page behind it", {}, async ({ page }) => {
  const { button, region, title } = sandbox(page);
  await title.fill("Renamed");
  await page.keyboard.press("Enter");
  const undo = page.getByRole("button", { name: /^Undo: / });
  await undo.waitFor();
  await button("Share").focus();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await dialog.waitFor();
  await page.keyboard.press("n");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Escape");
  await gone(dialog);
  assert.equal(await region("New item").count(), 0);
  assert.equal(await title.inputValue(), "Renamed");
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.title === "A row that is not there");
});
