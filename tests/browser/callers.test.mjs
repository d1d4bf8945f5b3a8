// Callers: a user of IAM is added with a policy, requests are sent as it, and the page says why one is denied.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { gone, sandbox, says } from "./sandbox.mjs";

const EXAMPLE = { fragment: "#example=champions" };

async function addPadma(page) {
  const { button } = sandbox(page);
  const dialog = page.getByRole("dialog", { name: "Callers" });
  await button("Table menu").click();
  await button("Callers…").click();
  await dialog.getByRole("button", { name: "+ Caller", exact: true }).click();
  await dialog.getByLabel("Name of caller 1", { exact: true }).fill("Padma");
  await dialog.getByRole("button", { name: "Own rows only", exact: true }).click();
  return dialog;
}

journey("a caller is added, sends a request, and reads why another is denied", EXAMPLE, async ({ page }) => {
  const { button, why } = sandbox(page);
  const dialog = await addPadma(page);
  const policy = dialog.getByLabel("Policy 1 of caller 1", { exact: true });
  const text = await policy.inputValue();
  await policy.fill(text.replace("StringEquals", "StringEqual"));
  await says(dialog, "no operator ForAllValues:StringEqual is known");
  assert.ok(await dialog.getByRole("button", { name: "Save", exact: true }).isDisabled());
  assert.deepEqual(await violations(page), []);
  await policy.fill(text);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await gone(dialog);
  const sender = page.getByRole("combobox", { name: "Who sends requests" });
  assert.equal(await sender.inputValue(), "as Padma");
  await says(page.getByRole("main"), "Padma may not read 3 of 7 items: grey here. Statement 1 of policy OwnRows allows GetItem on GameScores only if");
  await says(page.getByRole("region", { name: "Champions" }), "Padma may not read 3 of 3 items: grey here.");
  await page.getByText("no access").first().waitFor();
  assert.deepEqual(await violations(page), []);

  await button("Scan").click();
  const form = page.getByRole("form", { name: /Scan/ }).or(page.locator("form")).first();
  await says(form, "AccessDeniedException");
  await button("Run").click();
  await says(why, "No statement of the policies of Padma allows Scan on GameScores.");
  await sender.selectOption("as the owner");
  await gone(page.getByText("no access"));
  await button("Undo: Send requests as the owner").waitFor();
  await gone(form.getByText("AccessDeniedException"));
});

journey("callers by keyboard, on a phone", { ...EXAMPLE, width: 390, height: 844 }, async ({ page }) => {
  const dialog = await addPadma(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  assert.ok(!wide, "the page does not scroll sideways");
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Save", exact: true }).focus();
  await page.keyboard.press("Enter");
  await gone(dialog);
});
