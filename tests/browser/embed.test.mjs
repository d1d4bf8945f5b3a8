// Sparsebox in a frame of another site: what a reader of docs sees and does there.

import assert from "node:assert/strict";
import { journey, started, violations } from "./harness.mjs";
import { DOCS, SPARSEBOX, blockStorage, elementFrame, frameOf, servePage, serveSparsebox } from "./hosts.mjs";
import { faultsOfLayout } from "./layout.mjs";
import { gone, lesson, sandbox, says } from "./sandbox.mjs";

/** The frame that the page offers as a snippet. */
const iframe = (query, title, size = 'width="640" height="420"') =>
  `<iframe src="${SPARSEBOX}index.html?${query}" title="${title}" ${size} loading="lazy" allow="clipboard-write"></iframe>`;

const PAGE = `
  <h1>Sparse indexes</h1>
  <p><label>Search <input autofocus></label></p>
  ${iframe("view=table,gsi:OpenOrders", "Open orders")}
  ${iframe("view=gsi:OpenOrders,gsi:Missing,table&ro=1&theme=dark", "Read-only", 'width="320" height="420"')}
  ${iframe("view=indexes", "Sandboxed", 'width="640" height="300" sandbox="allow-scripts allow-popups"')}`;

/** A page that is isolated from other origins, and allows the frames of Sparsebox only. */
const STRICT = {
  "Content-Security-Policy": `default-src 'none'; img-src data:; frame-src ${new URL(SPARSEBOX).origin}`,
  "Cross-Origin-Embedder-Policy": "require-corp",
};

async function prepare(context) {
  await serveSparsebox(context);
  await servePage(context, `${DOCS}/`, PAGE, STRICT);
  await blockStorage(context);
}

journey("a reader of docs sees an entry leave its index in a frame", { url: `${DOCS}/`, waitForProgram: false, prepare }, async ({ page, context }) => {
  const frame = await frameOf(page, "Open orders");
  const address = frame.url();
  const { button, region, item, entry } = sandbox(frame);
  const check = async (state) => {
    assert.deepEqual(await frame.evaluate(faultsOfLayout), [], state);
    assert.deepEqual(await violations(frame), [], state);
  };
  await says(region("OpenOrders"), "3 of 10");
  assert.equal(await frame.getByRole("banner").count(), 0, "a header");
  await check("at first");
  await isInView(frame, entry("OpenOrders", "O-2002"));

  // The focus and the letters are those of the page around it.
  const search = page.getByLabel("Search");
  assert.ok(await search.evaluate((field) => field === document.activeElement), "the focus was taken");
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await isInView(frame, frame.getByText("Will leave"));
  await isInView(frame, button("Remove"));
  await check("a draft");
  await button("Remove").click();
  const leaving = entry("OpenOrders", "O-1003");
  await says(leaving, "leaves in");
  await isInView(frame, leaving.getByText("leaves in"));
  await isInView(frame, frame.getByRole("button", { name: /5 write units.*4 Orders.*1 OpenOrders/ }));
  for (const letter of ["n", "p", "?", "2"]) await page.keyboard.press(letter);
  await gone(leaving.getByText("leaves in"));
  await says(region("OpenOrders"), "2 of 10");

  await frame.getByRole("button", { name: /Why\?/ }).click();
  await says(frame.getByRole("region", { name: "Last operation", exact: true }), "larger of before and after: 3,560 B ÷ 1,024 = 3.48 → 4");
  assert.deepEqual(await violations(frame), [], "the receipt");
  await frame.getByRole("button", { name: "Close" }).click();

  // The whole page shows the sandbox of this moment.
  const [full] = await Promise.all([context.waitForEvent("page"), frame.getByRole("link", { name: "Open full" }).click()]);
  await started(full);
  assert.ok(full.url().startsWith(`${SPARSEBOX}index.html#z`), full.url());
  await says(sandbox(full).region("OpenOrders"), "2 of 10");
  await full.close();

  await button("Reset").click();
  await says(region("OpenOrders"), "3 of 10");
  assert.equal(frame.url(), address);
  assert.equal(await page.evaluate(() => history.length), 2, "the way back of the page around it");
  assert.deepEqual(await frame.evaluate(() => window.storageUses), []);

  // The nearest that can be shown, in a narrow frame in which nothing can be changed.
  const narrow = await frameOf(page, "Read-only");
  await says(narrow.getByRole("status").first(), "The table has no index Missing: OpenOrders is shown instead.");
  assert.deepEqual(await narrow.getByRole("button", { name: /Remove|add|Reset|Edit/ }).count(), 0);
  assert.equal(await narrow.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "dark");
  assert.deepEqual(await narrow.evaluate(faultsOfLayout), []);
  assert.deepEqual(await violations(narrow), []);

  // A frame with an origin of its own, as hosts of untrusted content make it.
  const sandboxed = await frameOf(page, "Sandboxed");
  assert.equal(await sandboxed.evaluate(() => self.origin), "null");
  await says(sandbox(sandboxed).region("ByTotal"), "10 of 10");
  const link = sandboxed.getByRole("link", { name: "Open full" });
  const [popup] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await started(popup);
  await says(sandbox(popup).region("OpenOrders"), "3 of 10");
  await popup.close();
});

