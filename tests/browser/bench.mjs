// Measures the engine in Chromium with the requests of the native benchmark, and how soon the page answers.
//
// `cargo xtask bench` builds what is needed and starts this with the folder of the engine's benchmark.

import { close, open } from "./chromium.mjs";
import { openOrders, press, scrollToEnd } from "./orders.mjs";
import { card, sandbox } from "./sandbox.mjs";
import { serve } from "./site.mjs";

/** Items in the table, and calls of a kind that are timed at once. */
const ITEM_COUNT = 10_000;
const CALL_COUNT = 500;

/** Each kind of call is timed for so long. */
const MEASURE_MS = 1_000;

/** Operations in the sandbox that is rewound, and how many of them it goes back: the last is far from a checkpoint. */
const PAST_COUNT = 10_000;
const BACK_COUNTS = [1, 100, 1_000, 9_999, 9_800];

/** How often the page is opened; the median counts. */
const VISIT_COUNT = 9;

/** Items in the list that is scrolled and edited, and how often: the median counts. At most 8 ms for 50 and 16 ms for 5,000 are the aim. */
const ITEM_COUNTS = [50, 5_000];
const STEP_COUNT = 41;
const EDIT_COUNT = 9;

try {
  const engine = await serve(process.argv[2], {});
  await benchEngine(engine.address);
  engine.close();
  await benchPage();
  await benchFrames();
  for (const count of ITEM_COUNTS) await benchItems(count);
} finally {
  await close();
}

async function benchEngine(url) {
  const { page, context } = await open({ url, waitForProgram: false });
  const [kinds, kindsOfKeys] = await page.evaluate(async () => {
    const { default: start, calls, keys, Workload } = await import("./bench.js");
    window.memory = (await start()).memory;
    window.Workload = Workload;
    return [calls(), keys()];
  });

  const { megabytes, loadMs } = await page.evaluate((count) => {
    const start = performance.now();
    window.workload = new Workload(count);
    return { loadMs: performance.now() - start, megabytes: window.memory.buffer.byteLength / 1e6 };
  }, ITEM_COUNT);
  row(`load ${ITEM_COUNT} items`, `${loadMs.toFixed(0)} ms`, `${megabytes.toFixed(1)} MB of wasm memory`);

  for (const kind of kinds) {
    row(kind, ...rate(await page.evaluate(time, { kind, callCount: CALL_COUNT, measureMs: MEASURE_MS })));
  }
  for (const count of [1_000, 10_000, 100_000]) {
    await page.evaluate((count) => {
      window.workload.free();
      window.workload = new Workload(count);
    }, count);
    const found = await page.evaluate(time, { kind: "put_new", callCount: CALL_COUNT, measureMs: MEASURE_MS });
    row(`put_into ${count} items`, ...rate(found));
  }
  await context.close();
  for (const keys of kindsOfKeys) {
    await benchMillion(url, keys);
  }
  await benchRewinding(url);
}

/** A million writes of a workload, in a page of its own: memory that a program has had it keeps. */
async function benchMillion(url, keys) {
  const { page, context } = await open({ url, waitForProgram: false });
  const { ms, count, megabytes } = await page.evaluate(async (keys) => {
    const { default: start, million } = await import("./bench.js");
    const { memory } = await start();
    const begin = performance.now();
    const count = million(keys);
    return { ms: performance.now() - begin, count, megabytes: memory.buffer.byteLength / 1e6 };
  }, keys);
  row(`workload ${keys}`, ...rate({ count, ms }), `${ms.toFixed(0)} ms`, `${megabytes.toFixed(1)} MB`);
  await context.close();
}

