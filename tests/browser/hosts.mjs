// Sites of other origins than the page's, answered by the journeys themselves: pages of docs, and Sparsebox on a host of its own.

import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { SITE } from "./environment.mjs";
import { MEDIA_TYPES } from "./site.mjs";

/** Where Sparsebox is, for a page of another site. */
export const SPARSEBOX = "https://sparsebox.example/tools/";

/** The origin of pages that embed it. */
export const DOCS = "https://docs.example";

/** Answers for Sparsebox with the files of its site, and with the headers that its file `_headers` names, but for those of `others`. */
export async function serveSparsebox(context, others = {}) {
  const headersOf = await siteHeaders();
  const headers = (path) => Object.fromEntries(Object.entries({ ...headersOf(path), ...others }).filter(([, value]) => value !== undefined));
  await serveFolder(context, SPARSEBOX, SITE, headers);
}

/** What the file `_headers` of the site says about a path. */
export async function siteHeaders() {
  return headersIn(await readFile(join(SITE, "_headers"), "utf8"));
}

/** The headers for a path by a file `_headers`, as static hosts read it. */
export function headersIn(text) {
  const rules = [];
  for (const line of text.split("\n").filter((line) => line.trim() !== "")) {
    const [name, ...value] = line.trim().split(": ");
    if (line.startsWith("/")) rules.push({ path: line.trim(), headers: {} });
    else rules.at(-1).headers[name] = value.join(": ");
  }
  const applies = (path, rule) => rule === path || (rule.endsWith("*") && path.startsWith(rule.slice(0, -1)));
  return (path) => Object.assign({}, ...rules.filter((rule) => applies(path, rule.path)).map((rule) => rule.headers));
}

/** Answers for an address with the files of a folder. `headers` says which go with a path. */
export async function serveFolder(context, address, folder, headers = () => ({})) {
  await context.route(`${address}**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(new URL(address).pathname.length);
    const name = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    try {
      const body = await readFile(join(folder, normalize(`/${decodeURIComponent(name)}`)));
      const type = MEDIA_TYPES[extname(name)] ?? "application/octet-stream";
      await route.fulfill({ body, headers: { ...headers(`/${name}`), "Content-Type": type } });
    } catch {
      await route.fulfill({ status: 404 });
    }
  });
}

/** Answers with a page that has this body. */
export async function servePage(context, address, body, headers = {}) {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Docs</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;
  await context.route(address, (route) => route.fulfill({ body: html, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } }));
}

/**
 * In a document, as in a browser that blocks the storage of frames of other sites: each use of it throws an exception, and is
 * noted in `window.storageUses`.
 */
export function denyStorage() {
  if (window === window.top) return;
  window.storageUses = [];
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
    Object.defineProperty(window, name, {
      get() {
        window.storageUses.push(name);
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  }
}

/** The same in all documents of a context. */
export const blockStorage = (context) => context.addInitScript(denyStorage);

/** The frame of a page whose `title` is given, when the program runs in it. */
export async function frameOf(page, title) {
  return running(await page.waitForSelector(`iframe[title="${title}"]`));
}

/** The frame of an element `<sparse-box>`, when it is shown. */
export async function elementFrame(page, selector) {
  return running(await page.locator(`${selector} iframe:not(.is-waiting)`).elementHandle());
}

async function running(element) {
  const frame = await element.contentFrame();
  await frame.waitForFunction(() => window.programRuns && document.querySelector(".is-embedded"));
  return frame;
}
