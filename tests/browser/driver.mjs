// The page in Firefox or Chromium, through the same few verbs: puppeteer-core uses WebDriver BiDi for Firefox and
// Chromium's own protocol for Chromium. The journeys of `everyday.test.mjs` and `embedded.test.mjs` use it; all others use Playwright.
//
// The environment chooses: BROWSER (`firefox` or `chromium`), its program, and the WIDTH and HEIGHT of the window.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import puppeteer from "puppeteer-core";
import { CHROMIUM, CHROMIUM_ARGUMENTS, FIREFOX, PICTURES, SITE } from "./environment.mjs";
import { siteHeaders } from "./hosts.mjs";
import { serve } from "./site.mjs";

const { BROWSER = "chromium", WIDTH = "1440", HEIGHT = "900" } = process.env;

const PROGRAMS = {
  chromium: { browser: "chrome", executablePath: CHROMIUM, args: CHROMIUM_ARGUMENTS },
  firefox: { browser: "firefox", executablePath: FIREFOX },
};

/** The elements that have a role. */
const ELEMENTS = { button: "button", region: "section", status: "*[@role='status']", textbox: "*[self::input or self::textarea]" };

/** One wait for the page may take this long, on a machine that has other work. */
const WAIT_MS = 30_000;

/** A whole journey may take this long. */
const JOURNEY_MS = 240_000;

/** What the journeys are run in, for the names of tests and pictures. */
const SETTING = `${BROWSER}, ${WIDTH} x ${HEIGHT}`;

let site;
let browser;

after(close);

/** Opens the page, lets `body` use it, and fails if the page complained meanwhile. A journey that fails leaves a picture. */
export function journey(name, body) {
  test(`${name} (${SETTING})`, { timeout: JOURNEY_MS }, async () => {
    const { page, context, faults } = await open();
    try {
      await body(page);
      assert.deepEqual(faults, [], "the page complained");
    } catch (error) {
      await screenshot(page, name);
      throw error;
    } finally {
      await context.close();
    }
  });
}

/**
 * Opens the page with an empty storage, and waits until the program runs. Returns the `page`, and `faults`: what it
 * complained of, a sentence each.
 */
async function open() {
  // As the file `_headers` says: pages of other sites may load its files.
  site ??= await serve(SITE, (await siteHeaders())("/favicon"));
  browser ??= await puppeteer.launch(PROGRAMS[BROWSER]);
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  await page.setViewport({ width: Number(WIDTH), height: Number(HEIGHT) });
  const faults = [];
  page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
  await page.goto(site.address);
  await find(page, "textbox", "Title of this sandbox");
  return { page, context, faults };
}

/** The address of the page. */
export const address = () => site.address;

/**
 * Shows a page of another site, whose body is made with the address of Sparsebox, while `use` uses it. `headers` are those of
 * the page.
 */
export async function visitDocs(page, body, use, headers = {}) {
  const folder = await mkdtemp(join(tmpdir(), "sparsebox-docs-"));
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Docs</title><link rel="icon" href="data:,">';
  await writeFile(join(folder, "index.html"), `<!doctype html><html lang="en">${head}${body(site.address)}</html>`);
  const docs = await serve(folder, headers);
  try {
    await page.goto(docs.address);
    await use();
  } finally {
    docs.close();
    await rm(folder, { recursive: true });
  }
}

/**
 * Waits until the element of that role and name can be seen in a part of the page, and returns it. Names come from
 * `aria-label` or from the text. Not by the accessibility tree: Firefox takes seconds to answer from it.
 */
export function find(part, role, name) {
  const isNamed = `@aria-label="${name}" or normalize-space(.)="${name}"`;
  return part.waitForSelector(`xpath/.//${ELEMENTS[role]}[${isNamed}]`, { visible: true, timeout: WAIT_MS });
}

/** As `find`, for the innermost element of a kind, such as `li`, that contains some words. */
export function findByText(part, kind, words) {
  const contains = `contains(normalize-space(.), "${words}")`;
  const selector = `xpath/.//${kind}[${contains}][not(.//${kind}[${contains}])]`;
  return part.waitForSelector(selector, { visible: true, timeout: WAIT_MS });
}

/** The frame of an element `<sparse-box>`, when it is shown. */
export async function elementFrame(page, selector) {
  const shown = (selector) => document.querySelector(selector).shadowRoot?.querySelector("iframe:not(.is-waiting)");
  const element = await page.waitForFunction(shown, { timeout: WAIT_MS }, selector);
  return element.contentFrame();
}

export async function click(part, role, name) {
  const found = await find(part, role, name);
  await found.click();
}

/** Types into a field, in place of what is in it. */
export async function fill(page, role, name, text) {
  const field = await find(page, role, name);
  await field.click();
  await field.evaluate((it) => it.select());
  await field.press("Backspace");
  await field.type(text);
}

/** Waits until an element says something, whatever the spaces in it. */
export async function says(element, words) {
  const contains = (element, words) => element.innerText.replaceAll(/\s+/g, " ").includes(words);
  await element.frame.waitForFunction(contains, { timeout: WAIT_MS }, element, words);
}

/** Waits until an element cannot be seen on the page any more. */
export async function gone(part) {
  await part.frame.waitForFunction((element) => !element.isConnected || !element.checkVisibility({ visibilityProperty: true }), { timeout: WAIT_MS }, part);
}

export async function reload(page) {
  await page.reload();
  await find(page, "textbox", "Title of this sandbox");
}

async function screenshot(page, name) {
  mkdirSync(PICTURES, { recursive: true });
  const path = join(PICTURES, `${name} ${SETTING}`.replaceAll(/\W+/g, "-") + ".png");
  await page.screenshot({ path }).catch(() => {});
  console.log(`Picture: ${path}`);
}

/** Ends the browser and the server, so that the process can end. */
async function close() {
  await browser?.close();
  site?.close();
}
