// Work is stored, or it is in the tab and marked as not stored, even if the storage fails. Unfinished input is kept until
// it is sent or cancelled.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { address, journey, started } from "./harness.mjs";
import { gone, hasSandboxInAddress, says, sandbox, slotOf, saved, openExample } from "./sandbox.mjs";

journey("a sandbox that was closed while storage was full is stored when there is room", {}, async ({ page, context }) => {
  const { button, region } = sandbox(page);
  const setQuota = await quota(page, context);
  await setQuota(1000);
  await rename(page, "First");
  await page.getByText("Not saved in this browser").waitFor();
  const first = slotOf(page);
  await openExample(page, "Cups and champions");
  await says(region("Not stored"), "“First” could not be stored and is in this tab only.");

  // A reload finds the input by the name of the tab.
  await page.reload();
  await started(page);
  await says(region("Not stored"), "“First”");
  const download = page.waitForEvent("download");
  await region("Not stored").getByRole("button", { name: "Save as file" }).click();
  assert.equal(JSON.parse(await readFile(await (await download).path(), "utf8")).work[0].title, "First");

  await rename(page, "Second");
  await page.getByText("Not saved in this browser").waitFor();
  await openExample(page, "A row that is not there");
  await says(region("Not stored"), "2 in total");
  await page.goBack();
  await page.waitForFunction(() => document.title === "Second");
  await page.getByText("Not saved in this browser").waitFor();
  await setQuota();
  await saved(page);
  await gone(region("Not stored"));
  assert.deepEqual((await titles(page)).sort(), ["First", "Second"]);
  assert.notEqual(first, slotOf(page));
  await button("Sandbox").waitFor();
});

journey("what is not stored can be saved as a file, and the tab asks before it closes", {}, async ({ page, context }) => {
  const { region } = sandbox(page);
  const setQuota = await quota(page, context);
  await setQuota(1000);
  await rename(page, "Not stored");
  await page.getByText("Not saved in this browser").waitFor();
  const download = page.waitForEvent("download");
  await region("Storage").getByRole("button", { name: "Save as file" }).click();
  assert.match(await readFile(await (await download).path(), "utf8"), /Not stored/);
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  await setQuota();
  await saved(page);
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
});

journey("storage that does not answer is reported, and late answers are used", {}, async ({ page }) => {
  const { region } = sandbox(page);
  await rename(page, "Stored");
  await saved(page);
  // A late answer is newer than the sandbox in the address.
  await hasSandboxInAddress(page);
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    const held = [];
    window.answer = () => held.splice(0).forEach((send) => send());
    IDBFactory.prototype.open = function (...words) {
      const request = open.apply(this, words);
      const add = request.addEventListener.bind(request);
      const hold = (name, listener) => add(name, (event) => (window.answers ? listener(event) : held.push(() => listener(event))));
      for (const name of ["success", "error"]) {
        Object.defineProperty(request, `on${name}`, { set: (listener) => listener && hold(name, listener) });
      }
      request.addEventListener = hold;
      return request;
    };
  });
  await page.reload();
  await says(region("Stored work"), "could not be read, so the sandbox of this address is not on the page");
  const slot = slotOf(page);
  await rename(page, "Typed meanwhile");
  await says(region("Storage"), "This browser’s storage does not answer.");
  await page.getByText("Not saved in this browser").waitFor();
  await page.evaluate(() => {
    window.answers = true;
    window.answer();
  });
  await saved(page);
  await gone(region("Stored work"));
  assert.deepEqual((await titles(page)).sort(), ["Stored", "Typed meanwhile"]);
  await page.goBack();
  await page.waitForFunction(() => document.title === "Stored");
  assert.equal(slotOf(page), slot);
});

journey("a journal with a gap is reported, and its slot is not written again", {}, async ({ page }) => {
  const { region, title } = sandbox(page);
  for (const name of ["One", "Two", "Three", "Four"]) {
    await rename(page, name);
    await saved(page);
  }
  const slot = slotOf(page);
  await write(page, "log", "delete", [[slot, 1]]);
  await page.reload();
  await started(page);
  await says(region("Stored work"), "could not be read");
  assert.equal(await title.inputValue(), "One");
  await rename(page, "After");
  await saved(page);
  assert.notEqual(slotOf(page), slot);
  await page.reload();
  await page.waitForFunction(() => document.title === "After");
});

journey("a slot whose description cannot be read is listed and opened", {}, async ({ page }) => {
  await rename(page, "Described");
  await saved(page);
  await write(page, "slot", "put", ["{broken", slotOf(page)]);
  await page.reload();
  await page.waitForFunction(() => document.title === "Described");
  await sandbox(page).button("Sandbox").click();
  await page.getByRole("button", { name: "My work (1)…" }).waitFor();
});

