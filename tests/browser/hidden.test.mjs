// Characters that are invisible, or change the direction of text, are marked wherever a name or value is shown.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { says, sandbox } from "./sandbox.mjs";

const VALUE = "exe\u202Egnp.\u200B";
const MARKS = ["U+202E", "U+200B"];

/** What a person sees of a part of the page, marks included; and what copying it yields. */
async function shown(part) {
  return part.evaluate((element) => {
    const selection = getSelection();
    selection.selectAllChildren(element);
    const copied = selection.toString();
    selection.removeAllRanges();
    const marks = [...element.querySelectorAll("[data-mark]")].map((mark) => getComputedStyle(mark, "::before").content);
    return { copied, marks: marks.map((mark) => mark.replaceAll('"', "")) };
  });
}

journey("hidden characters are marked in cells, index rows, receipts and JSON", {}, async ({ page }) => {
  const { attribute, button, entry, field, item, itemKey, region, why } = sandbox(page);
  await attribute("C1, O-1003", "Total").waitFor();
  await itemKey("C1, O-1003").click();
  await item("C1, O-1003").getByRole("button", { name: /^OrderOpenDate/ }).click();
  await field("Value of OrderOpenDate").fill(VALUE);
  const note = item("C1, O-1003").getByRole("img");
  await note.first().waitFor();
  assert.deepEqual(await note.evaluateAll((marks) => marks.map((mark) => mark.getAttribute("aria-label"))), MARKS);
  await page.keyboard.press("Enter");

  const cell = attribute("C1, O-1003", "OrderOpenDate").locator("code").last();
  assert.deepEqual(await shown(cell), { copied: VALUE, marks: MARKS });
  await says(why, "UpdateItem");
  assert.deepEqual((await shown(why.locator("pre").first())).marks, MARKS);
  await entry("OpenOrders", "O-1003").getByRole("img", { name: "U+202E" }).first().waitFor();
  assert.deepEqual(await violations(page), []);

  await why.getByText("Request", { exact: true }).click();
  await says(region("Request"), "exe\\u202egnp.\\u200b");
  await button("JSON").first().click();
  assert.match(await page.getByLabel("Item as JSON").inputValue(), /exe\\u202egnp\.\\u200b/);
});

journey("hidden characters are marked in the names of access patterns", {}, async ({ page }) => {
  const { button, region, workspace } = sandbox(page);
  await workspace("Design").click();
  await button("+ Query OpenOrders").click();
  const form = page.getByRole("form", { name: "Access pattern" });
  const name = form.getByLabel("Name", { exact: true });
  await name.fill(VALUE);
  await name.press("Enter");
  const panel = region("Patterns");
  await panel.getByRole("img", { name: "U+202E" }).first().waitFor();
  assert.deepEqual((await shown(panel.getByRole("rowheader").getByRole("button").first())).marks, MARKS);
});
