// A program reads the stream of a table: it is added by a press, runs, says what it took, fails, and is undone and kept.

import assert from "node:assert/strict";
import { journey, started, violations } from "./harness.mjs";
import { gone, says, sandbox, saved, send } from "./sandbox.mjs";

for (const [width, height, colorScheme] of [[1440, 900, "light"], [640, 420, "light"], [390, 844, "dark"]]) {
  journey(`a program counts new items, and its writes are behind the last operation, ${width} × ${height}`, { width, height, colorScheme, speed: 100 }, async ({ page }) => {
    const { button, region, why } = sandbox(page);
    await button("Table menu").click();
    await button("Edit table…").click();
    await page.getByRole("dialog").getByRole("combobox", { name: "Stream" }).selectOption("NEW_AND_OLD_IMAGES");
    await button("Save").click();
    const programs = region("Programs");
    await programs.getByRole("button", { name: "Count by the batch" }).waitFor();
    const wide = await programs.evaluate((card) => [...card.querySelectorAll("button")].filter((it) => it.scrollWidth > it.clientWidth || it.getBoundingClientRect().right > card.getBoundingClientRect().right).map((it) => it.textContent));
    assert.deepEqual(wide, [], "a button is wider than its card");
    await programs.getByRole("button", { name: "Count by the batch" }).click();
    const editor = programs.getByLabel("Program, as JSON");
    const definition = await editor.inputValue();
    await editor.fill(definition.replace("{count}", "{counts}"));
    await says(programs, "{counts} is not a placeholder");
    assert.ok(await programs.getByRole("button", { name: "Save the program" }).isDisabled());
    await editor.fill(definition);
    await programs.getByRole("button", { name: "Save the program" }).click();
    await says(programs, "It has not run since the sandbox was opened");
    await send(page, "PutItem", { TableName: "Orders", Item: { CustomerId: { S: "C9" }, OrderId: { S: "O-9001" } } });
    await says(programs, "Ran 1 time on 1 record: 1 write unit");
    if (width < 900) await page.getByText("Why?").click();
    await says(why, "Behind it, CountBatch ran on 1 record: 1 write unit, 0 read units.");
    assert.deepEqual(await violations(page), []);
    const undone = await button(/^Undo/).first().ariaSnapshot();
    await saved(page);
    await page.reload();
    await started(page);
    await says(programs, "Ran 1 time on 1 record: 1 write unit");
    assert.equal(await button(/^Undo/).first().ariaSnapshot(), undone);
    await programs.getByRole("button", { name: "Delete CountBatch" }).click();
    await gone(programs.getByText("CountBatch"));
    await button(/^Undo/).first().click();
    await says(programs, "CountBatch");
  });
}

journey("a program that follows from itself is stopped and says so", { speed: 100 }, async ({ page }) => {
  const { button, region } = sandbox(page);
  await button("Table menu").click();
  await button("Edit table…").click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Stream" }).selectOption("NEW_IMAGE");
  await button("Save").click();
  const programs = region("Programs");
  await programs.getByRole("button", { name: "Count one by one" }).click();
  const loop = {
    ProgramName: "Loop",
    TableName: "Orders",
    Requests: [{
      Operation: "UpdateItem",
      Request: {
        TableName: "Orders",
        Key: { CustomerId: "{key.CustomerId}", OrderId: "{key.OrderId}" },
        UpdateExpression: "ADD Seen :n",
        ExpressionAttributeValues: { ":n": { N: "1" } },
      },
    }],
  };
  await programs.getByLabel("Program, as JSON").fill(JSON.stringify(loop));
  await programs.getByRole("button", { name: "Save the program" }).click();
  await send(page, "PutItem", { TableName: "Orders", Item: { CustomerId: { S: "C9" }, OrderId: { S: "O-9001" } } });
  await says(programs, "This sandbox stopped it: writes of programs made it run 16 times in a row");
  await says(programs, "Ran 16 times");
});
