// The project's own documentation beside the page, as `cargo xtask docs` builds it, with the headers that the host of the page sends.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { journey, violations } from "./harness.mjs";
import { SPARSEBOX, elementFrame, frameOf, serveSparsebox } from "./hosts.mjs";
import { removeAndSee, sandbox, says } from "./sandbox.mjs";

const DOCS = `${SPARSEBOX}docs/`;

/** The pages, by the files that they are made from. */
const NAMES = readdirSync(new URL("../../static/docs", import.meta.url))
  .filter((file) => file.endsWith(".md"))
  .map((file) => file.slice(0, -".md".length))
  .sort();

/** Rules that the pages do not follow: the theme gives a landmark to the button of each piece of code, and tables of Markdown need a head. */
const ACCEPTED = ["landmark-unique", "empty-table-header"];

const at = (name, options = {}) => ({ url: `${DOCS}${name}`, waitForProgram: false, prepare: serveSparsebox, ...options });

journey("a reader of the documentation uses its embeds, and finds a page by a search", at("index.html"), async ({ page, context }) => {
  const addresses = [];
  context.on("request", (request) => addresses.push(request.url()));
  const frame = await frameOf(page, "Open orders");
  await removeAndSee(frame, (button) => button.click());

  await page.getByRole("button", { name: "Start: A row that is not there: ship an order" }).press("Enter");
  const lesson = await elementFrame(page, "sparse-box");
  await lesson.getByRole("heading", { name: "Ship an order" }).waitFor();

  await page.getByRole("textbox", { name: "Search" }).click();
  await page.keyboard.type("power failure");
  await page.getByRole("dialog", { name: "Search" }).getByRole("heading", { name: "What the endpoint keeps" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/endpoint\.html/);
  await page.getByRole("heading", { name: "What the endpoint keeps" }).waitFor();

  await page.getByRole("link", { name: "Check embeds in CI" }).first().click();
  const element = page.locator("sparse-box");
  await says(element.getByRole("cell"), "OpenOrders");
  await element.getByRole("button", { name: "Start: An order was shipped" }).press("Enter");
  const inElement = await elementFrame(page, "sparse-box");
  await says(sandbox(inElement).region("OpenOrders"), "2 of 10");
  await inElement.locator("text=5 WCU >> visible=true").first().waitFor();

  await page.getByRole("link", { name: "Embeds" }).first().click();
  const ask = page.getByRole("button", { name: "Remove the DueDate of T-1" });
  await ask.scrollIntoViewIfNeeded();
  const tasks = await elementFrame(page, "#tasks");
  await says(sandbox(tasks).region("Due"), "2 of 4");
  await ask.press("Enter");
  await page.getByText("UpdateItem: 2 write units = Tasks 1 + Due 1").waitFor();
  await says(sandbox(tasks).region("Due"), "1 of 4");

  const others = addresses.filter((address) => !address.startsWith(SPARSEBOX) && !address.startsWith("blob:") && !address.startsWith("data:"));
  assert.deepEqual(others, [], "requests to other hosts");
});

journey("the colours of the documentation are those of the system, or those that its reader chooses", at("index.html", { colorScheme: "dark" }), async ({ page }) => {
  const scheme = (part) => part.evaluate(() => getComputedStyle(document.body).colorScheme);
  const frame = await frameOf(page, "Open orders");
  assert.equal(await scheme(page), "dark");
  assert.deepEqual(await violations(page), []);
  await page.getByTitle("Use light colours").click();
  await page.getByTitle("Use dark colours").waitFor();
  assert.equal(await scheme(page), "light");
  assert.deepEqual(await violations(page), []);
  await page.reload();
  await page.getByTitle("Use dark colours").waitFor();
  assert.equal(await scheme(page), "light", "it is kept");
  assert.equal(frame.isDetached(), true);
});

for (const [width, height] of [[1440, 900], [640, 420], [390, 844]]) {
  journey(`every page of the documentation fits ${width} × ${height}, can be read, and has no dead link`, at("index.html", { width, height }), async ({ page }) => {
    const pages = await page.locator("nav a[href]").evaluateAll((links) => [...new Set(links.map((link) => link.href.split("#")[0]))]);
    const own = pages.filter((address) => address.startsWith(DOCS));
    assert.deepEqual(own.map((address) => address.slice(DOCS.length, -".html".length)).sort(), NAMES);
    for (const address of own) {
      await page.goto(address);
      assert.deepEqual(await page.evaluate(deadLinks), [], address);
      const found = (await violations(page)).filter((violation) => !ACCEPTED.some((rule) => violation.startsWith(rule)));
      assert.deepEqual(found, [], address);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, `${address} is too wide`);
    }
  });
}

/** The links of a page that lead to nothing on its host, and those to a part of the page that does not exist. Runs in the page. */
async function deadLinks() {
  const links = [...document.querySelectorAll("a[href]")].map((link) => new URL(link.href));
  const inside = links.filter((link) => link.origin === location.origin);
  const dead = inside.filter((link) => {
    const isHere = link.pathname === location.pathname && link.hash.length > 1;
    return isHere && !document.getElementById(decodeURIComponent(link.hash.slice(1)));
  });
  const addresses = [...new Set(inside.map((link) => link.origin + link.pathname))];
  const answers = await Promise.all(addresses.map(async (address) => [address, (await fetch(address)).status]));
  return [...dead.map(String), ...answers.filter(([, status]) => status !== 200).map(([address]) => address)];
}