const SHARING = { url: `${SPARSEBOX}index.html`, permissions: ["clipboard-read", "clipboard-write"], prepare: serveSparsebox };

journey("a read-only frame offers nothing that it does not do", SHARING, async ({ page, context }) => {
  const { button, why } = sandbox(page);
  await button("Query").click();
  await page.getByLabel("Value of CustomerId", { exact: true }).fill("C1");
  await page.keyboard.press("Enter");
  await says(why, "3.5 read units");
  await button("Share").click();
  await button("Embed").click();
  const dialog = page.getByRole("dialog", { name: "Share this sandbox" });
  await dialog.getByLabel("With what was done").check();
  await dialog.getByLabel("Read-only").check();
  await servePage(context, `${DOCS}/looking`, await dialog.getByLabel("Code of the embed").inputValue());

  const docs = await context.newPage();
  await docs.goto(`${DOCS}/looking`);
  const frame = await frameOf(docs, "A row that is not there");
  const last = frame.getByRole("button", { name: /3\.5 read units/ });
  await last.click();
  await says(sandbox(frame).why, "3.5 read units");
  // Not among what can be done: requests, reading again, the next page, and what changes items.
  const looking = /^(Show |Close$|C\d|GSI|LSI|▼.3\.5.RCU|3\.5 read units|(OrderId|OrderOpenDate|Total|Notes)[SN]$)/;
  const offered = await frame.getByRole("button").evaluateAll((all) => all.filter((it) => it.checkVisibility()).map((it) => it.ariaLabel ?? it.textContent));
  assert.ok(offered.length > 10, `${offered.length} buttons`);
  assert.deepEqual(offered.filter((name) => !looking.test(name)), []);
});

