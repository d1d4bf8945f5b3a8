// A table is designed, rejected while it is invalid, created, and rebuilt with other indexes.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { announces, gone, sandbox, says } from "./sandbox.mjs";

journey("a new table has the requested keys and indexes", {}, async ({ page }) => {
  const { button, field, region, why } = sandbox(page);
  await button("Sandbox").click();
  await button("New table…").click();
  const dialog = page.getByRole("dialog", { name: "New table" });
  const globals = dialog.getByRole("group", { name: "Global secondary indexes" });
  const locals = dialog.getByRole("group", { name: "Local secondary indexes" });
  const keys = dialog.getByRole("group", { name: "Primary key" });

  await dialog.getByRole("button", { name: "+ Local index" }).click();
  await says(dialog, "Still empty: Table name, Partition key, Index name, Sort key of the new index");
  assert.equal(await dialog.getByText("ValidationException").count(), 0, "what is not typed yet is not wrong yet");
  await locals.getByLabel("Index name").fill("LastPost");
  await locals.getByLabel("Sort key", { exact: true }).fill("LastPostAt");

  await field("Table name").fill("Th");
  await keys.getByLabel("Partition key").fill("ForumName");
  await button("Create table").click();
  await says(dialog, /tableName.*length greater than or equal to 3/);
  await keys.getByRole("button", { name: "+ Sort key" }).click();
  await keys.getByLabel("Sort key", { exact: true }).fill("Subject");
  await field("Table name").fill("Orders");
  await says(dialog, "ResourceInUseException");
  await field("Table name").fill("Threads");

  await locals.getByLabel("Projection").selectOption("INCLUDE");
  await locals.getByLabel("Attributes to copy").fill("Replies, Author");

  await dialog.getByRole("button", { name: "+ Global index" }).click();
  await globals.getByLabel("Index name").fill("LastPost");
  await globals.getByLabel("Partition key").fill("Author");
  await globals.getByLabel("Sort key", { exact: true }).fill("LastPostAt");
  await says(globals.or(locals), /[Dd]uplicate/);
  await globals.getByLabel("Index name").fill("ByAuthor");
  await globals.getByLabel("Projection").selectOption("ALL");
  await button("Create table").click();

  await gone(dialog);
  await page.getByRole("heading", { name: "Threads" }).waitFor();
  await says(region("LastPost"), "ForumName ▸ LastPostAt · INCLUDE Replies, Author");
  await says(region("ByAuthor"), "Author ▸ LastPostAt · ALL");
  await button("+ Item").click();
  await field("Value of ForumName").fill("S3");
  await field("Value of Subject").fill("Large files");
  await says(region("New item"), "1 WCU");
  await button("Put item").click();
  await says(region("ByAuthor"), "0 of 1");
  await says(region("ByAuthor"), "1 not indexed");
  await says(why, "PutItem");
});

journey("a new table that cannot be sent says which field, and what is typed is not wrong before its field is left", {}, async ({ page }) => {
  const { button, field, why } = sandbox(page);
  await button("Table menu").click();
  await button("New table…").click();
  const dialog = page.getByRole("dialog", { name: "New table" });
  const hasFocus = (name) => page.waitForFunction((it) => it === document.activeElement, name);
  await field("Partition key").fill("Id");
  await button("Create table").click();
  await hasFocus(await field("Table name").elementHandle());
  await says(dialog, "Still empty: Table name");
  const fault = dialog.getByText("ValidationException");
  await field("Table name").pressSequentially("Th");
  await says(dialog, /length greater than or equal to 3/);
  assert.equal(await fault.isVisible(), false, "it is still typed");
  await field("Table name").press("Tab");
  await fault.waitFor();
  await field("Table name").pressSequentially("readsThreads");
  await fault.waitFor({ state: "detached" });
  await field("Table name").press("Enter");
  await gone(dialog);
  await says(why, "CreateTable");
  assert.equal(await page.getByRole("radio", { name: /CreateTable/ }).count(), 1, "nothing was sent before");
});

journey("a table is rebuilt with other indexes, as one step", {}, async ({ page }) => {
  const { button, region } = sandbox(page);
  await region("Indexes").getByRole("button", { name: "Change the design…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change the design of Orders" });
  await dialog.getByRole("button", { name: "Remove index ByTotal" }).click();
  const index = dialog.getByRole("group", { name: "Global secondary indexes" });
  await index.getByLabel("Projection").selectOption("ALL");
  await says(dialog, "10 items are written again.");
  await button("Rebuild table").click();
  await gone(dialog);
  await gone(region("ByTotal"));
  await says(region("OpenOrders"), "3 of 10 · 10,680 B");
  await button("Undo: Rebuild table Orders").click();
  await says(region("ByTotal"), "10 of 10");
  await says(region("OpenOrders"), "3 of 10 · 165 B");
  await announces(page, "Undone: Rebuild table Orders.");
});

