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
