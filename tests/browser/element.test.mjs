// <sparse-box> in pages of other sites: what a reader of docs sees, and what the script of such a page can do.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { SITE } from "./environment.mjs";
import { journey, violations } from "./harness.mjs";
import { DOCS, SPARSEBOX, blockStorage, elementFrame, servePage, serveSparsebox } from "./hosts.mjs";
import { faultsOfLayout } from "./layout.mjs";
import { POLICY, serve } from "./site.mjs";
import { gone, lesson, sandbox, says } from "./sandbox.mjs";

const script = (base) => `<script type="module" src="${base}embed/sparse-box.js"></script>`;

/** What the docs show where the sandbox cannot run. */
const FALLBACK = "<table><caption>Open orders</caption><tr><th>OrderId</th></tr><tr><td>O-1003</td></tr></table>";

/** The policy that `docs/embed.md` names for a page with the element. */
const STRICT = {
  "Content-Security-Policy": `default-src 'none'; img-src data:; connect-src 'self'; script-src ${new URL(SPARSEBOX).origin}; frame-src ${new URL(SPARSEBOX).origin}`,
  "Cross-Origin-Embedder-Policy": "require-corp",
};

const PAGE = `
  <main><h1>Sparse indexes</h1>
  <sparse-box id="shown" title="Open orders" view="table,gsi:OpenOrders" height="420">${FALLBACK}</sparse-box>
  <sparse-box id="asked" title="By total" view="lsi:ByTotal" load="click" ro>${FALLBACK}</sparse-box></main>
  ${script(SPARSEBOX)}`;

async function prepare(context) {
  await serveSparsebox(context);
  await servePage(context, `${DOCS}/`, PAGE, STRICT);
  await blockStorage(context);
}

journey("an element shows a sandbox in place of its fallback, at once or by a press", { url: `${DOCS}/`, waitForProgram: false, prepare }, async ({ page }) => {
  const shown = page.locator("#shown");
  const asked = page.locator("#asked");
  const frame = await elementFrame(page, "#shown");
  await says(sandbox(frame).region("OpenOrders"), "3 of 10");
  assert.equal(await shown.getByRole("table").isVisible(), false, "the fallback");
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true, "the focus was taken");

  assert.equal(await asked.getByRole("table").isVisible(), true);
  assert.equal(await asked.locator("iframe").count(), 0);
  assert.deepEqual(await violations(page), []);
  await asked.getByRole("button", { name: "Start: By total" }).focus();
  await page.keyboard.press("Enter");
  const pressed = await elementFrame(page, "#asked");
  await says(sandbox(pressed).region("ByTotal"), "10 of 10");
  await asked.getByRole("button").waitFor({ state: "detached" });
  assert.equal(await pressed.getByRole("button", { name: "Reset" }).count(), 0, "it is read-only");
  // As high as its content, within a limit.
  const heightOf = (part) => part.locator("iframe").evaluate((it) => it.clientHeight);
  const card = sandbox(pressed).region("ByTotal");
  assert.equal(await card.evaluate((card) => card.parentElement.scrollHeight - card.parentElement.clientHeight), 0, "a scroll bar");
  assert.ok((await heightOf(asked)) - (await card.evaluate((card) => card.getBoundingClientRect().bottom)) < 60, "empty space");
  assert.equal(await heightOf(shown), 420);
  await page.evaluate(() => document.getElementById("asked").setAttribute("max-height", "200"));
  assert.equal(await heightOf(asked), 200);
  assert.deepEqual(await pressed.evaluate(() => window.storageUses), []);

  await page.emulateMedia({ media: "print" });
  assert.equal(await shown.getByRole("table").isVisible(), true, "print shows the fallback");
  assert.equal(await shown.locator("iframe").isVisible(), false);
});

