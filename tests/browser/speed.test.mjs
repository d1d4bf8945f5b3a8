// How fast the page is: times are printed only, because they depend on the machine; counts must not grow with the table.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { says, sandbox } from "./sandbox.mjs";

/** An edit changes one item and its entry in each of two indexes, and little else. */
const ROWS_PER_EDIT = 3;
const MUTATIONS_PER_EDIT = 150;

/** A frame of a running clock changes the time, the countdowns and the width of a bar. */
const MUTATIONS_PER_FRAME = 12;

journey("the page responds soon after navigation", {}, async ({ page }) => {
  const { interactive, painted } = await page.evaluate(() => ({
    interactive: window.programRuns,
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
  }));
  console.log(`first paint ${painted.toFixed(0)} ms, interactive ${interactive.toFixed(0)} ms after navigation`);
});

for (const count of [50, 200]) {
  journey(`an edit changes only its own rows, of ${count} items`, {}, async ({ page }) => {
    const { button, field, region, attribute } = sandbox(page);
    await button("Pause the clock").click();
    await open(page, count);
    await says(region("ByTotal"), `${count} of ${count}`);
    const found = [];
    for (const total of [6, 7, 8, 9]) {
      await attribute("c-1, o-001", "Total").click();
      await field("Value of Total").fill(`${total}.5`);
      found.push(await button("Save").evaluate(press));
    }
    // The first edit also removes the hint for new users.
    found.shift();
    const median = (times) => times.sort((left, right) => left - right)[1].toFixed(1);
    const [whole, work] = [median(found.map(({ ms }) => ms)), median(found.map(({ work }) => work))];
    const { rows, mutations } = found.at(-1);
    console.log(`${count} items: edit to paint ${whole} ms, ${work} of them work, ${mutations} mutations in ${rows} rows`);
    for (const { rows, mutations } of found) {
      assert.ok(rows > 0 && mutations > 0, "the next picture shows nothing of it");
      assert.ok(rows <= ROWS_PER_EDIT, `${rows} rows changed`);
      assert.ok(mutations <= MUTATIONS_PER_EDIT, `${mutations} mutations`);
    }
  });
}

journey("a running clock changes only the elements that show the time", {}, async ({ page }) => {
  const { button, field, attribute, clock, lag } = sandbox(page);
  await open(page, 200);
  await lag.selectOption("5 s");
  await attribute("c-1, o-001", "Total").click();
  await field("Value of Total").fill("1.5");
  await button("Save").click();
  await says(clock, "Next change in 4");
  const { frames, mutations } = await page.evaluate(watchFrames);
  console.log(`200 items: ${(mutations / frames).toFixed(1)} mutations a frame of the clock`);
  assert.ok(mutations / frames <= MUTATIONS_PER_FRAME, `${mutations} mutations in ${frames} frames`);
});

/**
 * Runs in the page: presses a button, and tells what changed until the next picture, how long that took, and how much of
 * it the page worked: the rest is waiting for the screen.
 */
async function press(button) {
  const changed = [];
  const observer = new MutationObserver((records) => changed.push(...records));
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  const start = performance.now();
  button.click();
  let work = performance.now() - start;
  await new Promise((resolve) => {
    requestAnimationFrame(() => {
      work -= performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  });
  const ms = performance.now() - start;
  work += performance.now();
  changed.push(...observer.takeRecords());
  observer.disconnect();
  const element = ({ target }) => (target instanceof Element ? target : target.parentElement);
  const rows = new Set(changed.map((record) => element(record)?.closest("[data-item]")).filter(Boolean));
  return { ms, work, rows: rows.size, mutations: changed.length };
}

/** Runs in the page: counts what changes while the clock runs for half a second. */
async function watchFrames() {
  let [frames, mutations] = [0, 0];
  const observer = new MutationObserver((records) => (mutations += records.length));
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  const end = performance.now() + 500;
  while (performance.now() < end) {
    await new Promise(requestAnimationFrame);
    frames += 1;
  }
  observer.disconnect();
  return { frames, mutations };
}

/** Opens a sandbox with so many orders, a local and a sparse global index. */
async function open(page, count) {
  const text = (value) => ({ S: value });
  const key = (hash, range) => [
    { AttributeName: hash, KeyType: "HASH" },
    { AttributeName: range, KeyType: "RANGE" },
  ];
  const items = Array.from({ length: count }, (_, position) => ({
    CustomerId: text(`c-${position % 10}`),
    OrderId: text(`o-${String(position).padStart(3, "0")}`),
    Notes: text("A few words about the order. ".repeat(8)),
    Total: { N: String(100 + position) },
    ...(position % 3 === 1 && { OrderOpenDate: text(`2026-03-${10 + (position % 20)}`) }),
  }));
  const table = {
    TableName: "Orders",
    AttributeDefinitions: [
      { AttributeName: "CustomerId", AttributeType: "S" },
      { AttributeName: "OrderId", AttributeType: "S" },
      { AttributeName: "OrderOpenDate", AttributeType: "S" },
      { AttributeName: "Total", AttributeType: "N" },
    ],
    KeySchema: key("CustomerId", "OrderId"),
    LocalSecondaryIndexes: [
      { IndexName: "ByTotal", KeySchema: key("CustomerId", "Total"), Projection: { ProjectionType: "KEYS_ONLY" } },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: "OpenOrders",
        KeySchema: key("CustomerId", "OrderOpenDate"),
        Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["Total"] },
      },
    ],
    Items: items,
  };
  const document = { v: 1, title: `${count} orders`, tables: [table] };
  await sandbox(page).button("Share").click();
  const file = { name: "orders.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(document)) };
  await page.getByLabel("Open a file…").setInputFiles(file);
  await page.waitForFunction((title) => window.document.title.includes(title), document.title);
}
