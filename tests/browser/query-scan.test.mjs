// Reads of a table and its indexes: results, costs, and requests that DynamoDB rejects.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { says, sandbox } from "./sandbox.mjs";

journey("a query reads the items of its key condition, a page at a time", {}, async ({ page }) => {
  const { button, field, region, why } = sandbox(page);
  const form = region("Orders");
  await button("Query").click();
  assert.equal(await field("Value of CustomerId").inputValue(), "C1");
  await says(form, "3.5 RCU");
  await field("Comparison").selectOption("between");
  await field("Value of OrderId").fill("O-1002");
  await field("Upper bound").fill("O-1006");
  await field("Descending").check();
  await field("Limit").fill("3");
  await button("Run").click();
  await says(why, /Count\s*3\s*ScannedCount\s*3/);
  assert.deepEqual(await orders(why), ["O-1006", "O-1005", "O-1004"]);
  const columnCount = await why.getByRole("columnheader").count();
  for (const row of (await why.getByRole("row").all()).slice(1)) {
    assert.equal(await row.getByRole("cell").count(), columnCount, "an absent attribute leaves its column empty");
  }
  await button("Next page").click();
  await says(why, /Count\s*2\s*ScannedCount\s*2/);
  assert.deepEqual(await orders(why), ["O-1003", "O-1002"]);
  assert.equal(await button("Next page").count(), 0);

  await why.getByText("Request", { exact: true }).click();
  await says(why, '"ExclusiveStartKey"');
  await says(why, '"ScanIndexForward": false');
  await says(why, "2 items");
});

journey("a filter returns less and costs the same", {}, async ({ page }) => {
  const { button, field, region, why } = sandbox(page);
  await button("Scan").click();
  await says(region("Orders"), "4.5 RCU");
  await button("+ Filter").click();
  await field("Attribute or path").fill("Total");
  await field("Comparison").selectOption("≥");
  await region("Orders").getByLabel("Type").selectOption("N");
  await field("Value").fill("60");
  await says(region("Orders"), "4.5 RCU");
  await button("Run").click();
  await says(why, /Count\s*3\s*ScannedCount\s*10/);
  assert.deepEqual((await orders(why)).sort(), ["O-1003", "O-1006", "O-2002"]);
  await button("Remove the filter").click();
  await field("Consistent read").check();
  await says(region("Orders"), "9 RCU");
});

journey("a global index rejects a consistent read, in DynamoDB's words", {}, async ({ page }) => {
  const { button, field, region, why } = sandbox(page);
  await button("Query OpenOrders").click();
  await field("Consistent read").check();
  await says(region("Orders"), "Consistent reads are not supported on global secondary indexes");
  await button("Run").click();
  await says(why, "ValidationException");
  await says(why, "Consistent reads are not supported on global secondary indexes");
  await says(region("Units consumed"), "0 read units");
});

journey("a local index answers consistently, and fetches attributes that it does not hold", {}, async ({ page }) => {
  const { button, field, region, why } = sandbox(page);
  await button("Query ByTotal").click();
  await field("Consistent read").check();
  await says(region("Orders"), "1 RCU");
  await field("All attributes").check();
  await says(region("Orders"), "9 RCU");
  await button("Run").click();
  await says(why, "Notes");
  await says(why, "9 read units");
  await says(why, /1\s*ByTotal\s*8 entries/);
  await says(why, /8\s*Orders, fetched for the index\s*8 items, each rounded up to 4\sKB: 8/);
});

/** The orders of a result, in its order. */
async function orders(why) {
  const cells = await why.getByRole("cell", { name: /^O-\d{4}$/ }).allInnerTexts();
  return cells.map((text) => text.trim());
}
