// After every panic of the program a dialog offers the work: by a reload and as a file.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { journey, started } from "./harness.mjs";
import { says, sandbox, saved } from "./sandbox.mjs";

/** Where the program can panic, and what the user does for it to get there. */
const PLACES = [
  ["engine", async () => {}],
  ["rendering", async () => {}],
  ["saving", (page) => rename(page, "Lost")],
];

for (const [place, act] of PLACES) {
  journey(`a panic: ${place}`, {}, async ({ page, faults }) => {
    await rename(page, "Kept");
    await saved(page);
    await panic(page, place);
    await act(page);
    const dialog = page.getByRole("dialog", { name: "Sparsebox has crashed" });
    await dialog.waitFor();
    await says(dialog, "This is a bug in Sparsebox.");
    await says(dialog, "a journey provokes a panic");
    assert.match(await downloaded(page), /(Kept|Lost)/);
    faults.length = 0;
    await reloadBy(page, "Reload and restore my sandbox");
    const { title } = sandbox(page);
    await page.waitForFunction(() => /Kept|Lost/.test(document.title));
    assert.match(await title.inputValue(), /Kept|Lost/);
  });
}

journey("a panic without storage", {}, async ({ page, faults }) => {
  await denyStorage(page);
  await rename(page, "Nowhere stored");
  await page.getByText("Not saved in this browser").waitFor();
  await panic(page, "rendering");
  const dialog = page.getByRole("dialog", { name: "Sparsebox has crashed" });
  await says(dialog, "still in this tab's memory");
  assert.match(await downloaded(page), /Nowhere stored/);
  faults.length = 0;
  await reloadBy(page, "Reload and restore my sandbox");
  await page.waitForFunction(() => document.title === "Nowhere stored");
});

journey("work survives a reload without storage", {}, async ({ page }) => {
  await denyStorage(page);
  await rename(page, "Nowhere stored");
  await page.getByText("Not saved in this browser").waitFor();
  let isAsked = false;
  page.on("dialog", (dialog) => {
    isAsked = true;
    return dialog.accept();
  });
  for (const title of ["Nowhere stored", "Renamed"]) {
    await page.reload();
    await started(page);
    await page.waitForFunction((title) => document.title === title, title);
    await rename(page, "Renamed");
    await page.getByText("Not saved in this browser").waitFor();
  }
  assert.ok(isAsked);
});

journey("a sandbox that crashes again offers an example", {}, async ({ page, faults }) => {
  await rename(page, "Crashes");
  await saved(page);
  await panic(page, "rendering");
  await page.getByRole("dialog", { name: "Sparsebox has crashed" }).waitFor();
  faults.length = 0;
  await reloadBy(page, "Open an example instead");
  await page.waitForFunction(() => document.title === "A row that is not there");
});

/** Loads the page again, without any storage. */
async function denyStorage(page) {
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
      Object.defineProperty(window, name, { get: deny });
    }
  });
  await page.reload();
  await started(page);
}

async function panic(page, place) {
  await page.evaluate((detail) => dispatchEvent(new CustomEvent("sparsebox-crash", { detail })), place);
}

async function rename(page, name) {
  const { title } = sandbox(page);
  await title.fill(name);
  await title.press("Enter");
}

/** Presses a button that reloads the page. */
async function reloadBy(page, name) {
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name }).click();
  await loaded;
  await started(page);
}

/** The text of the file that the dialog offers. */
async function downloaded(page) {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my sandbox" }).click();
  return readFile(await (await download).path(), "utf8");
}
