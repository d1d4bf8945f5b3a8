// Entities: several kinds of items in one table are tagged, filtered and made, and a kind is defined by a suggestion.

import assert from "node:assert/strict";
import { journey, open, violations } from "./harness.mjs";
import { gone, sandbox, says } from "./sandbox.mjs";

const EXAMPLE = { fragment: "#example=invoices" };

journey("items of an entity are filtered, and a new one begins as the others do", EXAMPLE, async ({ page }) => {
  const { button, field, item, itemKey, region, why } = sandbox(page);
  await says(item("Invoice-92551, Bill-4224663"), "Line");
  await says(region("BySK"), "Line");
  const filter = page.getByRole("group", { name: "Filter by entity" });
  await filter.getByRole("button", { name: /^Bill/ }).click();
  await gone(itemKey("Invoice-92551, Invoice-92551"));
  await page.getByRole("columnheader", { name: "Due" }).waitFor();
  assert.equal(await page.getByRole("columnheader", { name: "Amount" }).count(), 0);
  assert.deepEqual(await violations(page), []);
  await filter.getByRole("button", { name: /^Bill/ }).click();
  await itemKey("Invoice-92551, Invoice-92551").waitFor();

  await button("+ Item").click();
  await region("New item").getByRole("button", { name: "Line" }).click();
  assert.equal(await field("Value of PK").inputValue(), "Invoice-");
  assert.equal(await field("Value of SK").inputValue(), "Bill-");
  await field("Value of PK").fill("Invoice-92552");
  await field("Value of SK").fill("Bill-4224663");
  await field("Value of Amount").fill("60");
  await page.keyboard.press("Enter");
  await says(item("Invoice-92552, Bill-4224663"), "Line");
  await says(why, "Line");
  await filter.getByRole("button", { name: /^Line\s*4/ }).waitFor();
});

journey("an entity is defined by a suggestion, undone, and part of the link", { ...EXAMPLE, permissions: ["clipboard-read", "clipboard-write"] }, async ({ page }) => {
  const { button, itemKey, item } = sandbox(page);
  const dialog = page.getByRole("dialog", { name: "Entities of Accounting" });
  const openDialog = async () => {
    await button("Table menu").click();
    await button("Entities…").click();
    await dialog.waitFor();
  };
  await openDialog();
  for (const _ of [1, 2, 3]) await dialog.getByRole("button", { name: "Remove entity 1", exact: true }).click();
  await says(dialog, "7 items belong to no entity.");
  await dialog.getByRole("button", { name: /^\+ Invoice Bill/ }).click();
  await dialog.getByLabel("Name of entity 1", { exact: true }).fill("Position");
  await dialog.getByLabel("Rule of entity 1", { exact: true }).fill("begins_with(SK");
  await says(dialog, "Syntax error");
  assert.ok(await dialog.getByRole("button", { name: "Save", exact: true }).isDisabled());
  await dialog.getByLabel("Rule of entity 1", { exact: true }).fill('begins_with(PK, "Invoice-") and begins_with(SK, "Bill-")');
  await says(dialog, "3 items");
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await gone(dialog);
  await button("Undo: Change the entities of Accounting").waitFor();
  await says(item("Invoice-92551, Bill-4224663"), "Position");

  await button("Share").click();
  await button("Copy link").click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const elsewhere = await open({ url: link });
  await says(sandbox(elsewhere.page).item("Invoice-92551, Bill-4224663"), "Position");
  await elsewhere.context.close();
  await page.keyboard.press("Escape");
  await page.reload();
  await says(item("Invoice-92551, Bill-4224663"), "Position");
  await page.getByRole("button", { name: /^Undo: / }).click();
  await says(item("Invoice-92551, Bill-4224663"), "Line");
  await itemKey("Invoice-92551, Bill-4224663").waitFor();
});

journey("entities on a phone", { ...EXAMPLE, width: 390, height: 844 }, async ({ page }) => {
  const { item } = sandbox(page);
  await says(item("Bill-4224663, Bill-4224663"), "Bill");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  assert.ok(!wide, "the page does not scroll sideways");
  assert.deepEqual(await violations(page), []);
});
