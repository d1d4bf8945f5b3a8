// My work lists all stored sandboxes. Each can be renamed, found, deleted, restored, duplicated and saved as a file.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { address, journey, started, violations } from "./harness.mjs";
import { announces, gone, says, sandbox, saved } from "./sandbox.mjs";

journey("my work: search, rename, duplicate, delete and undo", {}, async ({ page, context }) => {
  await make(page, ["Invoices", "Orders of May"]);
  await open(page);
  await says(dialog(page), "2 sandboxes are stored in this browser.");
  await says(dialog(page), /1 table · 10 items · [\d.]+\sKB/);

  await dialog(page).getByLabel("Search titles, tables and items").fill("invoi");
  await gone(titleOf(page, "Orders of May"));
  await dialog(page).getByLabel("Search titles, tables and items").fill("");

  // First a sandbox that is not open, then the open one.
  for (const [before, after] of [["Invoices", "Bills"], ["Orders of May", "Orders of June"]]) {
    await titleOf(page, before).fill(after);
    await titleOf(page, before).press("Enter");
    await titleOf(page, after).waitFor();
  }
  await page.waitForFunction(() => document.title === "Orders of June");

  await act(page, "Duplicate", "Bills").click();
  await titleOf(page, "Bills (copy)").waitFor();
  await act(page, "Delete", "Bills").click();
  await gone(titleOf(page, "Bills"));
  const undo = dialog(page).getByRole("button", { name: "Undo" });
  await undo.waitFor();
  assert.ok(await undo.evaluate((it) => it === document.activeElement), "the focus goes on from the deleted row");
  await page.keyboard.press("Enter");
  await titleOf(page, "Bills").waitFor();

  await act(page, "Open", "Bills (copy)").click();
  await page.waitForFunction(() => document.title === "Bills (copy)");
  await page.reload();
  await page.waitForFunction(() => document.title === "Bills (copy)");

  // Work that another tab writes is kept.
  const second = await context.newPage();
  await second.goto(await address());
  await started(second);
  await open(second);
  await act(second, "Delete", "Bills (copy)").click();
  await says(dialog(second), "It is open in another tab.");
});

journey("my work: deleting the open sandbox shows an example", {}, async ({ page }) => {
  await make(page, ["Gone"]);
  await open(page);
  await act(page, "Delete", "Gone").click();
  await page.waitForFunction(() => document.title === "A row that is not there" && location.hash === "");
});

journey("my work: another tab writes a sandbox whose opening was cancelled", {}, async ({ page, context }) => {
  await makeLarge(page);
  // The tab that made it has it.
  await page.goto("about:blank");
  await page.goto(await address());
  await started(page);
  await page.evaluate(() => {
    const cancel = () => document.querySelector('[aria-label="Notice"]:has(progress) button')?.click();
    new MutationObserver(cancel).observe(document.body, { childList: true, subtree: true });
  });
  await open(page);
  await act(page, "Open", "Large").click();
  await announces(page, "Opening was cancelled.");
  const second = await context.newPage();
  await second.goto(await address());
  await started(second);
  await open(second);
  await act(second, "Delete", "Large").click();
  await dialog(second).getByRole("button", { name: "Undo" }).waitFor();
  await gone(titleOf(second, "Large"));
});

journey("my work: a large sandbox that is deleted while it is opened is gone", {}, async ({ page }) => {
  await makeLarge(page);
  await make(page, ["Other"]);
  await open(page);
  await act(page, "Open", "Large").click();
  // A sandbox that comes onto the page closes menus and dialogs.
  for (let time = 0; ; time += 1) {
    try {
      await open(page, 3_000);
      await act(page, "Delete", "Large").click({ timeout: 3_000 });
      break;
    } catch (error) {
      if (time === 9) throw error;
    }
  }
  await dialog(page).getByRole("button", { name: "Undo" }).waitFor();
  await gone(titleOf(page, "Large"));
  await page.keyboard.press("Escape");
  // Whatever was opened of it, the page shows another sandbox, which is the one that its address names.
  await gone(page.getByRole("progressbar"));
  assert.notEqual(await sandbox(page).title.inputValue(), "Large");
  await page.reload();
  await started(page);
  assert.notEqual(await sandbox(page).title.inputValue(), "Large");
});

journey("my work: saved as files and opened again", {}, async ({ page }) => {
  await make(page, ["First", "Second"]);
  await open(page);
  const one = await download(page, () => act(page, "Save as file", "First").click());
  const all = await download(page, () => dialog(page).getByRole("button", { name: "Save all as one file" }).click());
  assert.equal(JSON.parse(all).work.length, 2);
  for (const name of ["First", "Second"]) {
    await act(page, "Delete", name).click();
    await gone(titleOf(page, name));
    if (name === "Second") continue;
    await dialog(page).waitFor();
  }
  await open(page);
  await file(page, all);
  await titleOf(page, "First").waitFor();
  await titleOf(page, "Second").waitFor();
  await file(page, one);
  await page.waitForFunction(() => document.title === "First");
});

journey("my work is accessible", {}, async ({ page }) => {
  await make(page, ["Invoices"]);
  await open(page);
  assert.deepEqual(await violations(page), []);
  await act(page, "Duplicate", "Invoices").click();
  await act(page, "Delete", "Invoices (copy)").click();
  await dialog(page).getByRole("button", { name: "Undo" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  await gone(dialog(page));
});

const dialog = (page) => page.getByRole("dialog", { name: "My work" });
const titleOf = (page, title) => dialog(page).getByLabel(`Title of “${title}”`, { exact: true });
const act = (page, verb, title) => dialog(page).getByRole("button", { name: `${verb} “${title}”`, exact: true });

async function open(page, timeout = undefined) {
  if (await dialog(page).isVisible()) return;
  await sandbox(page).button("Sandbox").click({ timeout });
  await page.getByRole("button", { name: /^My work \(/ }).click({ timeout });
  await dialog(page).waitFor({ timeout });
}

/** Makes a slot with each title; the last one stays on the page. */
async function make(page, titles) {
  for (const name of titles) {
    await page.goto("about:blank");
    await page.goto(await address());
    await started(page);
    const { title } = sandbox(page);
    await title.fill(name);
    await title.press("Enter");
    await saved(page);
  }
}

/** Opens a file that is opened in many slices, and stores it. */
async function makeLarge(page) {
  const table = {
    TableName: "Tab",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    Items: Array.from({ length: 12_000 }, (_, number) => ({ id: { S: `i${number}` } })),
  };
  const buffer = Buffer.from(JSON.stringify({ v: 1, title: "Large", tables: [table] }));
  await sandbox(page).button("Sandbox").click();
  await page.getByLabel("Open a file…").setInputFiles({ name: "large.json", mimeType: "application/json", buffer });
  await page.waitForFunction(() => document.title === "Large");
  await saved(page);
}

async function download(page, provoke) {
  const waiting = page.waitForEvent("download");
  await provoke();
  return readFile(await (await waiting).path(), "utf8");
}

async function file(page, text) {
  const input = dialog(page).getByLabel("Open a file…");
  await input.setInputFiles({ name: "work.json", mimeType: "application/json", buffer: Buffer.from(text) });
}
