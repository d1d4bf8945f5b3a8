// A Chromium without a window, and pages in it that are watched for faults.

import { spawn } from "node:child_process";
import { once } from "node:events";
import axe from "axe-core";
import { chromium } from "playwright-core";
import { CHROMIUM, CHROMIUM_ARGUMENTS, SITE } from "./environment.mjs";
import { serve } from "./site.mjs";

/** One wait for the page may take this long, on a machine that has other work. */
const WAIT_MS = 30_000;

let site;
let browser;

/** The address of the site that was built, somewhere below the root of a host. */
export async function address() {
  site ??= await serve(SITE);
  return site.address;
}

/**
 * Opens the page and waits until the program runs.
 *
 * Options: `width`, `height`, `fragment` (a link's `#…`), `url` (another site), `waitForProgram` (not if it is
 * false), `speed` (of the page's clock, in percent of real time: one that the page offers), and those of Playwright's
 * `newContext` (`colorScheme`, `reducedMotion`, `forcedColors`, `permissions`, …), and `prepare`, which is called with the
 * context before the page is opened.
 * Returns the `page`, its `context`, and `faults`: what the page complained of, a sentence each.
 */
export async function open(settings = {}) {
  const { width = 1440, height = 900, fragment = "", url, waitForProgram = true, speed, prepare, ...options } = settings;
  browser ??= await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGUMENTS });
  const context = await browser.newContext({ viewport: { width, height }, ...options });
  context.setDefaultTimeout(WAIT_MS);
  await context.addInitScript(() => {
    const note = () => (window.programRuns = performance.now());
    addEventListener("TrunkApplicationStarted", note, { once: true });
    // What the page announces, one after the other: see `announces`.
    window.announcements = [];
    let last = "";
    new MutationObserver(() => {
      const announcement = [...document.querySelectorAll("[role=status]")].at(-1)?.textContent ?? "";
      // Units follow a space without a line break, which a journey writes as any space.
      if (announcement !== last) window.announcements.push(announcement.replaceAll("\u00a0", " "));
      last = announcement;
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  if (speed) {
    await context.addInitScript((speed) => {
      // The empty page with which a browser begins has no storage.
      if (location.protocol === "http:") localStorage["sparsebox:preferences"] ??= `speed=${speed}`;
    }, speed);
  }
  await prepare?.(context);
  const faults = [];
  context.on("page", (page) => watch(page, faults));
  const page = await context.newPage();
  await page.goto((url ?? (await address())) + fragment);
  if (waitForProgram) await started(page);
  return { page, context, faults };
}

/**
 * A Chromium of its own that keeps its profile in `folder`, as a user's does. Returns a `page` at the address, and
 * `kill`, which ends the browser as a power switch would: nothing in it learns of it.
 */
export async function openProfile(folder, fragment = "") {
  const profile = [`--user-data-dir=${folder}`, "--remote-debugging-port=0", "--headless=new", "about:blank"];
  const program = spawn(CHROMIUM, [...CHROMIUM_ARGUMENTS, ...profile], { detached: true, stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(program, "exit");
  const port = await new Promise((resolve) => {
    program.stderr.on("data", (words) => {
      const found = /DevTools listening on (ws:\S+)/.exec(words);
      if (found) resolve(found[1]);
    });
  });
  const connection = await chromium.connectOverCDP(port);
  const [context] = connection.contexts();
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto((await address()) + fragment);
  return {
    page,
    async kill() {
      // The whole group: a browser is many processes.
      process.kill(-program.pid, "SIGKILL");
      await ended;
    },
  };
}

/**
 * Waits until the program has rendered a page, in place of what `index.html` shows before: after a reload, or in a page
 * that a journey opened itself.
 */
export async function started(page) {
  await page.waitForFunction(() => window.programRuns && !document.getElementById("start"));
}

/** Ends the browser and the server, so that the process can end. */
export async function close() {
  await browser?.close();
  site?.close();
}

/** What axe finds wrong with a page, or with the part of it that a selector finds, as it is now, a sentence each. */
export async function violations(page, part) {
  await page.evaluate(axe.source);
  const found = await page.evaluate((part) => window.axe.run(part ?? document, { resultTypes: ["violations"] }), part);
  return found.violations.map(({ id, help, nodes }) => {
    const places = nodes.map(({ target }) => target.join(" "));
    return `${id}: ${help}: ${places.join(", ")}`;
  });
}

function watch(page, faults) {
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
  page.on("requestfailed", (request) => {
    // A page that goes elsewhere gives up what it was still loading, such as its icon.
    const gaveUp = request.failure()?.errorText === "net::ERR_ABORTED";
    if (!gaveUp) faults.push(`no answer: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
}
