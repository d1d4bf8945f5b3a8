// A sandbox without a table says what one can do, and two sandboxes have two names.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { gone, sandbox, saved } from "./sandbox.mjs";

journey("an empty sandbox offers a form, an example and a file", {}, async ({ page }) => {
  const { button, field, title } = sandbox(page);
  await button("Sandbox").click();
  await button("New empty sandbox").click();
  await page.getByRole("heading", { name: "No table" }).waitFor();
  await page.getByText("Indexes belong to a table. This sandbox has none yet.").waitFor();
  assert.equal(await title.inputValue(), "New sandbox");
  assert.deepEqual(await violations(page), []);

  await page.getByRole("main").getByRole("button", { name: "New table…", exact: true }).click();
  await field("Table name").fill("Bills");
  await field("Partition key").fill("Id");
  await button("Create table").click();
  await page.getByRole("heading", { name: "Bills" }).waitFor();
  await saved(page);

  await button("Sandbox").click();
  await button("New empty sandbox").click();
  await gone(page.getByRole("heading", { name: "Bills" }));
  await page.waitForFunction(() => document.querySelector(".sandbox-title").value === "New sandbox 2");
  await page.getByRole("main").getByRole("button", { name: "Open an example", exact: true }).click();
  await page.getByRole("button", { name: /^Champions/ }).click();
  await page.getByRole("heading", { name: "No table" }).waitFor({ state: "detached" });
});