journey("a provisioned table whose index has four key attributes is created by forms, queried, extended and rebuilt", {}, async ({ page }) => {
  const { button, field, region, why } = sandbox(page);
  await button("Sandbox").click();
  await button("New table…").click();
  const dialog = page.getByRole("dialog", { name: "New table" });
  const globals = dialog.getByRole("group", { name: "Global secondary indexes" });
  await field("Table name").fill("Matches");
  await dialog.getByRole("group", { name: "Primary key" }).getByLabel("Partition key").fill("matchId");
  await dialog.getByRole("button", { name: "+ Global index" }).click();
  await globals.getByLabel("Index name").fill("ByRegion");
  await globals.getByLabel("Partition key", { exact: true }).fill("tournamentId");
  await globals.getByLabel("Sort key", { exact: true }).fill("round");
  for (const [add, label, names] of [
    ["+ Partition key attribute", "Partition key", ["region", "third", "fourth"]],
    ["+ Sort key attribute", "Sort key", ["bracket", "third", "fourth"]],
  ]) {
    for (const [position, name] of names.entries()) {
      await globals.getByRole("button", { name: add }).click();
      await globals.getByLabel(`${label} ${position + 2}`, { exact: true }).fill(name);
    }
    assert.equal(await globals.getByRole("button", { name: add }).count(), 0, "four are as many as there can be");
    for (const name of ["fourth", "third"]) {
      await globals.getByRole("button", { name: `Remove key attribute ${name}` }).last().click();
    }
  }
  const throughput = dialog.getByRole("group", { name: "Throughput" });
  await throughput.getByLabel("Billing mode").selectOption("PROVISIONED");
  await throughput.getByLabel("Write units a second").fill("7");
  await globals.getByLabel("Write units a second").fill("40001");
  await globals.getByLabel("Read units a second").fill("3");
  await says(globals, "Whole number from 1 to 40,000");
  await globals.getByLabel("Write units a second").fill("4");
  await says(dialog, "One such write");
  await says(dialog, "2 WCU");
  await dialog.getByText("The request", { exact: true }).click();
  await says(dialog, /"WriteCapacityUnits": 7/);
  await button("Create table").click();
  await gone(dialog);
  await page.getByRole("heading", { name: "Matches" }).waitFor();
  await says(region("ByRegion"), "tournamentId, region ▸ round, bracket · KEYS_ONLY");

  await button("+ Item").click();
  const item = region("New item");
  await item.getByRole("button", { name: "As JSON" }).click();
  const values = { matchId: "m1", tournamentId: "WINTER2024", region: "NA", round: "FINAL", bracket: "UPPER" };
  await item.getByRole("textbox").fill(JSON.stringify(values));
  await button("Put item").click();
  await says(region("ByRegion"), "1 of 1");

  await button("Query ByRegion").click();
  assert.equal(await field("Value of tournamentId").inputValue(), "WINTER2024");
  assert.equal(await field("Value of region").inputValue(), "NA");
  const compare = page.getByLabel("Comparison", { exact: true });
  assert.equal(await compare.count(), 1, "bracket can be compared only after round");
  await compare.selectOption("=");
  await field("Value of round").fill("FINAL");
  const chosen = (select) => select.evaluate((element) => element.selectedOptions[0].text);
  assert.deepEqual([await chosen(compare.first()), await chosen(compare.nth(1))], ["=", "any"]);
  await compare.nth(1).selectOption("begins with");
  await field("Value of bracket").fill("UP");
  await button("Run").click();
  await says(region("Last operation"), /Count\s*1/);

  await region("Indexes").getByRole("button", { name: "Change the design…" }).click();
  await button("Rebuild table").click();
  await says(region("ByRegion"), "tournamentId, region ▸ round, bracket · KEYS_ONLY");
  await says(region("ByRegion"), "1 of 1");

  // On a provisioned table, a new index has units of its own.
  await button("Pause the clock").click();
  await button("+ GSI").click();
  const index = page.getByRole("dialog", { name: "New global index of Matches" });
  await index.getByLabel("Index name").fill("ByBracket");
  await index.getByLabel("Partition key", { exact: true }).fill("bracket");
  await index.getByLabel("Write units a second").fill("2");
  await says(index, "It gets 1 entry from 1 item. The backfill costs 1 write unit of the index.");
  await button("Create index").click();
  await gone(index);
  await says(region("ByBracket"), "CREATING");
  await says(region("Timeline"), "Backfill of ByBracket: 0");
  await button("Step to the next change").click();
  await button("Step to the next change").click();
  await says(region("ByBracket"), "1 of 1");
  await says(region("Timeline"), "Add ByBracket");
  await says(why, "ByBracket, filled from the table");

  await button("Table menu").click();
  await button("Edit table…").click();
  const update = page.getByRole("dialog", { name: "Edit table Matches" });
  const units = update.getByRole("group", { name: "Throughput of ByBracket" });
  assert.equal(await units.getByLabel("Write units a second").inputValue(), "2");
  await says(update, "Nothing is changed yet.");
  await update.getByLabel("Billing mode").selectOption("PAY_PER_REQUEST");
  await update.getByLabel("Stream").selectOption("NEW_IMAGE");
  await says(update, "The 2 requests, in this order");
  await button("Save").click();
  await gone(update);
  await button("Undo: Change settings of Matches").click();
  await announces(page, "Undone: Change settings of Matches.");
});
