// More than single items: transactions with their price, an index of a live table, items that expire, the collection limit.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { gone, says, sandbox } from "./sandbox.mjs";

journey("a transaction is previewed, sent, charged and undone", {}, async ({ page }) => {
  const { button, region, why } = sandbox(page);
  await button("Table menu").click();
  await button("A transaction…").click();
  const form = page.getByRole("form", { name: "Request" });
  await says(form, "16 WCU");
  await form.getByRole("button", { name: "Run" }).click();
  await says(why, "ConditionCheck C1 / O-1001");
  await says(why, "in a transaction: twice, once to prepare and once to commit");
  await says(page.locator(".zone.is-table"), "checked");
  await page.keyboard.press("Escape");
  await button(/^Undo/).click();
  assert.equal(await page.locator(".zone.is-table").getByText("checked").count(), 0);
  await says(region("OpenOrders"), "3 of 10");
});

journey("a request that is not JSON shows the position of the error, and Ctrl+Enter sends a valid one", {}, async ({ page }) => {
  const { button, why } = sandbox(page);
  await button("Table menu").click();
  await button("Several writes in a batch…").click();
  const form = page.getByRole("form", { name: "Request" });
  await form.getByLabel("Operation").selectOption("GetItem");
  const text = form.getByLabel("The request as JSON or as code");
  const proposal = await text.inputValue();
  await text.fill('{ "TableName" 1 }');
  await says(form, /line 1.*column 15/i);
  await text.fill(proposal);
  await text.press("Control+Enter");
  await says(why, "O-1001");
});

journey("an index of a live table is visibly filled, at its own cost, and dropped", {}, async ({ page }) => {
  const { button, region } = sandbox(page);
  await page.getByLabel("Speed of the clock").selectOption("1×");
  await button("+ GSI").click();
  const dialog = page.getByRole("dialog");
  await says(dialog, "It gets 10 entries from 10 items. The backfill costs 10 write units of the index.");
  await button("Create index").click();
  const card = region("TotalIndex");
  await says(card, "CREATING");
  await says(card, "10 of 10");
  await says(page.locator(".meter"), /TotalIndex.*10/);
  await button("Delete index TotalIndex").click();
  await says(dialog, "10 entries of TotalIndex are deleted, free of charge.");
  await dialog.getByRole("button", { name: "Delete index", exact: true }).click();
  await gone(card);
  await button(/^Undo/).click();
  await says(card, "10 of 10");
});

journey("an item expires, stays for the configured hours, and is deleted free of charge", {}, async ({ page }) => {
  const { button, why } = sandbox(page);
  await button("Table menu").click();
  await button("Time to live…").click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Time to live" }).fill("ExpiresAt");
  await button("Save").click();
  const form = page.getByRole("form", { name: "Request" });
  await says(page.locator(".zone.is-table"), "TTL ExpiresAt");
  await button("Table menu").click();
  await button("Several writes in a batch…").click();
  await form.getByLabel("Operation").selectOption("PutItem");
  await form.getByLabel("The request as JSON or as code").fill(JSON.stringify({
    TableName: "Orders",
    Item: { CustomerId: { S: "C1" }, OrderId: { S: "O-0001" }, ExpiresAt: { N: "60" } },
  }));
  await form.getByRole("button", { name: "Run" }).click();
  await says(why, "write unit");
  await says(page.locator(".zone.is-table"), "expires at 60 s, deleted at 172,860 s");
  await button("Table menu").click();
  const hours = page.getByLabel("Hours until an expired item is deleted");
  await hours.fill("49");
  await hours.press("Enter");
  await says(page.locator(".zone.is-table"), "Whole number from 0 to 48");
  await hours.fill("1");
  await hours.press("Enter");
  await says(page.locator(".zone.is-table"), "expires at 60 s, deleted at 3,660 s");
  await button("Table menu").click();
  await hours.fill("0");
  await hours.press("Enter");
  await gone(page.getByText("deleted at 3,660 s"));
  await button("Step to the next change").click();
  await says(page.locator(".zone.is-table"), "10 items");
});

journey("the text of a request does not change after it was sent, and is sent again unchanged", {}, async ({ page }) => {
  const { button, item, region, why } = sandbox(page);
  await button("Table menu").click();
  await button("Several writes in a batch…").click();
  const form = page.getByRole("form", { name: "Request" });
  await form.getByLabel("Operation").selectOption("DeleteItem");
  const text = form.getByLabel("The request as JSON or as code");
  const sent = await text.inputValue();
  assert.match(sent, /O-1001/);
  for (const count of ["9 items", "9 items"]) {
    await form.getByRole("button", { name: "Run" }).click();
    await says(why, "DeleteItem");
    await says(page.locator(".zone.is-table"), count);
    assert.equal(await text.inputValue(), sent);
  }
  assert.equal(await item("C1, O-1002").count(), 1, "the second run does not delete another item");
  await says(region("Timeline"), "Delete O-1001");
});

journey("a table that a request creates is opened, and is free", {}, async ({ page }) => {
  const { button, region } = sandbox(page);
  await button("Table menu").click();
  await button("Several writes in a batch…").click();
  const form = page.getByRole("form", { name: "Request" });
  await form.getByLabel("Operation").selectOption("CreateTable");
  await form.getByRole("button", { name: "Run" }).click();
  await page.getByRole("heading", { name: "Orders-2" }).waitFor();
  await says(region("Timeline"), /CreateTable\s*free/);
  assert.equal(await region("Timeline").getByText("rejected").count(), 0);
});

journey("a program is pasted, its request is sent, and is copied as code for another tool", {}, async ({ page }) => {
  const { button, region, why } = sandbox(page);
  await button("Table menu").click();
  await button("Several writes in a batch…").click();
  const form = page.getByRole("form", { name: "Request" });
  const text = form.getByLabel("The request as JSON or as code");
  const program = (customer) => `
    const closed = { CustomerId: ${customer}, OrderId: "O-1003" };
    await client.send(new UpdateCommand({
      TableName: "Orders",
      Key: closed,
      UpdateExpression: "REMOVE OrderOpenDate",
    }));`;
  await text.fill(program("customerId"));
  await says(form, "does not contain the value of customerId");
  await form.getByRole("button", { name: "Run" }).click();
  await says(region("OpenOrders"), "3 of 10");
  await text.fill(program('"C1"'));
  // The page renders after the event: the price shows that it has.
  await says(form, "OpenOrders");
  assert.equal(await form.getByLabel("Operation").inputValue(), "UpdateItem");
  await form.getByRole("button", { name: "Run" }).click();
  await says(region("OpenOrders"), "2 of 10");
  await says(why, "write units");
  await why.getByText("Request", { exact: true }).first().click();
  for (const [name, start] of [
    ["AWS CLI", "aws dynamodb update-item"],
    ["JavaScript", "new UpdateCommand("],
    ["Python", "table.update_item("],
    ["Rust", ".update_item()"],
    ["Plain JSON", '"OrderId": "O-1003"'],
  ]) {
    await page.getByLabel("Write the request as").selectOption(name);
    await says(page.locator("pre").filter({ hasText: start }), start);
  }
  await page.getByLabel("Write the request as").selectOption("AWS CLI");
  const command = await page.locator("pre").filter({ hasText: "aws dynamodb" }).textContent();
  await text.fill(command);
  assert.equal(await form.getByLabel("Operation").inputValue(), "UpdateItem");
  await form.getByRole("button", { name: "Run" }).click();
  await says(why, "write unit");
});
