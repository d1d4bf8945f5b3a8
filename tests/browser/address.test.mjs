// The address, the title and the content always agree: after Back, Forward, a reload, a pasted link, a second tab.
// Unfinished input survives a reload.

import assert from "node:assert/strict";
import { address, journey, open, started } from "./harness.mjs";
import { experiment, gone, linkOf, sandbox, saved, says, openExample } from "./sandbox.mjs";

journey("Back and Forward open what the address names", {}, async ({ page }) => {
  const link = await linkOf(page);
  await rename(page, "Mine");
  const own = new URL(page.url()).hash;
  assert.match(own, /^#work=/);
  await page.evaluate((hash) => (location.hash = hash), link);
  await shows(page, "A row that is not there", link);
  await openExample(page, "Cups and champions");
  await shows(page, "Cups and champions", "#example=champions");
  await page.goBack();
  await shows(page, "A row that is not there", link);
  await page.goBack();
  await shows(page, "Mine", own);
  await page.reload();
  await shows(page, "Mine", own);
  await page.goForward();
  await shows(page, "A row that is not there", link);
  await page.goForward();
  await shows(page, "Cups and champions", "#example=champions");
  await page.reload();
  await shows(page, "Cups and champions", "#example=champions");
});

journey("a broken link does not change the page and the address", {}, async ({ page }) => {
  await rename(page, "Mine");
  const own = new URL(page.url()).hash;
  await page.evaluate(() => (location.hash = "#hello"));
  await says(sandbox(page).region("Notice"), "This is not a Sparsebox link.");
  await shows(page, "Mine", own);
});

journey("an opened file is still open after a reload", {}, async ({ page }) => {
  await sandbox(page).button("Sandbox").click();
  const file = { name: "a.json", mimeType: "application/json", buffer: Buffer.from('{"v":1,"title":"From a file"}') };
  await page.getByLabel("Open a file…").setInputFiles(file);
  await saved(page);
  const { hash } = new URL(page.url());
  await page.reload();
  await shows(page, "From a file", hash);
});

journey("a second tab of the same work creates no slot until the first change", {}, async ({ page, context }) => {
  await rename(page, "Mine");
  await saved(page);
  const { hash } = new URL(page.url());
  const second = await context.newPage();
  await second.goto((await address()) + hash);
  await started(second);
  await shows(second, "Mine", hash);
  await second.getByText("Open in another tab").waitFor();
  assert.equal(await slotCount(second), 1);
  await rename(second, "Other");
  await saved(second);
  assert.equal(await slotCount(second), 2);
  await page.reload();
  await shows(page, "Mine", hash);
});

/** Waits until the address has the sandbox beside its slot, and returns what follows `#`, with its sign. */
async function settledAddress(page, before = "") {
  await page.waitForFunction((before) => /^#z2\..+&work=\w+$/.test(location.hash) && location.hash !== before, before);
  return new URL(page.url()).hash;
}

journey("the address of changed work opens it in any browser", { speed: 3 }, async ({ page }) => {
  await rename(page, "Mine");
  const first = await settledAddress(page);
  const { button, field, item, region } = sandbox(page);
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  // Not while time runs.
  await page.waitForTimeout(1_500);
  await says(region("OpenOrders"), "leaves in");
  assert.equal(new URL(page.url()).hash, first);
  const second = await settledAddress(page, first);
  assert.equal(second.split("&work=")[1], first.split("&work=")[1], "the same slot");

  const { page: other, context: elsewhere } = await open({ fragment: second });
  await shows(other, "Mine", second.split("&")[0]);
  await says(sandbox(other).region("OpenOrders"), "2 of 10");
  await rename(other, "Theirs");
  assert.notEqual((await settledAddress(other)).split("&work=")[1], second.split("&work=")[1]);
  // The way back leaves the page.
  await other.goBack();
  await other.goBack();
  assert.equal(other.url(), "about:blank");
  await elsewhere.close();

  // The slot is newer than the sandbox in an address of before.
  await page.goto("about:blank");
  await page.goto((await address()) + first);
  await started(page);
  await says(region("OpenOrders"), "2 of 10");
  await saved(page);
  assert.equal(await settledAddress(page, first), second, "the address of what is shown");
  // What is typed belongs to the slot, whatever is beside it in the address.
  await button("+ Item").click();
  await field("Value of CustomerId").fill("C7");
  await page.evaluate((hash) => (location.hash = hash), first);
  await page.waitForFunction((second) => location.hash === second, second);
  await page.reload();
  await started(page);
  await field("Value of CustomerId").waitFor();
  assert.equal(await field("Value of CustomerId").inputValue(), "C7");
  // Where the slot is gone, the address still has the sandbox.
  await page.goto("about:blank");
  await page.goto(await address());
  await started(page);
  await page.evaluate((slot) => new Promise((resolve) => {
    const request = indexedDB.open("sparsebox");
    request.onsuccess = () => {
      const change = request.result.transaction(["slot", "checkpoint"], "readwrite");
      for (const name of ["slot", "checkpoint"]) change.objectStore(name).delete(slot);
      change.oncomplete = () => resolve(request.result.close());
    };
  }), first.split("&work=")[1]);
  await page.goto("about:blank");
  await page.goto((await address()) + second);
  await started(page);
  await shows(page, "Mine", second.split("&")[0]);
  await says(region("OpenOrders"), "2 of 10");
});

journey("a sandbox that is too long for an address is in its slot only", {}, async ({ page }) => {
  await sandbox(page).button("Sandbox").click();
  const text = Array.from({ length: 20_000 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join("");
  const item = { id: { S: "a" }, text: { S: text } };
  const table = { TableName: "Long", KeySchema: [{ AttributeName: "id", KeyType: "HASH" }], AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }], Items: [item] };
  const buffer = Buffer.from(JSON.stringify({ v: 1, title: "Long", tables: [table] }));
  await page.getByLabel("Open a file…").setInputFiles({ name: "a.json", mimeType: "application/json", buffer });
  await saved(page);
  await page.waitForTimeout(2_500);
  assert.match(new URL(page.url()).hash, /^#work=\w+$/);
});

journey("work of another browser is named", {}, async ({ page }) => {
  await page.goto("about:blank");
  await page.goto(`${await address()}#work=elsewhere`);
  await page.getByText("stored in another browser, or that was deleted").waitFor();
  await shows(page, "A row that is not there", "");
});

journey("unfinished input survives a reload", {}, async ({ page }) => {
  const { button, field } = sandbox(page);
  await button("+ Item").click();
  await field("Value of CustomerId").fill("C7");
  await page.reload();
  await started(page);
  await field("Value of CustomerId").waitFor();
  assert.equal(await field("Value of CustomerId").inputValue(), "C7");
  await page.keyboard.press("Escape");
  await page.reload();
  await started(page);
  await button("+ Item").waitFor();
  await gone(field("Value of CustomerId"));
});

journey("designs, reads, patterns and workloads in progress survive a reload", {}, async ({ page }) => {
  const { button, field } = sandbox(page);
  const { workspace } = sandbox(page);
  const reload = async () => {
    await page.reload();
    await started(page);
  };
  await button("Query").click();
  await field("Value of CustomerId").fill("C7");
  await field("Limit").fill("3");
  await reload();
  assert.equal(await field("Value of CustomerId").inputValue(), "C7");
  assert.equal(await field("Limit").inputValue(), "3");
  await page.keyboard.press("Escape");
  await gone(field("Limit"));

  await workspace("Design").click();
  await button("+ Query OpenOrders").click();
  const form = page.getByRole("form", { name: "Access pattern" });
  await form.getByLabel("Requests", { exact: true }).fill("123");
  await reload();
  assert.equal(await form.getByLabel("Requests", { exact: true }).inputValue(), "123");
  await button("Cancel").click();

  await workspace("Load").click();
  await experiment(page, "Steady");
  await saved(page);
  const request = field("Request with placeholders").first();
  const openJson = async () => {
    await page.getByRole("button", { name: /^Change Put/ }).first().click();
    await page.getByText("The request as JSON", { exact: true }).first().click();
  };
  await openJson();
  await request.fill('{ "TableName": "Orders" }');
  await reload();
  await openJson();
  assert.equal(await request.inputValue(), '{ "TableName": "Orders" }');

  await button("Sandbox").click();
  await button("New table…").click();
  await field("Table name").fill("Th");
  await reload();
  const dialog = page.getByRole("dialog", { name: "New table" });
  assert.equal(await dialog.getByLabel("Table name", { exact: true }).inputValue(), "Th");
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await gone(dialog);
  await reload();
  await button("Sandbox").waitFor();
  assert.equal(await dialog.count(), 0);
});

journey("a menu closes when the focus leaves it", {}, async ({ page }) => {
  const { button } = sandbox(page);
  await button("Sandbox").click();
  const item = page.getByRole("button", { name: "New table…" });
  await item.waitFor();
  await button("Share").focus();
  await gone(item);
});

journey("where copying is not allowed, the whole address is selected", {}, async ({ page }) => {
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  });
  await sandbox(page).button("Share").click();
  await sandbox(page).button("Copy link").click();
  const field = page.getByLabel("Text to copy");
  await field.waitFor();
  const text = await field.inputValue();
  assert.ok(text.startsWith(`${await address()}#`), text);
  assert.equal(await page.evaluate(() => getSelection().toString() || document.activeElement.value), text);
  assert.equal(await field.evaluate((it) => it.selectionEnd - it.selectionStart), text.length);
});

/** Waits until the page shows this title at this address. Work has the same address if it has the same slot. */
async function shows(page, title, hash) {
  await page.waitForFunction(
    ([title, hash]) => {
      const named = (hash) => hash.split("work=").at(-1);
      return document.title === title && named(location.hash) === named(hash);
    },
    [title, hash],
  );
  // The title of the tab changes before the page is drawn.
  const field = await sandbox(page).title.elementHandle();
  await page.waitForFunction(([field, title]) => field.value === title, [field, title]);
}

async function rename(page, name) {
  const { title } = sandbox(page);
  await title.fill(name);
  await title.press("Enter");
  await page.waitForFunction((name) => document.title === name, name);
}

function slotCount(page) {
  return page.evaluate(async () => {
    const database = await new Promise((resolve) => {
      const request = indexedDB.open("sparsebox");
      request.onsuccess = () => resolve(request.result);
    });
    const request = database.transaction("slot").objectStore("slot").count();
    const count = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    database.close();
    return count;
  });
}