/** Ten thousand operations on the page, and the way back. */
async function benchRewinding(url) {
  const { page, context } = await open({ url, waitForProgram: false });
  const loadMs = await page.evaluate(async (count) => {
    const { default: start, Past } = await import("./bench.js");
    await start();
    const begin = performance.now();
    window.past = new Past(count);
    return performance.now() - begin;
  }, PAST_COUNT);
  row(`do ${PAST_COUNT} operations`, `${loadMs.toFixed(0)} ms`);
  for (const count of BACK_COUNTS) {
    const ms = await page.evaluate((count) => {
      const times = Array.from({ length: 9 }, () => {
        const start = performance.now();
        window.past.rewind(count);
        return performance.now() - start;
      });
      return times.sort((left, right) => left - right);
    }, count);
    row(`back ${count} operations`, `${ms[4].toFixed(1)} ms`, `${ms[8].toFixed(1)} ms at most`);
  }
  await context.close();
}

/** Runs in the page. Sums the time of batches: a browser's clock is too coarse for a single call. */
function time({ kind, callCount, measureMs }) {
  let [count, ms] = [0, 0];
  while (ms < measureMs) {
    window.workload.prepare(kind, callCount);
    const start = performance.now();
    window.workload.send();
    ms += performance.now() - start;
    count += callCount;
  }
  return { count, ms };
}

function rate({ count, ms }) {
  const perSecond = Math.round((count / ms) * 1000);
  return [`${perSecond.toLocaleString("en")} calls/s`, `${((ms / count) * 1000).toFixed(2)} µs`];
}

async function benchPage() {
  const visits = [];
  for (let visit = 0; visit < VISIT_COUNT; visit += 1) {
    const { page, context } = await open();
    visits.push(await page.evaluate(() => window.programRuns));
    await context.close();
  }
  visits.sort((left, right) => left - right);
  row("page interactive", `${visits[VISIT_COUNT >> 1].toFixed(0)} ms after navigation`);
}

/** How long the page works for each frame while a workload runs: what it runs, draws and lays out. */
async function benchFrames() {
  const { page, context } = await open();
  await page.evaluate(() => {
    window.frames_ms = [];
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) =>
      request((at) => {
        const start = performance.now();
        const { port1, port2 } = new MessageChannel();
        // A message arrives when everything that this frame began is done.
        port1.onmessage = () => window.frames_ms.push(performance.now() - start);
        port2.postMessage(0);
        draw(at);
      });
  });
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await card(page, "Steady").click();
  const progress = page.getByRole("region", { name: "Workload", exact: true }).getByRole("progressbar");
  await progress.waitFor();
  const start = Date.now();
  await progress.waitFor({ state: "detached", timeout: 120_000 });
  const seconds = (Date.now() - start) / 1_000;
  const frames = await page.evaluate(() => window.frames_ms.sort((left, right) => left - right));
  const at = (percent) => `${frames[Math.floor(((frames.length - 1) * percent) / 100)].toFixed(1)} ms`;
  row("workload frames", `${frames.length} in ${seconds.toFixed(1)} s`, `median ${at(50)}`, `99 % ${at(99)}`, `max ${at(100)}`);
  await context.close();
}

/** How long the page works for a step of scrolling, and for an edit. */
async function benchItems(count) {
  const { page, context } = await open();
  const { attribute, button, field } = sandbox(page);
  await button("Pause the clock").click();
  await openOrders(page, count);
  const works = [];
  for (let edit = 0; edit < EDIT_COUNT; edit += 1) {
    await attribute("c-00, o-0000", "Total").click();
    await field("Value of Total").fill(`${edit}.5`);
    works.push((await button("Save").evaluate(press)).work);
  }
  const steps = await page.getByRole("grid", { name: "Items", exact: true }).evaluate(scrollToEnd, STEP_COUNT);
  const median = (times) => `${times.sort((left, right) => left - right)[times.length >> 1].toFixed(1)} ms`;
  row(`list of ${count} items`, `edit ${median(works)}`, `scroll step ${median(steps.map(({ ms }) => ms))}`);
  await context.close();
}

function row(name, ...values) {
  console.log([name.padEnd(24), ...values.map((value) => value.padStart(20))].join(""));
}