journey("the script of a page sends requests to an element and hears what they cost", { url: `${DOCS}/`, waitForProgram: false, prepare }, async ({ page }) => {
  const frame = await elementFrame(page, "#shown");
  await page.evaluate(() => {
    window.heard = [];
    const box = document.getElementById("shown");
    for (const name of ["operation", "change", "error"]) box.addEventListener(`sparsebox-${name}`, ({ detail }) => window.heard.push(detail));
  });
  const ask = (method, ...given) =>
    page.evaluate(([method, given]) => document.getElementById("shown")[method](...given).catch(({ code, message }) => ({ code, message })), [method, given]);
  const heard = () => page.evaluate(() => window.heard.splice(0));

  const remove = {
    TableName: "Orders",
    Key: { CustomerId: { S: "C1" }, OrderId: { S: "O-1003" } },
    UpdateExpression: "REMOVE OrderOpenDate",
    ReturnValues: "UPDATED_OLD",
  };
  const before = await ask("getState");
  assert.deepEqual(await ask("run", "UpdateItem", remove), { Attributes: { OrderOpenDate: { S: "2024-05-03" } } });
  const [operation, change] = await heard();
  assert.deepEqual(
    { ...operation, parts: operation.parts.filter(({ units }) => units > 0) },
    {
      event: "operation",
      operation: "UpdateItem",
      accepted: true,
      readUnits: 0,
      writeUnits: 5,
      parts: [
        { table: "Orders", index: null, units: 4 },
        { table: "Orders", index: "OpenOrders", units: 1 },
      ],
    },
  );
  assert.deepEqual(change, { event: "change" });
  await frame.getByRole("button", { name: /5 write units.*4 Orders.*1 OpenOrders/ }).waitFor();
  await says(sandbox(frame).region("OpenOrders"), "2 of 10");
  const link = await ask("getLink");
  assert.ok(link.startsWith(`${SPARSEBOX}index.html#z`), link);

  assert.equal(await ask("reset"), undefined);
  await says(sandbox(frame).region("OpenOrders"), "3 of 10");
  assert.equal(await ask("setState", before), undefined);
  assert.deepEqual(await ask("step"), { code: "rejected", message: "No update is pending." });
  await ask("setTheme", "dark");
  assert.equal(await frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "dark");
  await heard();

  // What is no request of a page changes nothing.
  const state = await ask("getState");
  const scan = await ask("run", "Scan", { TableName: "Nothing" });
  assert.equal(scan.code, "rejected");
  assert.deepEqual((await heard()).map(({ event, accepted }) => [event, accepted]), [["operation", false]]);
  for (const [method, given, code] of [
    ["setState", ["{"], "rejected"],
    ["setState", [before.slice(0, -40)], "rejected"],
    ["setState", ["[".repeat(100_000)], "rejected"],
    ["setTheme", ["red"], "invalid-member"],
  ]) {
    assert.equal((await ask(method, ...given)).code, code, `${method} ${given[0].slice(0, 20)}`);
  }
  const answers = await page.evaluate(async (state) => {
    const { contentWindow } = document.getElementById("shown").shadowRoot.querySelector("iframe");
    const open = (hello) => {
      const { port1, port2 } = new MessageChannel();
      contentWindow.postMessage(hello, "*", [port2]);
      return port1;
    };
    const next = (port) => new Promise((resolve) => (port.onmessage = ({ data }) => resolve(data)));
    const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const ignored = [{ sparsebox: 2, type: "hello" }, { type: "hello" }, "hello", null].map((hello) => next(open(hello)));
    const port = open({ sparsebox: 1, type: "hello" });
    const ready = await next(port);
    const silent = await Promise.race([...ignored, later(500)]);
    const deep = { id: 2, method: "reset", by: {} };
    for (let level = 0, inner = deep.by; level < 200; level += 1) inner = inner.by = {};
    const replies = [];
    port.onmessage = ({ data }) => replies.push(data);
    const requests = [null, "reset", [], {}, { id: "1", method: "reset" }, { id: 1, method: "eval" }, { id: 3, method: { a: 1 } }, { id: 4, method: "setState", state: "x".repeat(33_600_000) }];
    for (const request of requests) port.postMessage(request);
    await later(500);
    const codes = replies.map(({ id, error }) => [id, error?.code]);
    // Nothing of a request is read but its members.
    port.postMessage(deep);
    for (let count = 0; count < 3_000; count += 1) port.postMessage({ id: 5 + count, method: "eval" });
    while (!replies.at(-1)?.event) await later(50);
    await later(200);
    return { ready, silent, codes, count: replies.length - codes.length, last: replies.at(-1) };
  }, state);
  assert.deepEqual([answers.ready.event, answers.ready.version, answers.ready.problem], ["ready", 1, null]);
  assert.equal(answers.silent, undefined, "a message of another version was answered");
  assert.deepEqual(answers.codes, [[1, "unknown-method"], [3, "invalid-member"], [4, "too-large"]]);
  assert.ok(answers.count < 3_000, `${answers.count} replies to a flood`);
  assert.match(answers.last.message, /More than 200 messages in a second/);
  await says(sandbox(frame).region("OpenOrders"), "3 of 10");
});

