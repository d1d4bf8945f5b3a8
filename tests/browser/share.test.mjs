// A link holds the whole sandbox, does not change the user's own work, and reports what is wrong if it is damaged.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { deflateRawSync } from "node:zlib";
import { address, journey, open, started, violations } from "./harness.mjs";
import { openOrders } from "./orders.mjs";
import { decodedCode } from "./qr.mjs";
import { announces, experiment, gone, linkOf, sandbox, says } from "./sandbox.mjs";

/** What a chat program lets through. */
const LINK_LENGTH_MAX = 2000;

journey("a copied link opens the same sandbox in another browser", { permissions: ["clipboard-read", "clipboard-write"] }, async ({ page }) => {
  const { button, region } = sandbox(page);
  await changeSomething(page);
  await button("Share").click();
  // After the first change the clock waits, and the change would be on its way in the link, too.
  await page.getByLabel("With what was done").uncheck();
  await button("Copy link").click();
  await button("Copied").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${await address()}#z2.`), link);
  await says(region("OpenOrders"), "3 of 10");

  const elsewhere = await open({ url: link });
  const there = sandbox(elsewhere.page);
  await says(there.region("Notice"), "You are looking at a shared sandbox. Your own work is untouched.");
  await says(there.region("OpenOrders"), "2 of 10");
  await there.attribute("C1, O-1001", "Gift").waitFor();
  assert.equal(await there.title.inputValue(), "A row that is not there");
  assert.equal(await linkOf(elsewhere.page), link.slice(link.indexOf("#")));
  assert.deepEqual(elsewhere.faults, []);
  await elsewhere.context.close();
});

journey("a link survives a host that redirects, and the ways in which programs change addresses", {}, async ({ page }) => {
  await sandbox(page).workspace("Design").click();
  const link = await linkOf(page);
  const target = await address();
  const host = createServer((_, response) => response.writeHead(302, { Location: target }).end());
  await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
  try {
    const redirected = `http://127.0.0.1:${host.address().port}/sparsebox`;
    const middle = Math.floor(link.length / 2);
    for (const changed of [
      redirected + link,
      `${target}${link}).`,
      `${target}${link}#:~:text=Orders`,
      `${target}?utm_source=mail${link.replace("#", "%23")}`,
      `${target}${link.slice(0, middle)}%0A${link.slice(middle)}`,
    ]) {
      await page.goto("about:blank");
      await page.goto(changed);
      await started(page);
      await says(sandbox(page).region("Notice"), "You are looking at a shared sandbox.");
      assert.equal(await sandbox(page).workspace("Design").getAttribute("aria-current"), "page", changed);
    }
  } finally {
    host.close();
  }
});

journey("a link shows the workspace that its sender sees", {}, async ({ page }) => {
  const explore = await linkOf(page);
  await sandbox(page).workspace("Load").click();
  // Experiments are on every page: without the result of a run, the table is what is sent.
  assert.equal(await linkOf(page), explore);
  await sandbox(page).workspace("Design").click();
  const link = await linkOf(page);
  assert.notEqual(link, explore);

  const elsewhere = await open({ url: (await address()) + link });
  const { workspace } = sandbox(elsewhere.page);
  assert.equal(await workspace("Design").getAttribute("aria-current"), "page");
  assert.equal(await linkOf(elsewhere.page), link);
  await workspace("Explore").click();
  assert.equal(await linkOf(elsewhere.page), explore);
  assert.deepEqual(elsewhere.faults, []);
  await elsewhere.context.close();

  await sandbox(page).workspace("Load").click();
  await experiment(page, "Zipf");
  const another = await open({ url: (await address()) + (await linkOf(page)) });
  assert.equal(await sandbox(another.page).workspace("Load").getAttribute("aria-current"), "page");
  assert.deepEqual(another.faults, []);
  await another.context.close();
});

