// What other sites can write changes nothing that this browser stores: an address, a name of a window, a message.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { address, journey, started } from "./harness.mjs";
import { DOCS, SPARSEBOX, servePage, serveSparsebox } from "./hosts.mjs";
import { hasSandboxInAddress, lesson, linkOf, says, sandbox, slotOf, saved } from "./sandbox.mjs";

/** Opens an address in a new window as another site does, with a name for it. Returns the window. */
async function openFromDocs(page, context, opened, name = "_blank") {
  await servePage(context, `${DOCS}/`, "<h1>Docs</h1>");
  const docs = await context.newPage();
  await docs.goto(`${DOCS}/`);
  const popup = docs.waitForEvent("popup");
  await docs.evaluate(([opened, name]) => void window.open(opened, name), [opened, name]);
  const window = await popup;
  await started(window);
  return window;
}

journey("the name that a site gives a window plants no sandboxes", {}, async ({ page, context }) => {
  await rename(page, "Mine");
  const [checkpoint] = await stored(page, "checkpoint");
  const file = (...titles) => JSON.stringify({ sparsebox_work: 1, work: titles.map((title) => ({ title, checkpoint, lines: [] })) });
  const name = `sparsebox:restore${JSON.stringify({ shown: file("Shown"), left: file("One", "Two") })}`;
  const window = await openFromDocs(page, context, await address(), name);
  assert.equal(await window.evaluate(() => self.name), name);
  assert.equal(await window.title(), "A row that is not there");
  assert.equal(await sandbox(window).region("Not stored").count(), 0);
  await rename(window, "Changed by the user");
  assert.deepEqual(await titles(page), ["Changed by the user", "Mine"]);
});

journey("a lesson of an address stores nothing until the user does something", {}, async ({ page, context }) => {
  const window = await openFromDocs(page, context, `${await address()}?lesson=conditional-index`);
  const { panel, button, title } = lesson(window);
  await says(title, "");
  await panel.getByRole("radio").first().waitFor();
  assert.deepEqual(await titles(page), []);
  assert.equal(await page.evaluate(() => localStorage.getItem("sparsebox:lessons")), null);

  await panel.getByRole("radio", { name: /4 write units/ }).check();
  await button("Predict").click();
  await says(panel, "What happened");
  await says(window.locator(".saving"), "Saved");
  assert.equal((await titles(page)).length, 1);
  assert.notEqual(await page.evaluate(() => localStorage.getItem("sparsebox:lessons")), null);
  const slot = slotOf(window);
  await window.reload();
  await says(panel, "What happened");
  assert.equal(slotOf(window), slot);
});

journey("time that passes in a link stores nothing until the user does something", {}, async ({ page, context }) => {
  const { button, item, entry } = sandbox(page);
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await says(entry("OpenOrders", "O-1003"), "leaves in");
  const link = await linkOf(page);
  await says(page.locator(".saving"), "Saved");
  const count = (await titles(page)).length;
  const window = await openFromDocs(page, context, (await address()) + link);
  await says(sandbox(window).region("OpenOrders"), "2 of 10");
  assert.equal((await titles(page)).length, count);
  await rename(window, "Changed by the user");
  assert.equal((await titles(page)).length, count + 1);
});

journey("messages from other windows do nothing", {}, async ({ page, context }) => {
  const before = await linkOf(page);
  await servePage(context, `${DOCS}/`, "<h1>Docs</h1>");
  const docs = await context.newPage();
  await docs.goto(`${DOCS}/`);
  const popup = docs.waitForEvent("popup");
  await docs.evaluate((opened) => void (window.opened = window.open(opened)), await address());
  const window = await popup;
  await started(window);
  await docs.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    window.heard = [];
    port1.onmessage = ({ data }) => window.heard.push(data);
    window.opened.postMessage({ sparsebox: 1, type: "hello" }, "*", [port2]);
    port1.postMessage({ id: 1, method: "getState" });
    port1.postMessage({ id: 2, method: "reset" });
    window.opened.postMessage({ id: 3, method: "run", operation: "DeleteTable", request: '{"TableName":"Orders"}' }, "*");
  });
  await rename(window, "Changed by the user");
  assert.deepEqual(await docs.evaluate(() => window.heard), []);
  await rename(window, "A row that is not there");
  assert.equal(await linkOf(window), before);
});