journey("a large document of the page around is opened step by step, and what that page asks meanwhile waits", { url: `${DOCS}/`, waitForProgram: false, prepare }, async ({ page }) => {
  const frame = await elementFrame(page, "#shown");
  // What is below the embed, each time that it changes.
  await frame.evaluate(() => {
    window.said = [];
    new MutationObserver(() => {
      const problems = document.querySelector(".embed-problems");
      if (problems) window.said.push(problems.textContent);
      if (window.cancels) problems?.querySelector("button")?.click();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const open = (title) =>
    page.evaluate(async (title) => {
      const box = document.getElementById("shown");
      const table = {
        TableName: "Tab",
        AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
        KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
        Items: Array.from({ length: 20_000 }, (_, number) => ({ id: { S: `i${number}` } })),
      };
      const done = [];
      const asked = [box.setState(JSON.stringify({ v: 1, title, tables: [table] })), box.run("Scan", { TableName: "Tab", Limit: 3 }), box.getState()];
      await Promise.all(
        asked.map(async (answer, position) => {
          const heard = await answer.catch(({ code, message }) => `${code}: ${message}`);
          done.push([position, heard?.Count ?? (position === 2 ? JSON.parse(heard).designs.A.title : heard)]);
        }),
      );
      return done;
    }, title);
  assert.deepEqual(await open("Large"), [[0, undefined], [1, 3], [2, "Large"]]);
  const said = await frame.evaluate(() => window.said);
  assert.ok(said.some((words) => /^A sandbox is opened/.test(words)), JSON.stringify(said));
  await frame.evaluate(() => (window.cancels = true));
  assert.deepEqual(await open("Larger"), [[0, "rejected: Opening was cancelled. The sandbox on the page is as it was."], [1, 3], [2, "Large"]]);
  await gone(frame.locator(".embed-problems button"));
  // A browser draws no frame that is out of view, also not the one that was asked for while time runs.
  await frame.evaluate(() => (window.cancels = false));
  await page.evaluate(async () => {
    const box = document.getElementById("shown");
    const table = {
      TableName: "Tab",
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      GlobalSecondaryIndexes: [
        { IndexName: "Copy", KeySchema: [{ AttributeName: "id", KeyType: "HASH" }], Projection: { ProjectionType: "KEYS_ONLY" } },
      ],
    };
    await box.setState(JSON.stringify({ v: 1, title: "Time runs", delay_ms: 60_000, tables: [table] }));
    await box.run("PutItem", { TableName: "Tab", Item: { id: { S: "1" } } });
  });
  await page.evaluate(() => (document.body.style.marginTop = "9000px"));
  assert.deepEqual(await open("Out of view"), [[0, undefined], [1, 3], [2, "Out of view"]]);
});

journey("a new port is told ready first, and nothing that was asked through the one before", { url: `${DOCS}/`, waitForProgram: false, prepare }, async ({ page }) => {
  await elementFrame(page, "#shown");
  const heard = await page.evaluate(async () => {
    const box = document.getElementById("shown");
    const table = {
      TableName: "Tab",
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      Items: Array.from({ length: 20_000 }, (_, number) => ({ id: { S: `i${number}` } })),
    };
    box.setState(JSON.stringify({ v: 1, title: "Large", tables: [table] })).catch(() => {});
    box.run("Scan", { TableName: "Tab", Limit: 3 }).catch(() => {});
    const { port1, port2 } = new MessageChannel();
    const heard = [];
    const state = new Promise((resolve) => {
      port1.onmessage = ({ data }) => {
        heard.push(data.event ?? data.id);
        if (data.id === 1000) resolve();
      };
    });
    (box.shadowRoot ?? box).querySelector("iframe").contentWindow.postMessage({ sparsebox: 1, type: "hello" }, "*", [port2]);
    port1.postMessage({ id: 1000, method: "getState" });
    await state;
    return heard;
  });
  assert.equal(heard[0], "ready");
  assert.deepEqual(heard.filter((it) => typeof it === "number"), [1000]);
});

const LESSONS = `<main><h1>Lessons</h1>
  <sparse-box id="sparse" lesson="open-orders" step="list" view="table,gsi:OpenOrders" height="420" title="A row that is not there">${FALLBACK}</sparse-box>
  <sparse-box id="load" href="${SPARSEBOX}?lesson=hot-partition" title="One partition too hot">${FALLBACK}</sparse-box>
  <sparse-box id="none" lesson="no-such-lesson" title="None">${FALLBACK}</sparse-box></main>
  ${script(SPARSEBOX)}`;

async function prepareLessons(context) {
  await serveSparsebox(context);
  await servePage(context, `${DOCS}/`, LESSONS);
  await blockStorage(context);
}

journey("an element shows a lesson, and tells the page when a goal is reached", { url: `${DOCS}/`, waitForProgram: false, prepare: prepareLessons }, async ({ page, context, faults }) => {
  await page.evaluate(() => {
    window.goals = [];
    document.addEventListener("sparsebox-goal", ({ detail }) => window.goals.push(detail), true);
  });
  const frame = await elementFrame(page, "#sparse");
  const address = frame.url();
  const { panel, button, title, next } = lesson(frame);
  await says(title, "Ask the index");
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true, "the focus was taken");
  assert.equal(await panel.getByRole("button", { name: "Close the lesson" }).count(), 0);
  assert.deepEqual(await violations(frame), []);
  assert.deepEqual(await frame.evaluate(faultsOfLayout), []);
  await button("Show me").click();
  await says(panel, "Done");
  assert.deepEqual(await page.evaluate(() => window.goals.splice(0)), [{ event: "goal", lesson: "open-orders", step: "list", task: "oldest-first" }]);

  // A question, and what happens beside the prediction.
  await next.press("Enter");
  await panel.getByRole("radio").nth(1).check();
  await button("Predict").click();
  await says(sandbox(frame).entry("OpenOrders", "O-1003"), "leaves in");
  await panel.getByRole("button", { name: /\(done\)$/ }).nth(1).waitFor();
  await says(sandbox(frame).region("OpenOrders"), "2 of 10");
  assert.equal(frame.url(), address, "the address of the frame");
  assert.deepEqual(await frame.evaluate(() => window.storageUses), []);

  // The whole page continues at the step.
  const [full] = await Promise.all([context.waitForEvent("page"), frame.getByRole("link", { name: "Open full" }).click()]);
  assert.equal(new URL(full.url()).search, "?lesson=open-orders&step=ship");
  await full.close();

  // A lesson about throughput shows the workspace that it needs.
  await page.locator("#load").scrollIntoViewIfNeeded();
  const load = await elementFrame(page, "#load");
  await lesson(load).panel.getByRole("radio").first().check();
  await lesson(load).button("Predict").click();
  await says(lesson(load).panel, "What happened");
  await load.getByRole("region", { name: "Result" }).getByText("were throttled").first().waitFor();

  const none = page.locator("#none");
  await none.scrollIntoViewIfNeeded();
  await says(none.getByRole("status"), "Its files could not be loaded.");
  assert.equal(await none.getByRole("table").isVisible(), true);
  faults.splice(0);
});

/** Text that would be markup if it were not escaped. */
const MARKUP = '<img src=x onerror="alert(1)">';

const STATES = `<main><h1>States</h1>
  <sparse-box id="file" src="orders.json" view="table" title="From a file">${FALLBACK}</sparse-box>
  <sparse-box id="missing" src="missing.json" title="Missing">${FALLBACK}</sparse-box>
  <sparse-box id="cut" src="cut.json" title="Cut">${FALLBACK}</sparse-box>
  <sparse-box id="newer" src="newer.json" title="Newer">${FALLBACK}</sparse-box>
  <sparse-box id="deep" src="deep.json" title="Deep">${FALLBACK}</sparse-box>
  <sparse-box id="markup" src="markup.json" title="&lt;img src=x onerror=alert(1)&gt;">${FALLBACK}</sparse-box>
  <sparse-box id="link" href="${SPARSEBOX}#z2.cut" title="Damaged link">${FALLBACK}</sparse-box></main>
  ${script(SPARSEBOX)}`;

async function prepareStates(context) {
  await serveSparsebox(context);
  await servePage(context, `${DOCS}/`, STATES);
  const file = await readFile(new URL("../../static/open-orders.json", import.meta.url), "utf8");
  const json = { contentType: "application/json" };
  await context.route(`${DOCS}/orders.json`, (route) => route.fulfill({ body: file, ...json }));
  await context.route(`${DOCS}/cut.json`, (route) => route.fulfill({ body: file.slice(0, 200), ...json }));
  await context.route(`${DOCS}/newer.json`, (route) => route.fulfill({ body: '{"v":99,"designs":{}}', ...json }));
  await context.route(`${DOCS}/deep.json`, (route) => route.fulfill({ body: `{"v":1,"tables":${"[".repeat(100_000)}`, ...json }));
  const markup = file.replaceAll('"Notes"', `"${MARKUP.replaceAll('"', "'")}"`).replace('"A row that is not there"', JSON.stringify(MARKUP));
  await context.route(`${DOCS}/markup.json`, (route) => route.fulfill({ body: markup, ...json }));
  await context.route(`${DOCS}/missing.json`, (route) => route.fulfill({ status: 404 }));
}

journey("a file beside the page is opened, and what cannot be opened is said below the fallback", { url: `${DOCS}/`, waitForProgram: false, prepare: prepareStates }, async ({ page, faults }) => {
  const frame = await elementFrame(page, "#file");
  await says(frame.getByRole("heading", { name: "Orders", exact: true }), "Orders");
  for (const [id, words] of [
    ["missing", "The file missing.json cannot be loaded: status 404."],
    ["cut", "This is not a sandbox: line 1"],
    ["newer", "This file was made by a newer version (format 99"],
    ["deep", "This sandbox is nested more than"],
    ["link", "This link is cut short"],
  ]) {
    const box = page.locator(`#${id}`);
    // Those that are far below the window do not start.
    await box.scrollIntoViewIfNeeded();
    await says(box.getByRole("status"), words);
    assert.equal(await box.getByRole("table").isVisible(), true, id);
    assert.equal(await box.locator("iframe").count(), 0, id);
    await box.getByRole("link", { name: "Open in Sparsebox" }).waitFor();
  }
  assert.deepEqual(await violations(page), []);
  // Markup in names and titles stays text.
  await page.locator("#markup").scrollIntoViewIfNeeded();
  const names = await elementFrame(page, "#markup");
  await names.getByText("<img src=x onerror=").first().waitFor();
  assert.equal(await names.locator("img[src=x]").count(), 0);
  assert.equal(await page.locator("#markup iframe").getAttribute("title"), "<img src=x onerror=alert(1)>");
  // Another link takes the place of one that failed.
  await page.locator("#link").evaluate((box, href) => box.setAttribute("href", href), `${SPARSEBOX}#example=champions`);
  const mended = await elementFrame(page, "#link");
  await says(mended.getByRole("region", { name: "Champions" }), "Champions");
  assert.ok(faults.length > 0, "the browser reports the missing file");
  faults.splice(0);
});

const THEMES = `<style>:root.is-dark { color-scheme: dark } :root { color-scheme: light }</style>
  <main><h1>Themes</h1>
  <sparse-box id="follows" title="Follows" view="table" height="420">${FALLBACK}</sparse-box>
  <sparse-box id="fixed" title="Fixed" view="table" theme="light" height="420">${FALLBACK}</sparse-box></main>
  ${script(SPARSEBOX)}`;

async function prepareThemes(context) {
  await serveSparsebox(context);
  await servePage(context, `${DOCS}/`, THEMES);
}

// `null`: colours that Playwright emulates would be those of frames, too.
journey("an element has the colours of the page around it, unless it has its own", { url: `${DOCS}/`, waitForProgram: false, colorScheme: null, prepare: prepareThemes }, async ({ page }) => {
  const isDark = async (selector) => {
    const frame = await elementFrame(page, selector);
    return frame.evaluate(() => {
      const [red, green, blue] = getComputedStyle(document.querySelector(".zone")).color.match(/[\d.]+/g).map(Number);
      return red + green + blue > 384;
    });
  };
  assert.deepEqual([await isDark("#follows"), await isDark("#fixed")], [false, false]);
  await page.evaluate(() => document.documentElement.classList.add("is-dark"));
  while (!(await isDark("#follows"))) await page.waitForTimeout(50);
  assert.equal(await isDark("#fixed"), false);
});

journey("the script of a page sees throttling, a backfill and a cancelled transaction in an element", { url: `${DOCS}/`, waitForProgram: false, prepare }, async ({ page }) => {
  const frame = await elementFrame(page, "#shown");
  const ask = (method, ...given) =>
    page.evaluate(([method, given]) => document.getElementById("shown")[method](...given).catch(({ code, message }) => ({ code, message })), [method, given]);
  const operations = await page.evaluateHandle(() => {
    const heard = [];
    document.getElementById("shown").addEventListener("sparsebox-operation", ({ detail }) => heard.push(detail));
    return heard;
  });
  const last = () => operations.evaluate((heard) => heard.at(-1));

  // A cancelled transaction is charged, and changes nothing.
  const key = (OrderId) => ({ TableName: "Orders", Key: { CustomerId: { S: "C1" }, OrderId: { S: OrderId } } });
  const cancelled = await ask("run", "TransactWriteItems", {
    TransactItems: [{ Delete: key("O-1003") }, { ConditionCheck: { ...key("O-9999"), ConditionExpression: "attribute_exists(OrderId)" } }],
  });
  assert.equal(cancelled.code, "rejected");
  assert.match(cancelled.message, /ConditionalCheckFailed/);
  assert.equal((await last()).accepted, false);
  await says(sandbox(frame).region("OpenOrders"), "3 of 10");

  // An index that is made is filled while time passes.
  const index = { IndexName: "ByDate", KeySchema: [{ AttributeName: "OrderOpenDate", KeyType: "HASH" }], Projection: { ProjectionType: "KEYS_ONLY" } };
  const definitions = ["CustomerId", "OrderId", "OrderOpenDate"].map((AttributeName) => ({ AttributeName, AttributeType: "S" }));
  await ask("run", "UpdateTable", {
    TableName: "Orders",
    AttributeDefinitions: [...definitions, { AttributeName: "Total", AttributeType: "N" }],
    GlobalSecondaryIndexUpdates: [{ Create: index }],
  });
  const status = async () => {
    const { Table } = await ask("run", "DescribeTable", { TableName: "Orders" });
    return Table.GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === "ByDate").IndexStatus;
  };
  assert.equal(await status(), "CREATING");
  for (let step = 0; (await status()) === "CREATING" && step < 100; step += 1) await ask("step");
  assert.equal(await status(), "ACTIVE");
  const found = await ask("run", "Scan", { TableName: "Orders", IndexName: "ByDate" });
  assert.equal(found.Count, 3);

  // One unit a second is not enough for an item of four.
  const state = JSON.parse(await ask("getState"));
  const design = Object.values(state.designs)[0];
  design.tables[0].ProvisionedThroughput = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 };
  design.tables[0].BillingMode = "PROVISIONED";
  for (const it of design.tables[0].GlobalSecondaryIndexes) it.ProvisionedThroughput = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 };
  design.throughput = { is_enforced: true, burst_seconds: 0 };
  assert.equal(await ask("setState", JSON.stringify(state)), undefined);
  let throttled;
  for (let count = 0; count < 20 && throttled?.code !== "rejected"; count += 1) throttled = await ask("run", "DeleteItem", key(`O-100${1 + (count % 8)}`));
  assert.equal(throttled.code, "rejected");
  assert.match(throttled.message, /[Tt]hrottl|throughput/);
  assert.deepEqual([(await last()).accepted, (await last()).writeUnits], [false, 0]);
});