journey("the code of an embed is seen at its size, copied by one press, and works in another page", SHARING, async ({ page, context }) => {
  const { button, item, why } = sandbox(page);
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await says(why, "5 write units");
  await button("Share").click();
  await button("Embed").click();
  const dialog = page.getByRole("dialog", { name: "Share this sandbox" });
  await dialog.getByLabel("With what was done").check();
  await dialog.getByLabel("ByTotal").check();
  await dialog.getByLabel("Read-only").check();
  const preview = await frameOf(page, "A row that is not there");
  await says(sandbox(preview).region("ByTotal"), "10 of 10");
  assert.deepEqual(await preview.evaluate(() => [innerWidth, innerHeight]), [640, 420]);
  // Of the whole page, axe takes what is behind the preview for reachable.
  assert.deepEqual(await violations(page, "dialog[open]"), []);
  await dialog.getByRole("button", { name: "Copy code" }).click();
  await dialog.getByRole("button", { name: "Copied" }).waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(code, await dialog.getByLabel("Code of the embed").inputValue());
  assert.match(code, /<!-- sparsebox units: 5 = Orders 4 \+ OpenOrders 1 -->$/);
  await dialog.getByLabel("Code", { exact: true }).selectOption("<sparse-box>");
  await dialog.getByRole("button", { name: "Copy code" }).click();
  await dialog.getByRole("button", { name: "Copied" }).waitFor();
  const element = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await servePage(context, `${DOCS}/copied`, code);
  const docs = await context.newPage();
  await docs.goto(`${DOCS}/copied`);
  const frame = await frameOf(docs, "A row that is not there");
  await says(sandbox(frame).region("OpenOrders"), "2 of 10");
  await says(sandbox(frame).region("ByTotal"), "10 of 10");
  await frame.locator("text=5 WCU >> visible=true").first().waitFor();
  assert.equal(await frame.getByRole("button", { name: "Remove OrderOpenDate" }).count(), 0, "it is read-only");

  // The element shows the same, and a table with the receipt to readers without scripts and in print.
  await servePage(context, `${DOCS}/element`, element);
  await docs.goto(`${DOCS}/element`);
  const inside = await elementFrame(docs, "sparse-box");
  await says(sandbox(inside).region("OpenOrders"), "2 of 10");
  await inside.locator("text=5 WCU >> visible=true").first().waitFor();
  assert.equal(await docs.locator("sparse-box").getAttribute("units"), "5 = Orders 4 + OpenOrders 1");
  const table = docs.getByRole("table", { name: /^Orders: 10 items/ });
  assert.equal(await table.isVisible(), false, "the sandbox runs");
  await docs.emulateMedia({ media: "print" });
  await says(table.getByRole("row"), "O-1003");
  assert.equal(await table.isVisible(), true);
  await says(docs.getByRole("listitem"), "4 Orders");
  await docs.close();
});

journey("the code of an embed has the step of the lesson that is open", { ...SHARING, url: `${SPARSEBOX}index.html?lesson=open-orders&step=list` }, async ({ page, context }) => {
  const { button } = sandbox(page);
  await says(lesson(page).title, "Ask the index");
  await button("Share").click();
  await button("Embed").click();
  const dialog = page.getByRole("dialog", { name: "Share this sandbox" });
  const preview = await frameOf(page, "A row that is not there");
  await says(lesson(preview).title, "Ask the index");
  await dialog.getByLabel("Code", { exact: true }).selectOption("<sparse-box>");
  const code = await dialog.getByLabel("Code of the embed").inputValue();
  assert.match(code, /href="[^"#]+\?lesson=open-orders&amp;step=list" view="table,gsi:OpenOrders"/);
  await dialog.getByLabel("The lesson, from this step").uncheck();
  const plain = await frameOf(page, "A row that is not there");
  await says(sandbox(plain).region("OpenOrders"), "3 of 10");
  assert.equal(await lesson(plain).panel.count(), 0);

  await servePage(context, `${DOCS}/lesson`, code);
  const docs = await context.newPage();
  await docs.goto(`${DOCS}/lesson`);
  await says(lesson(await elementFrame(docs, "sparse-box")).title, "Ask the index");
  await docs.close();
});

const held = async (context) => {
  await prepare(context);
  await context.route("**/*.wasm", () => {});
};

journey("until the program runs, a frame shows nothing of the whole page", { url: `${SPARSEBOX}index.html?view=table`, waitForProgram: false, prepare: held }, async ({ page }) => {
  await page.waitForLoadState("domcontentloaded");
  const shown = await page.evaluate(() => document.getElementById("app").innerText.trim());
  assert.equal(shown, "");
});

/** Whether a part is seen without scrolling. */
async function isInView(frame, part) {
  await part.first().waitFor();
  const [box, size] = await Promise.all([
    part.first().evaluate((element) => element.getBoundingClientRect().toJSON()),
    frame.evaluate(() => [innerWidth, innerHeight]),
  ]);
  const [width, height] = size;
  const isInside = box.left >= 0 && box.top >= 0 && box.right <= width + 1 && box.bottom <= height + 1;
  assert.ok(isInside, `${JSON.stringify(box)} in ${width} x ${height}`);
}
