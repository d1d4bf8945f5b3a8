// The page says within ten seconds why the program does not start and what to do, and the first example stays readable.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SITE } from "./environment.mjs";
import { journey } from "./harness.mjs";
import { says } from "./sandbox.mjs";
import { POLICY, serve } from "./site.mjs";

/** The program, the script that wasm-bindgen writes for it, the script that loads both, and the page. */
const PROGRAM = /\/web-[^/]*\.wasm$/;
const SCRIPT = /\/web-[^/]*\.js$/;
const LOADER = /\/boot-[^/]*\.js$/;
const PAGE = /\/path\/$/;

/** A start that failed must be explained within this time. */
const EXPLAINED_MS = 10_000;

const FAILED = "Sparsebox could not start";
const WAITING = "Sparsebox is still loading";

for (const [what, path] of [["program", PROGRAM], ["script", SCRIPT]]) {
  journey(`a missing ${what}`, {}, async ({ page, faults }) => {
    await page.route(path, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await explains(page, FAILED, /This host answers 404 for web-.*must be published together/s);
    faults.length = 0;
  });

  journey(`a ${what} in place of which the host sends a page`, {}, async ({ page, faults }) => {
    await page.route(path, (route) => route.fulfill({ contentType: "text/html", body: "<p>Not found</p>" }));
    await page.reload();
    await explains(page, FAILED, /This host sends web-.* as text\/html.*It must send/s);
    faults.length = 0;
  });

  journey(`a ${what} that the network blocks`, {}, async ({ page, faults }) => {
    await page.route(path, (route) => route.abort("blockedbyclient"));
    await page.reload();
    await explains(page, FAILED, /could not be downloaded: the host does not answer, or the network or a browser extension blocks it/);
    faults.length = 0;
  });

  journey(`a ${what} whose download hangs`, {}, async ({ page, faults }) => {
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route(path, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload({ waitUntil: "commit" });
    await explains(page, WAITING, path === PROGRAM ? /web-.*\.wasm, a part/ : /web-.*\.js, a part/);
    release();
    await page.getByRole("button", { name: "Share" }).waitFor();
    await page.getByText(WAITING).waitFor({ state: "detached" });
    faults.length = 0;
  });
}

journey("a script of the wrong type", {}, async ({ page, faults }) => {
  await page.route(SCRIPT, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-type": "text/plain" } });
  });
  await page.reload();
  await explains(page, FAILED, /This host sends web-.*\.js as text\/plain, which is not JavaScript/);
  faults.length = 0;
});

journey("a program that is cut short or damaged", {}, async ({ page, faults }) => {
  const damages = [
    [PROGRAM, (bytes) => bytes.subarray(0, bytes.length / 2)],
    [PROGRAM, (bytes) => bytes.fill(0xff, 1_000, 2_000)],
    [SCRIPT, (bytes) => bytes.subarray(0, 1_000)],
  ];
  for (const [path, damage] of damages) {
    await page.unrouteAll();
    await page.route(path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: damage(await response.body()) });
    });
    await page.reload();
    await explains(page, FAILED, /arrived incomplete or damaged.*Load the page again/s);
  }
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Share" }).waitFor();
  faults.length = 0;
});

journey("a browser without WebAssembly", {}, async ({ page, faults }) => {
  await page.addInitScript(() => delete window.WebAssembly);
  await page.reload();
  await explains(page, FAILED, /WebAssembly is switched off in this browser/);
  faults.length = 0;
});

for (const [what, from, to, cause] of [
  ["WebAssembly", " 'wasm-unsafe-eval'", "", /Content-Security-Policy of this host blocks WebAssembly/],
  ["the download of the program", "connect-src 'self'", "connect-src 'none'", /Content-Security-Policy of this host blocks web-.*\.wasm/],
]) {
  journey(`a policy that blocks ${what}`, {}, async ({ page, faults }) => {
    await withPolicy(page, POLICY.replace(from, to));
    await page.reload();
    await explains(page, FAILED, cause);
    faults.length = 0;
  });
}

