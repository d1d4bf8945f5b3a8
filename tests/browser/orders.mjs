// A sandbox with many orders, and how long the page works when they are scrolled and edited: for journeys, and for `bench.mjs`.

import { sandbox } from "./sandbox.mjs";

/** The items are in so many collections. */
export const COLLECTION_COUNT = 20;

/** Opens a sandbox with so many orders, a local and a sparse global index. */
export async function openOrders(page, count) {
  const text = (value) => ({ S: value });
  const key = (hash, range) => [
    { AttributeName: hash, KeyType: "HASH" },
    { AttributeName: range, KeyType: "RANGE" },
  ];
  const items = Array.from({ length: count }, (_, position) => ({
    CustomerId: text(`c-${String(position % COLLECTION_COUNT).padStart(2, "0")}`),
    OrderId: text(`o-${String(position).padStart(4, "0")}`),
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
  await sandbox(page).button("Sandbox").click();
  const file = { name: "orders.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(document)) };
  await page.getByLabel("Open a file…").setInputFiles(file);
  await page.waitForFunction((title) => window.document.title.includes(title), document.title);
}

/**
 * Runs in the page: presses a button, and tells what changed until the next picture, how long that took, and how much of
 * it the page worked: the rest is waiting for the screen.
 */
export async function press(button) {
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

/**
 * Runs in the page: scrolls a list to its end in some steps, and tells of each how long the page worked, how many rows were
 * mounted and in view then, and how many pixels in view were a gap.
 */
export async function scrollToEnd(list, stepCount) {
  const isScrolled = (element) => element.scrollHeight > element.clientHeight + 1 && getComputedStyle(element).overflowY !== "visible";
  let frame = list.parentElement;
  while (frame && !isScrolled(frame)) frame = frame.parentElement;
  frame ??= list.parentElement;
  frame.scrollIntoView({ block: "nearest" });
  const distance = frame.scrollHeight - frame.clientHeight;
  const turn = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  // On a busy machine the rows may come some frames after the step.
  const FRAMES_MAX = 60;
  const look = () => {
    const rows = [...list.querySelectorAll("[data-row]")];
    const { top, bottom } = frame.getBoundingClientRect();
    const heightInView = (row) => {
      const box = row.getBoundingClientRect();
      return Math.max(0, Math.min(box.bottom, bottom) - Math.max(box.top, top));
    };
    const gaps = rows.filter((row) => row.dataset.rows);
    const mounted = rows.filter((row) => !row.dataset.rows);
    const visible = mounted.filter((row) => heightInView(row) > 0).length;
    return { mounted: mounted.length, visible, empty: gaps.reduce((sum, row) => sum + heightInView(row), 0) };
  };
  const steps = [];
  for (let step = 1; step <= stepCount; step += 1) {
    frame.scrollTop = (distance * step) / stepCount;
    // The event is sent with the next picture.
    const start = await new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
    await turn();
    const ms = performance.now() - start;
    let found;
    for (let frames = 0; frames === 0 || (found.empty > 0 && frames < FRAMES_MAX); frames += 1) {
      await new Promise(requestAnimationFrame);
      await turn();
      found = look();
    }
    steps.push({ ms, ...found });
  }
  return steps;
}
