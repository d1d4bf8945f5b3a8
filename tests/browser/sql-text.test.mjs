// A person asks the SQL tables in SQL with joins, and sees which rows were read.

import assert from "node:assert/strict";
import { journey, started, violations } from "./harness.mjs";
import { gone, openExample, says, sandbox, send } from "./sandbox.mjs";

const join = "SELECT c.Name, o.Ordered\nFROM Orders o JOIN Customers c ON c.CustomerId = o.CustomerId\nWHERE o.CustomerId = 'CUSTOMER1'";

for (const [width, height, colorScheme] of [[1440, 900, "light"], [640, 420, "dark"], [390, 844, "light"]]) {
  journey(`a join says what it reads of each table, ${width} × ${height}`, { width, height, colorScheme, speed: 100 }, async ({ page }) => {
    const { region } = sandbox(page);
    await openExample(page, "The same with joins");
    const sql = region("Ask in SQL");
    const statement = sql.getByLabel("Statement", { exact: true });
    await statement.fill(join);
    await statement.press("Control+Enter");
    await says(sql, "Orders: 4 rows of 4 read, one after the other");
    await says(sql, "Customers: 1 row read, by key");
    assert.deepEqual(await sql.getByRole("row").allInnerTexts(), ["Name\tOrdered", "Acme\t2018-02-01", "Acme\t2018-01-20"]);
    assert.deepEqual(await violations(page), []);
    // The answer is of the tables as they are.
    await send(page, "DeleteItem", { TableName: "Orders", Key: { OrderId: { S: "ORDER2" } } });
    await says(sql, "Orders: 3 rows of 3 read, one after the other");
    assert.equal(await statement.inputValue(), join);
    await page.reload();
    await started(page);
    assert.equal(await statement.inputValue(), join);
  });
}

journey("a statement that fails says where, and what was typed stays", {}, async ({ page }) => {
  const { region } = sandbox(page);
  await openExample(page, "The same with joins");
  const sql = region("Ask in SQL");
  const statement = sql.getByLabel("Statement", { exact: true });
  const run = sql.getByRole("button", { name: "Run", exact: true });
  for (const [text, words] of [
    ["SELECT Nam\nFROM Customers", "Line 1, column 8: No table of this statement has a column Nam."],
    ["SELECT *\nFROM Shop", "Line 2, column 6: Shop is a table of DynamoDB, which has no joins."],
    ["SELECT * FORM Orders", "Line 1, column 10:"],
    ["DELETE FROM Orders", "Line 1, column 1: A statement begins with SELECT."],
    [`SELECT * FROM Orders a${" JOIN Orders".repeat(11)}`, "10 joins"],
  ]) {
    await statement.fill(text);
    await run.press("Enter");
    await says(sql, words);
    assert.equal(await statement.getAttribute("aria-invalid"), "true");
    assert.equal(await statement.inputValue(), text);
  }
  assert.deepEqual(await violations(page), []);
  await statement.fill("SELECT Name FROM Customers");
  await run.press("Enter");
  await says(sql, "Customers: 2 rows of 2 read, one after the other");
  assert.equal(await statement.getAttribute("aria-invalid"), null);
});

journey("a table of DynamoDB can be asked once it is an SQL table", {}, async ({ page }) => {
  const { button, region } = sandbox(page);
  await openExample(page, "Without joins");
  await gone(region("Ask in SQL"));
  await send(page, "CreateTable", { TableName: "Staff", BillingMode: "PAY_PER_REQUEST", AttributeDefinitions: [{ AttributeName: "Id", AttributeType: "S" }], KeySchema: [{ AttributeName: "Id", KeyType: "HASH" }] });
  await button("Staff").first().click();
  await button("Table menu").press("Enter");
  await button("Make it an SQL table").press("Enter");
  await region("Ask in SQL").getByRole("button", { name: "Run", exact: true }).press("Enter");
  await says(region("Ask in SQL"), "No row.");
  // Its stored procedures are programs on its stream.
  const programs = region("Programs");
  await programs.getByRole("button", { name: "Switch the stream on", exact: true }).press("Enter");
  await programs.getByRole("button", { name: "Mark", exact: true }).waitFor();
});