journey("a link with what was done shows the moment that its sender sees, and the way forward", { speed: 100 }, async ({ page }) => {
  const { button, field, region } = sandbox(page);
  for (const order of ["O-1003", "O-1006"]) {
    await sandbox(page).item(`C1, ${order}`).getByRole("button", { name: "Remove OrderOpenDate" }).click();
    await button("Remove").click();
    // After the first change, the clock waits for a stale read.
    if (order === "O-1006") await button("Resume the clock").click();
    await gone(sandbox(page).entry("OpenOrders", order));
  }
  const shown = (page) => page.getByRole("radiogroup", { name: "Moment shown" }).getByRole("radio", { checked: true });
  await shown(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await says(shown(page), "Update O-1003");
  await says(region("OpenOrders"), "3 of 10");
  await button("Share").click();
  const plain = await field("Link").inputValue();
  await page.getByLabel("With what was done").check();
  await page.waitForFunction(([field, plain]) => field.value !== plain, [await field("Link").elementHandle(), plain]);
  assert.deepEqual(await violations(page, "dialog[open]"), []);
  const link = await field("Link").inputValue();
  await page.keyboard.press("Escape");

  const elsewhere = await open({ url: link });
  const there = sandbox(elsewhere.page);
  await says(there.why, "5 write units");
  await says(there.region("OpenOrders"), "3 of 10");
  await says(shown(elsewhere.page), "Update O-1003");
  await there.button("Return to now").click();
  await says(there.region("OpenOrders"), "1 of 10");
  assert.deepEqual(elsewhere.faults, []);
  await elsewhere.context.close();
});

journey("a link that is made while the clock is paused has the change on its way", {}, async ({ page }) => {
  const { button, entry, field } = sandbox(page);
  await button("Pause the clock").click();
  await sandbox(page).item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await says(entry("OpenOrders", "O-1003"), "leaves in");
  await button("Share").click();
  await page.getByText("The clock is paused with a change on its way.").waitFor();
  const steps = page.getByLabel("With what was done");
  assert.ok(await steps.isChecked());
  const link = await field("Link").inputValue();
  await steps.uncheck();
  await page.waitForFunction(([field, link]) => field.value !== link, [await field("Link").elementHandle(), link]);
  assert.deepEqual(await violations(page, "dialog[open]"), []);

  const elsewhere = await open({ url: link, speed: 1 });
  await says(sandbox(elsewhere.page).entry("OpenOrders", "O-1003"), "leaves in");
  await elsewhere.context.close();
});

journey("a QR code has the link, unless it would be too large for a camera", {}, async ({ page }) => {
  const { button, field } = sandbox(page);
  const link = (await address()) + (await linkOf(page));
  await button("Share").click();
  await button("QR code").click();
  const code = page.getByRole("img", { name: "QR code" });
  await code.waitFor();
  assert.equal(await decodedCode(page, code), link);
  await page.keyboard.press("Escape");

  await openOrders(page, 200);
  await button("Share").click();
  await field("Link").waitFor();
  assert.equal(await page.getByRole("row", { name: /Mail and spreadsheets.*Too long/ }).count(), 1);
  await button("QR code").click();
  await page.getByText("Cameras read QR codes of at most 997 bytes reliably.").waitFor();
  assert.equal(await code.count(), 0);
  assert.deepEqual(await violations(page, "dialog[open]"), []);
});

journey("links, valid or broken, do not change the user's own work", {}, async ({ page }) => {
  const { button, region, attribute, title } = sandbox(page);
  const example = await linkOf(page);
  await changeSomething(page);
  const changed = await linkOf(page);
  await page.evaluate((link) => (location.hash = link), example);
  await says(region("Notice"), "Your own work is untouched.");
  await says(region("OpenOrders"), "3 of 10");

  for (const [link, words] of [
    [example.slice(0, -100), /This link is cut short: \d+ of \d+ characters arrived/],
    [example.slice(0, 8), /This link is cut short/],
    [swapLetters(example), "This link is damaged"],
    [example.replace("#z2.", "#z9."), "This link was made by a newer version (format 9; this page reads up to 2)"],
    ["#hello", "This is not a Sparsebox link."],
  ]) {
    await page.goto("about:blank");
    await page.goto((await address()) + link);
    await started(page);
    await says(region("Notice"), words);
    await region("OpenOrders").waitFor();
  }

  await button("Sandbox").click();
  await page.getByRole("button", { name: "A row that is not there", exact: true }).click();
  await attribute("C1, O-1001", "Gift").waitFor();
  assert.equal(await linkOf(page), changed);
  assert.equal(await title.inputValue(), "A row that is not there");
});

journey("fifty items fit in a link of 2,000 characters", {}, async ({ page }) => {
  const { button, region } = sandbox(page);
  await button("Sandbox").click();
  const file = { name: "fifty.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(fiftyItems())) };
  await page.getByLabel("Open a file…").setInputFiles(file);
  await says(region("ByStatus"), "50 of 50");
  await says(region("OpenOrders"), "17 of 50");
  await announces(page, "Opened: Fifty orders.");
  const link = await linkOf(page);
  assert.ok(link.length <= LINK_LENGTH_MAX, `${link.length} characters`);
});

journey("both designs are in a link", {}, async ({ page }) => {
  const { button, region, title } = sandbox(page);
  await button("Sandbox").click();
  await page.getByRole("button", { name: /^Compare with a copy/ }).click();
  await announces(page, "The copy is design B");
  await title.fill("Design B of the orders");
  await page.keyboard.press("Enter");
  const link = await linkOf(page);
  await openLink(page, link);
  assert.equal(await title.inputValue(), "Design B of the orders");
  await button("Design A").click();
  await announces(page, "Design A is shown.");
  assert.equal(await title.inputValue(), "A row that is not there");
  await region("OpenOrders").waitFor();
});

journey("a run in a link is played from its base", {}, async ({ page }) => {
  const { region } = sandbox(page);
  await openLink(page, `#${golden("v2-run.txt").trim()}`);
  await announces(page, "Everything in the link has been replayed.");
  await says(region("Notice"), "Your own work is untouched.");
  await sandbox(page).workspace("Load").click();
  await says(page.getByRole("region", { name: "Result", exact: true }), /[\d,]+ requests in \d+\ss/);

  const differs = golden("v2-run.json").replace(/"digest":"\w+"/, '"digest":"0123456789abcdef"');
  await openLink(page, byHand(differs));
  await says(region("Notice"), "This run gave a different result in this version");
});

journey("playing a run shows its progress and can be cancelled", {}, async ({ page }) => {
  const { button, region, itemKey } = sandbox(page);
  const long = golden("v2-run.json").replace(/"turns":\d+/, '"turns":70000');
  await openLink(page, byHand(long));
  await says(region("Notice"), "Playing the run in this link");
  await itemKey("Rick, G01").waitFor();
  await page.getByRole("progressbar", { name: "Progress of replaying" }).waitFor();
  await region("Notice").getByRole("button", { name: "Cancel" }).click();
  await says(region("Notice"), "Playing was cancelled.");
  await says(region("Champions"), "3 of 7");
});

journey("no short link makes the page hang", {}, async ({ page }) => {
  const { region, title } = sandbox(page);
  await openLink(page, compressed(JSON.stringify({ v: 1, title: `Long${"x".repeat(250_000)}` })));
  assert.equal((await title.inputValue()).length, 200);
  await says(region("Notice"), "Not opened as written: Member title. It is longer than 200 characters, and was cut.");

  await openLink(page, compressed(JSON.stringify({ v: 1, title: "x".repeat(4_000_000) })));
  await says(region("Notice"), "A link of this length may contain");
  const items = Array.from({ length: 12_000 }, () => ({ id: { S: "a" } }));
  await openLink(page, compressed(JSON.stringify({ v: 1, tables: [{ TableName: "Bomb", Items: items }] })));
  await says(region("Notice"), "would take more work");
  await region("OpenOrders").waitFor();
});

journey("the parts of a link that are not understood are named, and the rest is opened", {}, async ({ page }) => {
  const { region, title } = sandbox(page);
  await openLink(page, byHand('{"v":1,"title":"Half\\nknown","other":7,"other_letter":"B"}'));
  assert.equal(await title.inputValue(), "Half known");
  await says(region("Notice"), "Not opened as written: Member other. It is not an object.");
  await openLink(page, byHand('{"Resources":{}}'));
  await says(region("Notice"), "This is JSON, but not a sandbox: it has Resources, but no member `v`");
});

/** Opens a link as from a bookmark. */
async function openLink(page, link) {
  await page.goto("about:blank");
  await page.goto((await address()) + link);
  await started(page);
}

function golden(name) {
  return readFileSync(new URL(`../links/${name}`, import.meta.url), "utf8");
}

/** A link as a person or program makes it without compression. */
function byHand(document) {
  return `#j2.${Buffer.from(document.trim()).toString("base64url")}`;
}

/** A link of format 1, with no regard to what the page would make. */
function compressed(document) {
  const dictionary = readFileSync(new URL("../../web/playground/src/link/vocabulary-1.txt", import.meta.url));
  const bytes = deflateRawSync(document, { dictionary, level: 9 });
  const payload = bytes.toString("base64url");
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  const lengths = `${Buffer.byteLength(document).toString(36)}-${payload.length.toString(36)}`;
  return `#z1.${lengths}.${sum.toString("base64url")}.${payload}`;
}

function crc32(bytes) {
  let remainder = 0xffffffff;
  for (const byte of bytes) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
    }
  }
  return ~remainder >>> 0;
}

