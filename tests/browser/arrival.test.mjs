// A program that does not arrive, or not whole, is said to have failed: the page never just stands still.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";

const PROGRAM = "**/web-*.wasm";
const SCRIPT = "**/web-*.js";

journey("a program that is not there is named", {}, async ({ page, faults }) => {
  await page.route(PROGRAM, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await fails(page, /web-.*\.wasm: the host answers 404/);
  faults.length = 0;
});

journey("a program that is cut short or damaged does not start", {}, async ({ page, faults }) => {
  const damages = [
    [PROGRAM, (bytes) => bytes.subarray(0, bytes.length / 2), /CompileError/],
    [PROGRAM, (bytes) => bytes.fill(0, 0, 10), /CompileError/],
    [SCRIPT, (bytes) => bytes.subarray(0, 1_000), /SyntaxError|TypeError/],
  ];
  for (const [path, damage, reason] of damages) {
    await page.unrouteAll();
    await page.route(path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: damage(await response.body()) });
    });
    await page.reload();
    await fails(page, reason);
  }
  await page.unrouteAll();
  await page.getByRole("button", { name: "Restore the last good step" }).click();
  await page.getByRole("button", { name: "Share" }).waitFor();
  faults.length = 0;
});

/** Waits for the page that needs no program, and for its reason. */
async function fails(page, reason) {
  const dialog = page.getByRole("dialog", { name: "Something went wrong" });
  await dialog.waitFor().catch(() => assert.fail("the page stands still"));
  await dialog.getByText(reason).waitFor();
}