journey("the page stores what the documentation lists, and nothing else", {}, async ({ page, context }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.reload();
  await started(page);
  await page.evaluate(() => sessionStorage.setItem("of another program", ""));
  await rename(page, "Stored");
  await sandbox(page).button("+ Item").click();
  await sandbox(page).field("Value of CustomerId").fill("typed");
  await sandbox(page).button("Learn").click();
  await page.getByRole("button", { name: /^A row that is not there/ }).click();
  await lesson(page).title.waitFor();
  await lesson(page).panel.getByRole("textbox").first().fill("4.5");
  await lesson(page).button("Predict").click();
  await page.getByRole("button", { name: /^Theme:/ }).first().click();
  const found = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    cookies: document.cookie,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  const text = await readFile(new URL("../../static/docs/security.md", import.meta.url), "utf8");
  const named = (kind) => text.split("\n").filter((line) => line.startsWith("|") && line.includes(`\`${kind}\``)).flatMap((line) => line.match(/sparsebox:[\w-]+/g) ?? []);
  assert.deepEqual(found.local.filter((key) => !named("localStorage").includes(key)), []);
  assert.deepEqual(found.session.filter((key) => !named("sessionStorage").includes(key)), ["of another program"]);
  for (const name of ["sparsebox:lessons", "sparsebox:preferences"]) assert.ok(found.local.includes(name), name);
  const databases = [...text.matchAll(/database `([\w-]+)`/g)].map(([, name]) => name);
  assert.deepEqual(found.databases.sort(), databases.sort());
  assert.deepEqual([found.caches, found.cookies, found.workers, await context.cookies()], [[], "", 0, []]);
  assert.deepEqual(asked.filter((url) => new URL(url).origin !== new URL(page.url()).origin), []);
});

journey("every page of the origin reads what is stored, and a frame in another site reads none of it", { url: `${SPARSEBOX}index.html`, prepare: serveSparsebox }, async ({ page, context }) => {
  await rename(page, "Mine");
  const other = await context.newPage();
  await other.goto(`${SPARSEBOX}examples/open-orders.html`);
  assert.deepEqual(await titles(other), ["Mine"]);
  await servePage(context, `${DOCS}/`, `<iframe title="whole" src="${SPARSEBOX}index.html" width="1200" height="800"></iframe>`);
  const docs = await context.newPage();
  await docs.goto(`${DOCS}/`);
  const frame = await (await docs.waitForSelector("iframe")).contentFrame();
  await frame.waitForFunction(() => window.programRuns && !document.getElementById("start"));
  // The browser gives the frame an empty storage, or denies it any.
  const read = await titles(frame).catch((error) => (/denied/.test(error) ? [] : Promise.reject(error)));
  assert.deepEqual(read, []);
});

async function rename(page, name) {
  const { title } = sandbox(page);
  await title.fill(name);
  await title.press("Enter");
  await saved(page);
  await hasSandboxInAddress(page);
}

/** Everything in an object store. */
async function stored(page, store) {
  return page.evaluate(async (store) => {
    if (!(await indexedDB.databases()).some(({ name }) => name === "sparsebox")) return [];
    const answer = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await answer(indexedDB.open("sparsebox"));
    const all = await answer(database.transaction(store).objectStore(store).getAll());
    database.close();
    return all;
  }, store);
}

/** The titles of what is stored. */
const titles = async (page) => (await stored(page, "slot")).map((info) => JSON.parse(info).title).sort();
