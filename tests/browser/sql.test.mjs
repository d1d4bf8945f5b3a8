// A table stands for one of an SQL database: what is asked of it is counted, takes no capacity units, and is not on the bill.

import assert from "node:assert/strict";
import { journey, started, violations } from "./harness.mjs";
import { gone, openExample, says, sandbox, send } from "./sandbox.mjs";

const program = {
  ProgramName: "Procedure",
  TableName: "Sql",
  Requests: [{ Operation: "PutItem", Request: { TableName: "Products", Item: { ProductId: "{key.ProductId}" } } }],
};

for (const [width, height, colorScheme] of [[1440, 900, "light"], [640, 420, "dark"], [390, 844, "light"]]) {
  journey(`a procedure of an SQL table writes a table of DynamoDB, ${width} × ${height}`, { width, height, colorScheme, speed: 100 }, async ({ page }) => {
    const { button, region, why } = sandbox(page);
    await openExample(page, "Beside an SQL database");
    await button("Sql").first().click();
    const tag = page.getByTitle("It is like a table of an SQL database.");
    await tag.waitFor();
    const programs = region("Programs");
    await programs.getByRole("button", { name: "Mark", exact: true }).click();
    await programs.getByLabel("Program, as JSON").fill(JSON.stringify(program));
    await programs.getByRole("button", { name: "Save the program" }).click();
    await send(page, "PutItem", { TableName: "Sql", Item: { ProductId: { S: "P-9" } } });
    await says(programs, "Ran 1 time on 1 record: 1 write unit");
    if (width < 900) await page.getByText("Why?").click();
    await says(why, "1 SQL write");
    await says(why, "An SQL database has other prices.");
    await says(why, "Behind it, Procedure ran on 1 record: 1 write unit, 0 read units.");
    assert.deepEqual(await violations(page), []);
    await page.reload();
    await started(page);
    await button("Sql").first().click();
    await tag.waitFor();
    await button("Table menu").press("Enter");
    await button("Make it a DynamoDB table").press("Enter");
    await gone(tag);
    await button(/^Undo/).first().click();
    await tag.waitFor();
  });
}
