// What every `*.test.mjs` beside this file begins with: a journey is a test that uses the page as a user does.
//
// `cargo xtask test` runs them all, several files at once. By hand, after `cargo xtask build`: `node --test tests/browser/*.test.mjs`.
// A journey finds things by role and by text, as people do, never by a class of the style sheet.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { close, open } from "./chromium.mjs";
import { ATTEMPTS, PICTURES } from "./environment.mjs";

export { address, open, openProfile, started, violations } from "./chromium.mjs";

/** A whole journey may take this long. */
const JOURNEY_MS = 240_000;

after(close);

/**
 * Opens the page as `open` does with `options`, lets `body` use it, and fails if the page complained meanwhile.
 * A journey that fails leaves a picture. `body` gets what `open` returns: `{ page, context, faults }`; one that
 * provokes a complaint takes it out of `faults`.
 */
export function journey(name, options, body) {
  test(name, { timeout: JOURNEY_MS * ATTEMPTS }, async () => {
    for (let left = ATTEMPTS - 1; ; left--) {
      try {
        return await attempt(name, options, body);
      } catch (error) {
        if (left === 0) throw error;
        console.log(`Tried again: ${name}`);
        console.log(error);
      }
    }
  });
}

async function attempt(name, options, body) {
  const visit = await open(options);
  try {
    await body(visit);
    assert.deepEqual(visit.faults, [], "the page complained");
  } catch (error) {
    await picture(visit.page, name);
    throw error;
  } finally {
    // A request that is held back or being answered ends with the page, and is no fault of the journey.
    await visit.context.unrouteAll({ behavior: "ignoreErrors" });
    for (const page of visit.context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
    await visit.context.close();
  }
}

async function picture(page, name) {
  mkdirSync(PICTURES, { recursive: true });
  const path = join(PICTURES, `${name.replaceAll(/\W+/g, "-")}.png`);
  await page.screenshot({ path, fullPage: true }).catch(() => {});
  console.log(`Picture: ${path}`);
}