journey("unfinished input survives a link that cannot be opened, and Back and Forward", {}, async ({ page }) => {
  const { button, field, region } = sandbox(page);
  await button("+ Item").click();
  await field("Value of CustomerId").fill("typed");
  for (const fragment of ["#z2.cut", "#work=none"]) {
    await page.evaluate((hash) => (location.hash = hash), fragment);
    await page.getByRole("button", { name: "Dismiss" }).first().click();
    assert.equal(await field("Value of CustomerId").inputValue(), "typed");
  }
  await openExample(page, "Cups and champions");
  await page.waitForFunction(() => document.title === "Cups and champions");
  await page.goBack();
  await page.waitForFunction(() => document.title === "A row that is not there");
  assert.equal(await field("Value of CustomerId").inputValue(), "typed");
  await region("Last operation").waitFor();
});

journey("a deleted sandbox that cannot be restored now can be restored later", {}, async ({ page }) => {
  await rename(page, "Deleted");
  await saved(page);
  await sandbox(page).button("Sandbox").click();
  await page.getByRole("button", { name: /^My work \(/ }).click();
  const dialog = page.getByRole("dialog", { name: "My work" });
  const undo = dialog.getByRole("button", { name: "Undo", exact: true });
  await dialog.getByRole("button", { name: "Delete “Deleted”" }).click();
  await undo.waitFor();
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...words) {
      IDBObjectStore.prototype.put = put;
      throw new DOMException("a journey lets nothing be stored", "UnknownError");
    };
  });
  await undo.click();
  await says(dialog.getByRole("alert"), "The browser’s storage failed. Try again.");
  await undo.click();
  await dialog.getByLabel("Title of “Deleted”").waitFor();
});

journey("after a crash without storage an example opens and the work is kept", {}, async ({ page, context, faults }) => {
  const setQuota = await quota(page, context);
  await setQuota(1000);
  await rename(page, "Crashes");
  await page.getByText("Not saved in this browser").waitFor();
  await page.evaluate(() => dispatchEvent(new CustomEvent("sparsebox-crash", { detail: "rendering" })));
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Open an example instead" }).click();
  await loaded;
  await started(page);
  faults.length = 0;
  await page.waitForFunction(() => document.title === "A row that is not there");
  await says(sandbox(page).region("Not stored"), "“Crashes” could not be stored and is in this tab only.");
});

journey("a document with several problems shows all of them", {}, async ({ page }) => {
  const { button, region } = sandbox(page);
  await button("Sandbox").click();
  const file = JSON.stringify({ v: 1, tables: 7, delay_ms: "soon", what: 1 });
  await page.getByLabel("Open a file…").setInputFiles({ name: "a.json", mimeType: "application/json", buffer: Buffer.from(file) });
  await says(region("Notice"), "parts were not opened as written.");
  assert.ok((await region("Notice").getByRole("listitem").count()) > 1);
  await says(region("Notice").getByRole("listitem"), "Member delay_ms: It is not a whole number.");
});

journey("the page does not claim that an unreadable file of stored work is in My work", {}, async ({ page }) => {
  const { button, region } = sandbox(page);
  await button("Sandbox").click();
  const open = async (work) => {
    const buffer = Buffer.from(JSON.stringify({ sparsebox_work: 1, work }));
    await page.getByLabel("Open a file…").setInputFiles({ name: "a.json", mimeType: "application/json", buffer });
  };
  await open([{ title: "Cut", checkpoint: "{" }]);
  await says(region("Stored work"), "“Cut” in this file could not be read.");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await button("Sandbox").click();
  await open([]);
  await says(region("Stored work"), "This file has no sandbox.");
});

/** Sets how many bytes the browser gives to the page; no limit of ours without a number. */
async function quota(page, context) {
  const devtools = await context.newCDPSession(page);
  const origin = new URL(await address()).origin;
  return (quotaSize) => devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
}

async function rename(page, name) {
  const { title } = sandbox(page);
  await title.fill(name);
  await title.press("Enter");
}

/** The titles of what is stored. */
async function titles(page) {
  return page.evaluate(async () => {
    const answer = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await answer(indexedDB.open("sparsebox"));
    const all = await answer(database.transaction("slot").objectStore("slot").getAll());
    database.close();
    return all.map((info) => JSON.parse(info).title);
  });
}

/** Calls a method of an object store, as something that breaks what is stored. */
async function write(page, store, method, words) {
  await page.evaluate(
    async ([store, method, words]) => {
      const answer = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
      const database = await answer(indexedDB.open("sparsebox"));
      const transaction = database.transaction(store, "readwrite");
      transaction.objectStore(store)[method](...words);
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      database.close();
    },
    [store, method, words],
  );
}
