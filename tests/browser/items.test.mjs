// The list of items: what a filter hides can be reached, keys lead through the list, and editing does not move its columns.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { gone, sandbox, says } from "./sandbox.mjs";

/** Whether an element has the focus. Runs in the page. */
const hasFocus = (element) => element === document.activeElement;

journey("an entry leads to its item, even if the filter hides the item", {}, async ({ page }) => {
  const { entry, field, item, itemKey } = sandbox(page);
  await field("Filter items").fill("O-2");
  await gone(itemKey("C1, O-1003"));
  await entry("ByTotal", "O-1003").getByRole("button").click();
  await says(item("C1, O-1003"), "The filter does not match this item.");
  assert.ok(await itemKey("C1, O-1003").evaluate(hasFocus));
  await page.getByText("2 of 10 items").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  await gone(itemKey("C1, O-1003"));
});

journey("keys lead through the items and the entries", {}, async ({ page }) => {
  const { attribute, entry, item, itemKey, region } = sandbox(page);
  const press = (key) => page.keyboard.press(key);
  const isOn = async (part, why) => {
    await part.waitFor();
    assert.ok(await part.evaluate(hasFocus), why);
  };
  await itemKey("C1, O-1001").focus();
  await press("ArrowDown");
  await isOn(itemKey("C1, O-1002"), "down");
  await press("ArrowRight");
  await press("ArrowDown");
  assert.ok(await item("C1, O-1003").evaluate((row) => row.contains(document.activeElement)), "down in a column");
  await press("Home");
  await isOn(itemKey("C1, O-1001"), "the first item");
  await press("End");
  await isOn(itemKey("C2, O-2002"), "the last item");
  await press("ArrowUp");
  await isOn(itemKey("C2, O-2001"), "over the heading of the collection it would be the other one");
  await page.keyboard.type("o-1006");
  await isOn(itemKey("C1, O-1006"), "typed");
  // A letter in the list is not a key of the page.
  assert.equal(await page.getByRole("region", { name: "New item" }).count(), 0);
  await press("ArrowUp");
  await press("ArrowDown");
  await isOn(itemKey("C1, O-1006"), "up and down");

  // The table is one stop of the Tab key.
  await press("Tab");
  assert.ok(await page.getByRole("grid", { name: "Items" }).evaluate((list) => !list.contains(document.activeElement)));
  await press("Shift+Tab");
  await isOn(itemKey("C1, O-1006"), "back at the same item");

  const link = (key) => entry("OpenOrders", key).getByRole("button");
  await link("O-1006").focus();
  await press("ArrowDown");
  await isOn(link("O-1003"), "the next entry");
  await press("End");
  await isOn(link("O-2002"), "the last entry");
  await page.keyboard.type("2024-05-01");
  await isOn(link("O-1006"), "a key of the index");
  await press("Tab");
  assert.ok(await region("OpenOrders").getByRole("grid").evaluate((list) => !list.contains(document.activeElement)));
  await link("O-1006").click();
  await isOn(itemKey("C1, O-1006"), "the item of the entry");
  await attribute("C1, O-1006", "Total").waitFor();
});

journey("a column keeps its width while a value of it is edited", {}, async ({ page }) => {
  const { attribute, field } = sandbox(page);
  const widths = () => page.getByRole("columnheader").evaluateAll((all) => all.map((head) => Math.round(head.getBoundingClientRect().width)));
  for (const name of ["OrderOpenDate", "Total"]) {
    const before = await widths();
    await attribute("C1, O-1003", name).click();
    const editor = field(`Value of ${name}`);
    await editor.waitFor();
    assert.deepEqual(await widths(), before, name);
    const frame = await page.getByRole("region", { name: "Items", exact: true }).boundingBox();
    const { x, width } = await editor.boundingBox();
    assert.ok(x >= frame.x && x + width <= frame.x + frame.width, `the editor of ${name} is in view`);
    await page.keyboard.press("Escape");
    await gone(editor);
  }
});

journey("several items are deleted and changed in one step", {}, async ({ page }) => {
  const { attribute, button, field, item, itemKey, region, why } = sandbox(page);
  const check = (key) => page.getByRole("checkbox", { name: `Select ${key}`, exact: true });
  await button("Select items").click();
  for (const key of ["O-1003", "O-1004", "O-1006"]) await check(key).check();
  await page.getByText("3 selected").waitFor();
  assert.deepEqual(await violations(page), []);
  await button("Delete…").click();
  const form = region("Delete 3 items");
  await says(form, "17 WCU");
  await says(form, "12 Orders + 2 OpenOrders + 3 ByTotal");
  await form.getByRole("button", { name: "Delete", exact: true }).click();
  await says(why, "3 requests, none rejected.");
  await gone(itemKey("C1, O-1003"));
  await page.getByText("7 items").first().waitFor();
  await button("Undo: Delete 3 items").click();
  await itemKey("C1, O-1003").waitFor();
  await page.getByText("10 items").first().waitFor();

  // By keyboard alone.
  await itemKey("C1, O-1001").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByText("2 selected").waitFor();
  await button("Set an attribute…").focus();
  await page.keyboard.press("Enter");
  const fields = region("Set an attribute of 2 items");
  await fields.waitFor();
  await page.keyboard.type("OrderOpenDate");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("2024-06-01");
  await says(fields, "Will enter OpenOrders");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Enter");
  await says(item("C1, O-1001"), "2024-06-01");
  await attribute("C1, O-1002", "OrderOpenDate").waitFor();
  await says(item("C1, O-1002"), "2024-06-01");
  await itemKey("C1, O-1002").focus();
  await page.keyboard.press("Control+a");
  await page.getByText("10 selected").waitFor();
  await page.reload();
  await says(item("C1, O-1002"), "2024-06-01");
  await button("Undo: Update 2 items").click();
  await gone(item("C1, O-1002").filter({ hasText: "2024-06-01" }));
  assert.equal(await field("Filter items").inputValue(), "");
});

journey("several items are selected on a phone", { width: 390, height: 844 }, async ({ page }) => {
  const { button, region } = sandbox(page);
  await button("Select items").click();
  await button("Select all").click();
  await page.getByText("10 selected").waitFor();
  await button("Set an attribute…").click();
  await region("Set an attribute of 10 items").waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  assert.ok(!wide, "the page does not scroll sideways");
  assert.deepEqual(await violations(page), []);
});
