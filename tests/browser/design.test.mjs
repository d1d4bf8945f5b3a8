// A table is designed, refused where it is wrong, created, and rebuilt with other indexes.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { gone, says, sandbox } from "./sandbox.mjs";

journey("a new table has the keys and indexes that were asked for", {}, async ({ page }) => {
  const { button, field, region, why } = sandbox(page);
  await button("Examples").click();
  await button("New table…").click();
  const dialog = page.getByRole("dialog", { name: "New table" });
  const globals = dialog.getByRole("group", { name: "Global secondary indexes" });
  const locals = dialog.getByRole("group", { name: "Local secondary indexes" });
  const keys = dialog.getByRole("group", { name: "Primary key" });

  await dialog.getByRole("button", { name: "+ Local index" }).click();
  await says(dialog, "Give every name a value");
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

  await locals.getByLabel("Entries hold").selectOption("INCLUDE");
  await locals.getByLabel("Attributes to copy").fill("Replies, Author");

  await dialog.getByRole("button", { name: "+ Global index" }).click();
  await globals.getByLabel("Index name").fill("LastPost");
  await globals.getByLabel("Partition key").fill("Author");
  await globals.getByLabel("Sort key", { exact: true }).fill("LastPostAt");
  await says(globals.or(locals), /[Dd]uplicate/);
  await globals.getByLabel("Index name").fill("ByAuthor");
  await globals.getByLabel("Entries hold").selectOption("ALL");
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

journey("a table is rebuilt with other indexes, as one step", {}, async ({ page }) => {
  const { button, region, said } = sandbox(page);
  await region("Indexes").getByRole("button", { name: "Change the design…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change the design of Orders" });
  await dialog.getByRole("button", { name: "Remove index ByTotal" }).click();
  const index = dialog.getByRole("group", { name: "Global secondary indexes" });
  await index.getByLabel("Entries hold").selectOption("ALL");
  await says(dialog, "10 items are written again.");
  await button("Rebuild table").click();
  await gone(dialog);
  await gone(region("ByTotal"));
  await says(region("OpenOrders"), "3 of 10 · 10.4 KB");
  await button("Undo: Rebuild table Orders").click();
  await says(region("ByTotal"), "10 of 10");
  await says(region("OpenOrders"), "3 of 10 · 165 B");
  await says(said, "Undone: Rebuild table Orders.");
});
