// A program that does not arrive, or not whole, is said not to have started, and why.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { says } from "./sandbox.mjs";

/** The program, and the script that wasm-bindgen writes for it. */
const PROGRAM = /\/web-[^/]*\.wasm$/;
const SCRIPT = /\/web-[^/]*\.js$/;

journey("a program that is not there is named", {}, async ({ page, faults }) => {
  for (const path of [PROGRAM, SCRIPT]) {
    await page.unrouteAll();
    await page.route(path, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await fails(page, /A part of the program is missing on this host: it answers 404 for \.\/web-/);
  }
  faults.length = 0;
});

journey("a program that is cut short or damaged does not start", {}, async ({ page, faults }) => {
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
    await fails(page, "did not arrive whole");
  }
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Share" }).waitFor();
  faults.length = 0;
});

journey("a host that does not answer is named", {}, async ({ page, faults }) => {
  await page.route(PROGRAM, (route) => route.abort("connectionreset"));
  await page.reload();
  await fails(page, /could not be downloaded: .*The host does not answer, or its security policy blocks it/);
  faults.length = 0;
});

journey("a browser without WebAssembly is told so", {}, async ({ page, faults }) => {
  await page.addInitScript(() => delete window.WebAssembly);
  await page.reload();
  await fails(page, "WebAssembly is switched off in this browser");
  faults.length = 0;
});

journey("a security policy that blocks the program is named", {}, async ({ page, faults }) => {
  await page.route(/\/path\/$/, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-security-policy": "script-src 'self'" };
    await route.fulfill({ response, headers });
  });
  await page.reload();
  await fails(page, "The security policy of this host blocks WebAssembly");
  faults.length = 0;
});

journey("a page whose scripts are all blocked says so by itself", {}, async ({ page, faults }) => {
  await page.route(/\/path\/$/, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-security-policy": "script-src 'none'" };
    await route.fulfill({ response, headers });
  });
  await page.reload();
  const words = page.getByText("The program has not started.");
  await words.waitFor({ state: "visible", timeout: 20_000 });
  faults.length = 0;
});

journey("a host may forbid inline scripts", {}, async ({ page }) => {
  await page.route(/\/path\/$/, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-security-policy": "script-src 'self' 'wasm-unsafe-eval'" };
    await route.fulfill({ response, headers });
  });
  await page.reload();
  await page.getByRole("button", { name: "Share" }).waitFor();
});

journey("a slow download is not taken for a broken page", {}, async ({ page }) => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(PROGRAM, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: "domcontentloaded" });
  await page.getByText("The program is still being downloaded.").waitFor({ state: "visible", timeout: 20_000 });
  release();
  await page.getByRole("button", { name: "Share" }).waitFor();
});

/** Waits for the dialog that needs no program, and for its reason. */
async function fails(page, reason) {
  const dialog = page.getByRole("dialog", { name: "Sparsebox could not start" });
  await dialog.waitFor().catch(() => assert.fail("the page says nothing"));
  await says(dialog, reason);
  assert.equal(await page.getByText("bug in Sparsebox").count(), 0);
}
