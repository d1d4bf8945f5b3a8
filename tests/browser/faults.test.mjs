// An edit that DynamoDB would reject is rejected with its message, at the cell that caused it, and nothing changes.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { linkOf, says, sandbox } from "./sandbox.mjs";

/** Bytes of an item, and a little more. */
const TOO_LARGE = 400 * 1024 + 1;

journey("malformed JSON names line and column", {}, async ({ page }) => {
  const { button, field, item, itemKey } = sandbox(page);
  const before = await linkOf(page);
  await itemKey("C1, O-1001").click();
  await item("C1, O-1001").getByRole("button", { name: "JSON" }).click();
  const editor = field("Item as JSON");
  await editor.fill('{\n  "CustomerId": "C1",\n  "OrderId": O-1001\n}');
  await rejects(editor, "line 3, column 14");
  await editor.press("Control+Enter");
  await button("Replace item").click();
  await rejects(editor, "Not JSON");
  assert.ok(await button("DynamoDB JSON").isDisabled(), "what cannot be read has no other notation");
  await editor.press("Escape");

  await item("C1, O-1001").getByRole("button", { name: "JSON" }).click();
  await button("DynamoDB JSON").click();
  await editor.fill('{"CustomerId": {"S": "C1"}, "OrderId": {"S": "O-1001"}, "Total": {"X": "1"}}');
  await rejects(editor, "Exception");
  await editor.press("Escape");
  assert.equal(await linkOf(page), before);
});

journey("a cell shows the error that it causes", {}, async ({ page }) => {
  const { field, attribute } = sandbox(page);
  const before = await linkOf(page);
  for (const { name, kind, text, words } of [
    { name: "OrderOpenDate", kind: "N", text: "20240503", words: /Type mismatch for Index Key OrderOpenDate/ },
    { name: "OrderOpenDate", kind: "BOOL", text: "true", words: /Type mismatch for Index Key OrderOpenDate/ },
    { name: "OrderOpenDate", kind: "S", text: "", words: /empty string value/ },
    { name: "Total", kind: "N", text: "twelve", words: /cannot be converted to a numeric value: twelve/ },
    { name: "Notes", kind: "S", text: "n".repeat(TOO_LARGE), words: /Item size.*exceeded the maximum allowed size/ },
    { name: "Notes", kind: "SS", text: '["a", "a"]', words: /duplicates/ },
  ]) {
    await attribute("C1, O-1003", name).click();
    await field("Type").selectOption(kind);
    const cell = field(`Value of ${name}`);
    // A value of several lines shows its faults where they are.
    const isLine = await cell.evaluate((it) => it.matches("input"));
    await cell.fill(text);
    if (isLine) assert.equal(await page.getByRole("grid", { name: "Items" }).getByText("ValidationException").isVisible(), false, `${text} is still typed`);
    await cell.press("Tab");
    await rejects(cell, words);
    await cell.press("Enter");
    await rejects(cell, words);
    await cell.press("Escape");
  }
  assert.equal(await linkOf(page), before);
});

journey("a new item without a key, or with an existing key, is rejected", {}, async ({ page }) => {
  const { button, field, region } = sandbox(page);
  const before = await linkOf(page);
  await button("+ Item").click();
  await says(region("New item"), "Give each attribute a name and a value");
  await field("Value of CustomerId").fill("C1");
  await button("Put item").click();
  await rejects(field("Value of OrderId"), /empty string value.*Key: OrderId/);
  await field("Value of OrderId").fill("O-1001");
  await says(region("New item"), "ConditionalCheckFailedException");
  await button("Put item").click();
  await says(region("New item"), "ConditionalCheckFailedException");
  await page.keyboard.press("Escape");
  assert.equal(await linkOf(page), before);
});

journey("an attribute that was just added is not wrong before its field is left", {}, async ({ page }) => {
  const { button, field, region } = sandbox(page);
  await button("+ Item").click();
  await field("Value of CustomerId").fill("C1");
  await button("Put item").click();
  const fault = region("New item").getByText("ValidationException");
  await fault.waitFor();
  await region("New item").getByRole("button", { name: "+ OrderOpenDate", exact: true }).click();
  const date = field("Value of OrderOpenDate");
  await page.waitForFunction((it) => it === document.activeElement, await date.elementHandle());
  await fault.waitFor({ state: "hidden" });
  await date.press("Tab");
  await fault.waitFor();
});

/** Waits until a field is marked as wrong and what describes it says why. */
async function rejects(field, words) {
  const page = field.page();
  const id = await field.getAttribute("aria-describedby");
  await says(page.locator(`[id="${id}"]`), words);
  assert.equal(await field.getAttribute("aria-invalid"), "true");
}