async function changeSomething(page) {
  const { button, field, item, itemKey, attribute } = sandbox(page);
  await button("Pause the clock").click();
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await itemKey("C1, O-1001").click();
  await button("+ Attribute").click();
  await field("Attribute name").fill("Gift");
  await field("Value of Gift").fill("für Zoë 🎁");
  await button("Save").click();
  await attribute("C1, O-1001", "Gift").waitFor();
}

function swapLetters(link) {
  const middle = Math.floor(link.length / 2);
  const letter = link[middle] === "A" ? "B" : "A";
  return link.slice(0, middle) + letter + link.slice(middle + 1);
}

/** Orders as a workshop has them: two global indexes, one of them sparse. */
function fiftyItems() {
  const items = Array.from({ length: 50 }, (_, position) => ({
    CustomerId: { S: `c-00${10 + (position % 12)}` },
    OrderId: { S: `2026-03-${String(1 + (position % 28)).padStart(2, "0")}#${(position * 7919).toString(16)}` },
    Status: { S: ["OPEN", "SHIPPED", "RETURNED"][position % 3] },
    Total: { N: String(((position * 37) % 200) + 0.5) },
    ...(position % 3 === 0 && { OrderOpenDate: { S: `2026-03-${String(1 + (position % 28)).padStart(2, "0")}` } }),
  }));
  const key = (hash, range) => [
    { AttributeName: hash, KeyType: "HASH" },
    { AttributeName: range, KeyType: "RANGE" },
  ];
  const names = ["CustomerId", "OrderId", "OrderOpenDate", "Status"];
  const table = {
    TableName: "CustomerOrders",
    AttributeDefinitions: names.map((name) => ({ AttributeName: name, AttributeType: "S" })),
    KeySchema: key("CustomerId", "OrderId"),
    GlobalSecondaryIndexes: [
      { IndexName: "ByStatus", KeySchema: key("Status", "OrderId"), Projection: { ProjectionType: "KEYS_ONLY" } },
      { IndexName: "OpenOrders", KeySchema: key("CustomerId", "OrderOpenDate"), Projection: { ProjectionType: "ALL" } },
    ],
    Items: items,
  };
  return { v: 1, title: "Fifty orders", tables: [table] };
}