for (const [what, block] of [
  ["a policy blocks", (page) => withPolicy(page, POLICY.replace("script-src 'self' 'wasm-unsafe-eval'", "script-src 'none'"))],
  ["the host lacks", (page) => page.route(LOADER, (route) => route.fulfill({ status: 404 }))],
]) {
  journey(`a script that loads the program and ${what}`, {}, async ({ page, faults }) => {
    await block(page);
    await page.reload();
    const notice = page.getByText("The program has not started.");
    await notice.waitFor({ state: "visible", timeout: EXPLAINED_MS });
    await says(notice, "this host or browser blocks scripts, or a file is missing");
    await isReadable(page);
    faults.length = 0;
  });
}

journey("a document that arrives after the program does not mix with what the program shows", {}, async ({ page }) => {
  let finish;
  const until = new Promise((resolve) => (finish = resolve));
  const site = await serve(SITE, { "Content-Security-Policy": POLICY }, { hold: { from: '<div class="frame', until } });
  try {
    await page.goto(site.address, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith(".wasm")));
    // Longer than the program takes to start from there.
    await page.waitForTimeout(2_000);
    finish();
    await page.getByRole("button", { name: "Share" }).waitFor();
    await page.waitForLoadState("load");
    assert.equal(await page.getByRole("heading", { name: "Orders", exact: true }).count(), 1);
    assert.equal(await page.locator("#start").count(), 0, "nothing of the first paint is left");
  } finally {
    site.close();
  }
});

journey("a page that is opened as a file", {}, async ({ page, faults }) => {
  await page.goto(pathToFileURL(join(SITE, "index.html")).href);
  await explains(page, FAILED, /This page was opened as a file.*web address/s);
  faults.length = 0;
});

journey("a sandboxed frame needs the host's consent", {}, async ({ page, faults }) => {
  for (const [headers, starts] of [
    [{ "Content-Security-Policy": POLICY }, false],
    [{ "Content-Security-Policy": POLICY, "Access-Control-Allow-Origin": "*" }, true],
  ]) {
    const site = await serve(SITE, headers);
    const embedding = await mkdtemp(join(tmpdir(), "embedding-"));
    const host = await serve(embedding, {});
    try {
      const frame = `<iframe title="embed" sandbox="allow-scripts" src="${site.address}" width="1200" height="800"></iframe>`;
      await writeFile(join(embedding, "index.html"), `<!doctype html><title>Embedding</title>${frame}`);
      await page.goto(host.address);
      await embed(page.frameLocator("iframe"), starts);
    } finally {
      site.close();
      host.close();
      await rm(embedding, { recursive: true });
    }
  }
  faults.length = 0;
});

async function embed(frame, starts) {
  if (starts) {
    await frame.getByRole("button", { name: "Share" }).waitFor();
  } else {
    await explains(frame, FAILED, /in a sandboxed frame.*allow-same-origin.*Access-Control-Allow-Origin/s);
  }
}

/** Waits until the page explains why the program does not run, and checks that the first example can be read. */
async function explains(page, head, words) {
  const notice = page.getByRole("alert").filter({ hasText: head });
  await notice.waitFor({ timeout: EXPLAINED_MS });
  assert.match(await notice.innerText(), words);
  assert.equal(await page.getByText("bug in Sparsebox").count(), 0);
  await isReadable(page);
}

/** The first example, which the build writes into the page. */
async function isReadable(page) {
  await page.getByRole("heading", { name: "Orders", exact: true }).waitFor();
  await page.getByText("10 items · 34.6 KB").waitFor();
  assert.equal(await page.getByRole("row").filter({ hasText: "O-1003" }).count(), 3, "the table and two indexes");
}

async function withPolicy(page, policy) {
  await page.route(PAGE, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
  });
}
