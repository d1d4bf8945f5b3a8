// Each button that begins with + leads to a field: what is typed next is in what was added.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { experiment, sandbox } from "./sandbox.mjs";

/** Presses a button of a part of the page, and waits until a field that was not there has the focus. Returns its name. */
async function add(page, button) {
  const name = await button.innerText();
  await page.evaluate(() => {
    window.fieldsBefore = new Set(document.querySelectorAll("input, select, textarea"));
  });
  await button.click();
  await page
    .waitForFunction(() => document.activeElement.matches("input, select, textarea") && !window.fieldsBefore.has(document.activeElement))
    .catch((error) => Promise.reject(new Error(`“${name}” does not lead to a field`, { cause: error })));
  return page.evaluate(() => document.activeElement.ariaLabel ?? document.activeElement.labels[0]?.innerText);
}

/** The names of all buttons of a part of the page that begin with +, once there is one. */
async function offered(part) {
  const buttons = part.getByRole("button").filter({ hasText: /^\+ / });
  await buttons.first().waitFor();
  return buttons.evaluateAll((all) => all.map((it) => it.textContent.trim()));
}

journey("in the form of a table, a + leads to its field", {}, async ({ page }) => {
  const { button } = sandbox(page);
  await button("Sandbox").click();
  await button("New table…").click();
  const dialog = page.getByRole("dialog", { name: "New table" });
  const plus = (name) => dialog.getByRole("button", { name, exact: true });
  assert.deepEqual(await offered(dialog), ["+ Sort key", "+ Global index", "+ Local index"]);

  assert.equal(await add(page, plus("+ Sort key")), "Sort key");
  await page.keyboard.type("OrderId");
  assert.equal(await dialog.getByLabel("Sort key", { exact: true }).inputValue(), "OrderId");
  assert.equal(await add(page, plus("+ Global index")), "Index name");
  assert.equal(await add(page, plus("+ Partition key attribute")), "Partition key 2");
  assert.equal(await add(page, plus("+ Sort key attribute")), "Sort key 2");
  assert.equal(await add(page, plus("+ Global index")), "Index name");
  await page.keyboard.type("Second");
  assert.equal(await dialog.getByLabel("Index name", { exact: true }).nth(1).inputValue(), "Second");
  assert.equal(await add(page, plus("+ Local index")), "Index name");
});

journey("in the table and its indexes, a + leads to its field", {}, async ({ page }) => {
  const { button, item, itemKey, region } = sandbox(page);
  assert.equal(await add(page, button("+ Item")), "Value of CustomerId");
  const form = region("New item");
  assert.equal(await add(page, form.getByRole("button", { name: "+ Attribute", exact: true })), "Attribute name");
  await page.keyboard.type("Priority");
  await button("Cancel").click();

  assert.match(await add(page, item("C1, O-1001").getByRole("button", { name: "+ add OrderOpenDate" })), /OrderOpenDate$/);
  await page.keyboard.press("Escape");
  await itemKey("C1, O-1001").click();
  assert.equal(await add(page, item("C1, O-1001").getByRole("button", { name: "+ Attribute", exact: true })), "Attribute name");
  await page.keyboard.press("Escape");

  assert.equal(await add(page, button("+ GSI")), "Index name");
});

journey("in requests, a + leads to its field", {}, async ({ page }) => {
  const { button, region } = sandbox(page);
  await button("Query").click();
  const filter = page.getByRole("button", { name: "+ Filter", exact: true });
  for (const number of [0, 1]) {
    assert.equal(await add(page, filter), "Attribute or path");
    await page.keyboard.type(`Notes${number}`);
    assert.equal(await page.getByLabel("Attribute or path", { exact: true }).nth(number).inputValue(), `Notes${number}`);
  }
  await page.keyboard.press("Escape");
  await button("All operations").click();
  await page.getByRole("combobox", { name: "Operation", exact: true }).selectOption("BatchGetItem");
  const additions = page.getByRole("button", { name: /^Add to / });
  await additions.first().waitFor();
  const count = await additions.count();
  for (let position = 0; position < count; position += 1) await add(page, additions.nth(position));
});

journey("in Load, Design and Entities, a + leads to its field", { fragment: "#example=invoices" }, async ({ page }) => {
  const { button, workspace } = sandbox(page);
  await button("Table menu").click();
  await button("Entities…").click();
  const dialog = page.getByRole("dialog", { name: /^Entities of / });
  assert.equal(await add(page, dialog.getByRole("button", { name: "+ Entity", exact: true })), "Name of entity 4");
  for (const _ of [1, 2, 3, 4]) await dialog.getByRole("button", { name: "Remove entity 1", exact: true }).click();
  assert.equal(await add(page, dialog.getByRole("button", { name: /^\+ Invoice Bill/ })), "Name of entity 1");
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();

  await workspace("Design").click();
  assert.equal(await add(page, button("+ Pattern")), "Name");
  await button("Cancel").click();
  for (const name of await offered(page.getByRole("region", { name: "Patterns", exact: true }))) {
    await add(page, page.getByRole("button", { name, exact: true }).first());
    await button("Cancel").click();
  }

  await workspace("Load").click();
  await experiment(page, "Steady");
  const workload = page.getByRole("region", { name: "Workload", exact: true });
  await workload.getByRole("button", { name: /^Change / }).first().click();
  for (const _ of [1, 2]) assert.equal(await add(page, workload.getByRole("button", { name: "+ Point", exact: true })), "Second");
});