async function prepareBlocked(context) {
  await serveSparsebox(context, { "Cross-Origin-Embedder-Policy": undefined });
  await servePage(context, `${DOCS}/`, PAGE, STRICT);
}

journey("a page that blocks the frame says so and keeps the fallback", { url: `${DOCS}/`, waitForProgram: false, prepare: prepareBlocked }, async ({ page, faults }) => {
  const shown = page.locator("#shown");
  const told = shown.evaluate((box) => new Promise((resolve) => {
    box.addEventListener("sparsebox-error", ({ detail }) => resolve(detail.message), { once: true });
  }));
  await says(shown.getByRole("status"), "The sandbox does not answer.");
  assert.match(await told, /^The sandbox does not answer\./);
  assert.equal(await shown.getByRole("table").isVisible(), true);
  await shown.getByRole("link", { name: "Open in Sparsebox" }).waitFor();
  faults.splice(0);
});

const MANY = { count: 20 };

async function prepareMany() {
  const headers = { "Content-Security-Policy": POLICY, "Access-Control-Allow-Origin": "*", "Cache-Control": "max-age=600" };
  MANY.requests = [];
  MANY.folder = await mkdtemp(join(tmpdir(), "sparsebox-many-"));
  // The program of a development build is too large for the cache of a private window, unless it is compressed.
  const site = join(MANY.folder, "site");
  await cp(SITE, site, { recursive: true });
  const names = await readdir(site);
  for (const name of names.filter((name) => name.endsWith(".wasm") && !names.includes(`${name}.br`))) {
    const program = await readFile(join(site, name));
    await writeFile(join(site, `${name}.br`), brotliCompressSync(program, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }));
  }
  MANY.site = await serve(site, headers, { compressed: true, onRequest: (path) => MANY.requests.push(path) });
  const boxes = Array.from({ length: MANY.count }, (_, number) => `<sparse-box id="box${number}" title="Box ${number}" height="420"></sparse-box><p>Words.</p>`);
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Docs</title><link rel="icon" href="data:,">${boxes.join("")}${script(MANY.site.address)}`;
  await writeFile(join(MANY.folder, "index.html"), html);
  MANY.docs = await serve(MANY.folder, {});
}

journey("of twenty sandboxes on a page, those near the window run, and the program is fetched once", { url: "about:blank", waitForProgram: false, prepare: prepareMany }, async ({ page }) => {
  try {
    await page.goto(MANY.docs.address);
    const running = () => page.evaluate(() => [...document.querySelectorAll("sparse-box")].filter((box) => box.shadowRoot.querySelector("iframe")).length);
    await elementFrame(page, "#box0");
    assert.ok((await running()) <= 5, `${await running()} run at first`);
    const length = await page.evaluate(() => document.documentElement.scrollHeight);
    // What was changed goes on, wherever it is.
    await page.evaluate(() => document.getElementById("box0").run("DeleteItem", { TableName: "Orders", Key: { CustomerId: { S: "C1" }, OrderId: { S: "O-1003" } } }));
    for (const number of [6, 12, 19]) {
      await page.locator(`#box${number}`).scrollIntoViewIfNeeded();
      const frame = await elementFrame(page, `#box${number}`);
      await says(sandbox(frame).region("OpenOrders"), "3 of 10");
    }
    // Those near the window, at most four in all, and the one that was changed.
    assert.ok((await running()) <= 6, `${await running()} run at the end`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), length, "the length of the page");
    // The browser draws no frame that is out of view, so that time stops there.
    await page.locator("#box0").scrollIntoViewIfNeeded();
    const first = await elementFrame(page, "#box0");
    await says(sandbox(first).region("OpenOrders"), "2 of 9");
    const fetched = MANY.requests.filter((path) => path.endsWith(".wasm"));
    assert.equal(fetched.length, 1, fetched.join(" "));
  } finally {
    MANY.site.close();
    MANY.docs.close();
    await rm(MANY.folder, { recursive: true });
  }
});
