// A link holds the whole sandbox, opens beside one's own work, and says what is wrong when it did not arrive whole.

import assert from "node:assert/strict";
import { address, journey, open, started } from "./harness.mjs";
import { says, sandbox } from "./sandbox.mjs";

/** What a chat program lets through. */
const LINK_LENGTH_MAX = 2000;

journey("a copied link opens the same sandbox somewhere else", { permissions: ["clipboard-read", "clipboard-write"] }, async ({ page }) => {
  const { button, region } = sandbox(page);
  await changeSomething(page);
  await button("Share").click();
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
  assert.equal(await there.title.inputValue(), "Open orders");
  assert.equal(await fragment(elsewhere.page), link.slice(link.indexOf("#")));
  assert.deepEqual(elsewhere.faults, []);
  await elsewhere.context.close();
});

journey("links open beside one's own work, whole or broken", {}, async ({ page }) => {
  const { button, region, attribute, title } = sandbox(page);
  const example = await fragment(page);
  await changeSomething(page);
  const changed = await fragment(page);
  await page.evaluate((link) => (location.hash = link), example);
  await says(region("Notice"), "Your own work is untouched.");
  await says(region("OpenOrders"), "3 of 10");

  for (const [link, words] of [
    [example.slice(0, -100), /This link is cut short: \d+ of \d+ characters arrived/],
    [example.slice(0, 8), /This link is cut short/],
    [swapLetters(example), "This link is damaged"],
    [example.replace("#z2.", "#z9."), "This link was made by a newer version (format 9; this page reads up to 2)"],
    ["#hello", "This is no link to a sandbox."],
  ]) {
    await page.goto("about:blank");
    await page.goto((await address()) + link);
    await started(page);
    await says(region("Notice"), words);
    await region("OpenOrders").waitFor();
  }

  await button("Examples").click();
  await page.getByRole("button", { name: "Open orders", exact: true }).click();
  await attribute("C1, O-1001", "Gift").waitFor();
  assert.equal(await fragment(page), changed);
  assert.equal(await title.inputValue(), "Open orders");
});

journey("fifty items fit into a link that travels everywhere", {}, async ({ page }) => {
  const { button, region, said } = sandbox(page);
  await button("Share").click();
  const file = { name: "fifty.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(fiftyItems())) };
  await page.getByLabel("Open a file…").setInputFiles(file);
  await says(region("ByStatus"), "50 of 50");
  await says(region("OpenOrders"), "17 of 50");
  await says(said, "Opened: Fifty orders.");
  const link = await fragment(page);
  assert.ok(link.length <= LINK_LENGTH_MAX, `${link.length} characters`);
});

async function changeSomething(page) {
  const { button, field, item, itemKey, attribute } = sandbox(page);
  await button("Hold the clock").click();
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await itemKey("C1, O-1001").click();
  await button("+ Attribute").click();
  await field("Attribute name").fill("Gift");
  await field("Value of Gift").fill("für Zoë 🎁");
  await button("Save").click();
  await attribute("C1, O-1001", "Gift").waitFor();
}

async function fragment(page) {
  const { button, field } = sandbox(page);
  await button("Share").click();
  const link = await field("Link").inputValue();
  await page.keyboard.press("Escape");
  return link;
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
