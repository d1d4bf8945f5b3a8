// A sandbox without a table says what one can do, and two sandboxes have two names.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { gone, sandbox, saved, says } from "./sandbox.mjs";

const COMMAND = `aws dynamodb create-table --table-name Bills \\
  --attribute-definitions AttributeName=Id,AttributeType=S AttributeName=Due,AttributeType=S \\
  --key-schema AttributeName=Id,KeyType=HASH --billing-mode PAY_PER_REQUEST \\
  --global-secondary-indexes 'IndexName=ByDue,KeySchema=[{AttributeName=Due,KeyType=HASH}],Projection={ProjectionType=ALL}'`;

journey("a CreateTable request is pasted in an empty sandbox", {}, async ({ page }) => {
  const { button, region } = sandbox(page);
  await button("Sandbox").click();
  await button("New empty sandbox").click();
  await page.getByRole("main").getByRole("button", { name: "Paste a CreateTable request", exact: true }).click();
  const form = page.getByRole("form", { name: "Request" });
  await form.getByLabel("The request as JSON or as code").fill(COMMAND);
  await form.getByRole("button", { name: "Run" }).click();
  await page.getByRole("heading", { name: "Bills" }).waitFor();
  await says(region("ByDue"), "0 of 0");
  // The first steps are those of an example. What is done here is none of them, and the clock goes on.
  assert.equal(await region("First steps").count(), 0);
});

journey("an empty sandbox offers a form, an example and a file", {}, async ({ page }) => {
  const { button, field, title, why } = sandbox(page);
  await button("Sandbox").click();
  await button("New empty sandbox").click();
  await page.getByRole("heading", { name: "No table" }).waitFor();
  await page.getByText("Indexes belong to a table. This sandbox has none yet.").waitFor();
  await says(why, "Create a table, or open an example.");
  assert.equal(await title.inputValue(), "New sandbox");
  assert.deepEqual(await violations(page), []);

  await page.getByRole("main").getByRole("button", { name: "New table…", exact: true }).click();
  await field("Table name").fill("Bills");
  await field("Partition key").fill("Id");
  await button("Create table").click();
  await page.getByRole("heading", { name: "Bills" }).waitFor();
  await page.waitForFunction(() => document.querySelector(".sandbox-title").value === "Bills");
  await saved(page);

  await button("Sandbox").click();
  await button("New empty sandbox").click();
  await gone(page.getByRole("heading", { name: "Bills" }));
  await page.waitForFunction(() => document.querySelector(".sandbox-title").value === "New sandbox");
  await page.getByRole("main").getByRole("button", { name: "Open an example", exact: true }).click();
  await page.getByRole("button", { name: "Open the example: Cups and champions", exact: true }).click();
  await page.getByRole("heading", { name: "No table" }).waitFor({ state: "detached" });
});
