// Measures the time from navigation until the page can be used, on a first visit, under five network and processor
// profiles. `cargo xtask start [DIST]` starts it with the folder of the page, and of another one to compare with.

import { chromium } from "playwright-core";
import { CHROMIUM, CHROMIUM_ARGUMENTS } from "./environment.mjs";
import { POLICY, serve } from "./site.mjs";

/** Visits of each page under each profile; the median counts. */
const VISIT_COUNT = 7;

const BITS_PER_MBIT = 1_000_000;

/** `slowdown` divides the speed of the processor. Without `mbits` the network is not limited. */
const PROFILES = [
  { name: "unlimited, 1x", slowdown: 1 },
  { name: "10 Mbit/s, 40 ms, 1x", mbits: 10, latency_ms: 40, slowdown: 1 },
  { name: "9 Mbit/s, 85 ms, 4x slower", mbits: 9, latency_ms: 85, slowdown: 4 },
  { name: "1.6 Mbit/s, 150 ms, 4x slower", mbits: 1.6, latency_ms: 150, slowdown: 4 },
  { name: "unlimited, 4x slower", slowdown: 4 },
];

const folders = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGUMENTS });
const headers = { "Content-Security-Policy": POLICY };
const sites = await Promise.all(folders.map((folder) => serve(folder, headers, { compressed: true })));
try {
  // The first visit of a browser is slower than all others.
  for (const { address } of sites) await visit(address, PROFILES[0]);
  const heads = folders.length > 1 ? ["page (ms)", "other (ms)", "page / other"] : ["page (ms)"];
  row("navigation to interactive", heads);
  for (const profile of PROFILES) row(profile.name, await measure(profile));
} finally {
  await browser.close();
  sites.forEach((site) => site.close());
}

/** The median of each page. Visits alternate, so that a change of the machine's load affects all pages. */
async function measure(profile) {
  const times = sites.map(() => []);
  for (let turn = 0; turn < VISIT_COUNT; turn += 1) {
    for (const [position, { address }] of sites.entries()) times[position].push(await visit(address, profile));
  }
  const medians = times.map((all) => all.sort((left, right) => left - right)[VISIT_COUNT >> 1]);
  const cells = medians.map((ms) => ms.toFixed(0));
  return medians.length > 1 ? [...cells, (medians[0] / medians[1]).toFixed(2)] : cells;
}

/** Milliseconds until the button that shares the sandbox exists, in a browser context without a cache. */
async function visit(address, { mbits, latency_ms, slowdown }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    if (mbits) {
      const throughput = (mbits * BITS_PER_MBIT) / 8;
      const limits = { offline: false, latency: latency_ms, downloadThroughput: throughput, uploadThroughput: throughput };
      await session.send("Network.emulateNetworkConditions", limits);
    }
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.addInitScript(noteInteractive);
    await page.goto(address, { waitUntil: "commit" });
    const interactive = await page.waitForFunction(() => window.interactive_ms, undefined, { timeout: 60_000 });
    return await interactive.jsonValue();
  } finally {
    await context.close();
  }
}

/** Runs in the page before its scripts. */
function noteInteractive() {
  const isShare = (button) => button.textContent.trim() === "Share";
  const observer = new MutationObserver(() => {
    if (![...document.querySelectorAll("button")].some(isShare)) return;
    window.interactive_ms = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true });
}

function row(name, cells) {
  console.log(name.padEnd(32) + cells.map((cell) => cell.padStart(14)).join(""));
}
