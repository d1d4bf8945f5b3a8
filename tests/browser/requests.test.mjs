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

journey("a PartiQL statement shows that it is a Scan, becomes a Query with a key, and is charged as one", {}, async ({ page }) => {
  const { button, why } = sandbox(page);
  await button("Table menu").click();
  await button("A PartiQL statement…").click();
  const form = page.getByRole("form", { name: "Request" });
  const becomes = form.getByRole("region", { name: "What it becomes" });
  const statement = form.getByRole("textbox", { name: "Statement", exact: true });
  await statement.fill("SELECT * FROM Orders WHERE Total > 5");
  await says(becomes, "Scan of Orders");
  await says(becomes, "WHERE does not compare CustomerId, the partition key: every item is read.");
  await says(becomes, "With CustomerId = … in WHERE, it would read one partition, not everything.");
  await says(form, "4.5 RCU");
  // Completed by keyboard: an attribute, an operator and a value.
  await statement.fill("SELECT * FROM Orders WHERE Cust");
  for (const key of ["ArrowDown", "Enter", "ArrowDown", "Enter"]) await statement.press(key);
  await statement.pressSequentially("'C2'");
  assert.equal(await statement.inputValue(), "SELECT * FROM Orders WHERE CustomerId = 'C2'");
  await says(becomes, "Query of Orders");
  await statement.press("Control+Enter");
  await says(why, "ExecuteStatement");
  await says(why, "read unit");
  // A fault is marked at its place, and nothing is sent.
  await statement.fill("SELECT * FROM Orders WHERE foo(Total)");
  await says(form, "Unrecognized function: foo at 1:28:3");
  assert.match(await becomes.locator(".is-fault").first().textContent(), /foo/);
  // Enter begins a line. Without an open list, Up and Down move between the lines.
  await statement.fill("SELECT *");
  await statement.press("Enter");
  await statement.pressSequentially("FROM Orders WHERE foo(Total)");
  await says(form, "Unrecognized function: foo at 2:19:3");
  assert.equal(await statement.inputValue(), "SELECT *\nFROM Orders WHERE foo(Total)");
  await statement.press("Home");
  await statement.press("ArrowUp");
  await statement.pressSequentially("-- all of them\n");
  assert.equal(await statement.inputValue(), "-- all of them\nSELECT *\nFROM Orders WHERE foo(Total)");
  await says(form, "Unrecognized function: foo at 3:19:3");
});

journey("a request that was sent is shown as PartiQL, or says why it has none", {}, async ({ page }) => {
  const { button } = sandbox(page);
  await button("Table menu").click();
  await button("Several writes in a batch…").click();
  const form = page.getByRole("form", { name: "Request" });
  const text = form.getByLabel("The request as JSON or as code");
  const sent = page.locator("details.exchange");
  const send = async (operation) => {
    await form.getByLabel("Operation").selectOption(operation);
    await text.press("Control+Enter");
  };
  await send("BatchGetItem");
  await sent.locator("summary").click();
  await page.getByLabel("Write the request as").selectOption("PartiQL");
  await says(sent, "-- BatchExecuteStatement");
  await says(sent, 'SELECT * FROM "Orders" WHERE CustomerId');
  await send("PutItem");
  await says(sent, "PutItem replaces an item that exists, and INSERT rejects it.");
});

