// A part of the program that a first visit does not need is loaded when it is used, or when the page is idle.
//
// Only a release has parts: a page that was built for development has everything in one file, and these journeys say so.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { SITE } from "./environment.mjs";
import { journey as anyJourney, violations } from "./harness.mjs";
import { card, gone, lesson, removeAndSee, sandbox, says } from "./sandbox.mjs";

const PARTS = ["forms", "load", "design", "learn", "share"];
const file = (part) => new RegExp(`/split_${part}-[^/]*\\.wasm$`);
const ANY_PART = /\/(split|chunk)_[^/]*\.wasm$/;

const hasParts = readdirSync(SITE).some((name) => file("forms").test(`/${name}`));
const journey = hasParts ? anyJourney : (name) => test(name, { skip: "this page was built without parts" }, () => {});

const FAILED = "This part of the page could not be loaded";

/** Opens the page again, with requests of some files answered by `answer`. */
const reloaded = async (page, path, answer) => {
  await page.route(path, answer);
  await page.reload();
};

/** What answers requests once it is released. */
const held = () => {
  let release;
  const until = new Promise((resolve) => (release = resolve));
  return { release, answer: async (route) => { await until; await route.continue(); } };
};

/** Opens each part in its most used way, and the words that are then on the page. */
const USES = {
  forms: [(page) => sandbox(page).button("Query").click(), (page) => page.getByText("Consistent read")],
  load: [(page) => sandbox(page).workspace("Load").click(), (page) => card(page, "Steady")],
  design: [(page) => sandbox(page).workspace("Design").click(), (page) => page.getByRole("heading", { name: "Suggested patterns" })],
  share: [(page) => sandbox(page).button("Share").click(), (page) => page.getByRole("dialog").getByLabel("Link")],
};

for (const part of ["forms", "load", "design", "share"]) {
  journey(`a press before the part ${part} is there is carried out when it comes`, {}, async ({ page }) => {
    const { release, answer } = held();
    await reloaded(page, file(part), answer);
    const [use, shown] = USES[part];
    await use(page);
    await page.getByText("Loading…").first().waitFor();
    assert.equal(await shown(page).count(), 0);
    release();
    await shown(page).first().waitFor();
    await gone(page.getByText("Loading…"));
  });

  journey(`a part ${part} that cannot be loaded is said, and loaded again at a press`, {}, async ({ page, faults }) => {
    await reloaded(page, file(part), (route) => route.fulfill({ status: 404 }));
    const [use, shown] = USES[part];
    await use(page);
    await says(page.getByRole("alert"), FAILED);
    await page.unroute(file(part));
    await page.getByRole("button", { name: "Try again" }).first().press("Enter");
    await shown(page).first().waitFor();
    await gone(page.getByText(FAILED));
    faults.length = 0;
  });
}

journey("a dialog that could not be loaded is reached and closed by keys, and opens once its part is there", {}, async ({ page, faults }) => {
  await reloaded(page, file("share"), (route) => route.fulfill({ status: 404 }));
  const failed = page.getByRole("dialog", { name: "Share this sandbox" });
  await sandbox(page).button("Share").press("Enter");
  await says(failed, FAILED);
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  await gone(failed);
  await removeAndSee(page, (button) => button.press("Enter"));
  await sandbox(page).button("Share").press("Enter");
  await says(failed, FAILED);
  await page.unrouteAll();
  await failed.getByRole("button", { name: "Try again" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Link", { exact: true }).waitFor();
  faults.length = 0;
});

journey("a lesson that an address opens waits for its part, and is opened by a press if that failed", {}, async ({ page, faults }) => {
  const { panel, title } = lesson(page);
  const { release, answer } = held();
  await page.route(file("learn"), answer);
  await page.goto(`${page.url().split("#")[0]}?lesson=open-orders`);
  await page.getByText("Loading…").first().waitFor();
  release();
  await says(title, "Find the open orders the hard way");

  await page.unrouteAll();
  await page.route(file("learn"), (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await says(page.getByRole("alert"), FAILED);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).first().press("Enter");
  await says(panel, "Try again");
  await panel.getByRole("button", { name: "Try again" }).press("Enter");
  await says(title, "Find the open orders the hard way");
  faults.length = 0;
});

journey("without parts the table, its indexes and the cost of a removal work, and what was typed is kept", {}, async ({ page, context, faults }) => {
  await reloaded(page, ANY_PART, (route) => route.abort("internetdisconnected"));
  await removeAndSee(page, (button) => button.click());
  await sandbox(page).button("Query").click();
  await says(page.getByRole("alert"), FAILED);
  await page.unroute(ANY_PART);
  await context.setOffline(false);
  await page.reload();
  await says(sandbox(page).region("OpenOrders"), "of 10");
  faults.length = 0;
});

journey("an idle page loads all parts, so that a press does not wait", {}, async ({ page }) => {
  const loaded = new Set();
  page.on("response", (response) => PARTS.filter((part) => file(part).test(response.url())).forEach((part) => loaded.add(part)));
  await page.reload();
  // The words of later parts are a file, too.
  await page.waitForFunction((count) => performance.getEntriesByType("resource").filter((it) => /split_[a-z]+-/.test(it.name)).length === count, PARTS.length + 1);
  assert.deepEqual([...loaded].sort(), [...PARTS].sort());
  await page.route(ANY_PART, (route) => route.abort());
  for (const part of ["forms", "load", "design"]) {
    const [use, shown] = USES[part];
    await sandbox(page).workspace("Explore").click();
    await use(page);
    await shown(page).first().waitFor();
  }
});

journey("an embed loads no part until one is used", {}, async ({ page, context }) => {
  const asked = [];
  context.on("request", (request) => ANY_PART.test(request.url()) && asked.push(request.url()));
  await page.goto(`${page.url().split("#")[0]}?view=table,indexes#example=open-orders`);
  await removeAndSee(page, (button) => button.click());
  await page.waitForTimeout(1_500);
  assert.deepEqual(asked, []);
});

journey("a host that sends the wrong type for WebAssembly still has all parts", {}, async ({ page, faults }) => {
  await reloaded(page, ANY_PART, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-type": "application/octet-stream" } });
  });
  const [use, shown] = USES.forms;
  await use(page);
  await shown(page).first().waitFor();
  faults.length = 0;
});