journey("an index of a live table is visibly filled, at its own cost, and dropped", {}, async ({ page }) => {
  const { button, region } = sandbox(page);
  // The backfill takes half a second at the speed 1×, which a busy machine does not draw.
  await button("Pause the clock").click();
  await page.getByLabel("Speed of the clock").selectOption("1×");
  await button("+ GSI").click();
  const dialog = page.getByRole("dialog");
  await says(dialog, "It gets 10 entries from 10 items. The backfill costs 10 write units of the index.");
  await button("Create index").click();
  const card = region("TotalIndex");
  await says(card, "CREATING");
  await button("Resume the clock").click();
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
  const table = page.locator(".zone.is-table");
  await says(table, "over 5 years ago: never deleted");
  await table.getByRole("button", { name: /^ExpiresAt N \d/ }).click();
  await page.getByRole("button", { name: "in 60 s", exact: true }).click();
  await says(table, "expiry 2024-05-04 00:01 UTC");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await says(table, "deletion 2024-05-06 00:01 UTC");
  await button("Table menu").click();
  const hours = page.getByLabel("Hours until an expired item is deleted");
  await hours.fill("49");
  await hours.press("Enter");
  await says(page.locator(".zone.is-table"), "Whole number from 0 to 48");
  await hours.fill("1");
  await hours.press("Enter");
  await says(table, "deletion 2024-05-04 01:01 UTC");
  await button("Table menu").click();
  await hours.fill("0");
  await hours.press("Enter");
  await gone(table.getByText("deletion"));
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

journey("a query with a filter and a projection is written by completion, with the keyboard alone", { width: 390, height: 844 }, async ({ page }) => {
  const { button } = sandbox(page);
  await button("Query").focus();
  await page.keyboard.press("Enter");
  await button("All parameters…").focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("form", { name: "Request" });
  const field = (name) => form.getByLabel(name, { exact: true });
  await says(form, "3.5 RCU");
  const text = form.getByLabel("The request as JSON or as code");
  await text.fill('{ "TableName": "Orders" }');
  const suggested = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  const take = async (typed) => {
    await page.keyboard.type(typed);
    await suggested.first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  };
  const key = field("KeyConditionExpression");
  await key.focus();
  await take("Cust");
  await take("= C1");
  assert.equal(await key.inputValue(), "CustomerId = :customerId ");
  await field("FilterExpression").focus();
  await take("Tot");
  await suggested.first().waitFor();
  await page.keyboard.press("ArrowDown");
  await suggested.and(page.locator("[aria-selected=true]")).waitFor();
  await page.keyboard.press("Escape");
  await suggested.first().waitFor({ state: "detached" });
  assert.equal(await form.count(), 1, "Escape closes the list and not the form");
  await page.keyboard.type("> ");
  const last = suggested.filter({ hasText: "new value" });
  await last.waitFor();
  await page.keyboard.press("ArrowUp");
  await last.and(page.locator("[aria-selected=true]")).waitFor();
  await page.keyboard.press("Enter");
  await field("Value of ExpressionAttributeValues :total").fill("50");
  await field("ProjectionExpression").focus();
  await take("Tot");
  await says(form, "RCU");
  await page.keyboard.press("Control+Enter");
  const result = page.getByRole("region", { name: "Result", exact: true });
  await says(result, "99");
  const found = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  assert.ok(found, "nothing is wider than the page");
});

journey("the stream shows an edit and an expired item, and what a reader gets", {}, async ({ page }) => {
  const { button, region, attribute } = sandbox(page);
  await button("Table menu").click();
  await button("Edit table…").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Stream" }).selectOption("NEW_AND_OLD_IMAGES");
  await dialog.getByRole("combobox", { name: "Time to live" }).fill("ExpiresAt");
  await button("Save").click();
  const stream = region("Stream");
  await says(stream, "No record yet");
  await button("All operations").click();
  const form = page.getByRole("form", { name: "Request" });
  await form.getByLabel("Operation").selectOption("PutItem");
  await form.getByLabel("The request as JSON or as code").fill(JSON.stringify({
    TableName: "Orders",
    Item: { CustomerId: { S: "C1" }, OrderId: { S: "O-0001" }, ExpiresAt: { N: String(Date.UTC(2024, 4, 4, 1) / 1000) } },
  }));
  await form.getByRole("button", { name: "Run" }).click();
  await says(stream, "INSERT");
  await button("Table menu").click();
  const hours = page.getByLabel("Hours until an expired item is deleted");
  await hours.fill("0");
  await hours.press("Enter");
  await button("Step to the next change").click();
  await says(stream, "REMOVE");
  await says(stream, "time to live");
  await says(stream, "2 records, from …0 to …1");
  await stream.getByRole("combobox", { name: "ShardIteratorType" }).selectOption("LATEST");
  await says(stream, "no record until the next write");
  await button("Let the reader begin at record …1").click();
  await says(stream, "GetRecords returns 1 record, …1");
  await stream.getByText("Images").first().click();
  await says(stream, "Old image");
  await button("Table menu").click();
  await page.getByRole("button", { name: "Stream", exact: true }).click();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Stream");
  await button(/^Undo/).click();
  await gone(stream.getByText("time to live"));
});

journey("tags of a table are set by fields, and shown when the form opens again", {}, async ({ page }) => {
  const { button, why } = sandbox(page);
  await button("Table menu").click();
  await button("Tags…").click();
  const form = page.getByRole("form", { name: "Request" });
  await form.getByLabel("Tags 1 Value", { exact: true }).fill("shop");
  await form.getByRole("button", { name: "Add to Tags" }).click();
  await form.getByLabel("Tags 2 Key", { exact: true }).fill("owner");
  await form.getByLabel("Tags 2 Value", { exact: true }).fill("ann");
  await form.getByRole("button", { name: "Run" }).click();
  await says(why, "TagResource");
  await button("Table menu").click();
  await button("Tags…").click();
  assert.equal(await form.getByLabel("Tags 1 Value", { exact: true }).inputValue(), "ann");
  assert.equal(await form.getByLabel("Tags 2 Key", { exact: true }).inputValue(), "project");
});

journey("a transaction of two tables is made by fields alone, and shows its price", {}, async ({ page }) => {
  const { button, region, why } = sandbox(page);
  await button("All operations").click();
  const form = page.getByRole("form", { name: "Request" });
  const field = (name) => form.getByLabel(name, { exact: true });
  await field("Operation").selectOption("CreateTable");
  await form.getByRole("button", { name: "Run" }).click();
  await page.getByRole("heading", { name: "Orders-2" }).waitFor();
  await button("All operations").click();
  await field("Operation").selectOption("TransactWriteItems");
  await field("TransactItems 1").selectOption("Put");
  await field("Value of TransactItems 1 Item id").fill("first");
  await field("TransactItems 1 ConditionExpression").fill("");
  await page.keyboard.press("Escape");
  await form.getByRole("button", { name: "Remove TransactItems 1 ExpressionAttributeNames #partition" }).click();
  await field("TransactItems 2 TableName").selectOption("Orders");
  assert.equal(await field("Value of TransactItems 2 Key CustomerId").inputValue(), "C1");
  await field("TransactItems 2 UpdateExpression").fill("REMOVE OrderOpenDate");
  await page.keyboard.press("Escape");
  await form.getByRole("button", { name: "Remove TransactItems 2 ExpressionAttributeNames #note" }).click();
  await form.getByRole("button", { name: "Remove TransactItems 2 ExpressionAttributeValues :note" }).click();
  await says(form, "10 WCU");
  assert.match(await form.getByLabel("The request as JSON or as code").inputValue(), /REMOVE OrderOpenDate/);
  await form.getByRole("button", { name: "Run" }).click();
  await says(why, "Orders-2");
  await says(why, "Update C1 /");
  await page.getByRole("heading", { name: "Orders-2" }).waitFor();
  await says(page.locator(".zone.is-table"), "1 item");
});

