// A link or a run that would take very much says so, shows how far it is, can be cancelled, and leaves a page that works.

import assert from "node:assert/strict";
import { address, journey, started, violations } from "./harness.mjs";
import { announces, gone, sandbox, says } from "./sandbox.mjs";

journey("a link in which three thousand years pass asks, shows its progress and is cancelled", {}, async ({ page }) => {
  const { button, region, title } = sandbox(page);
  const table = {
    TableName: "Hostile",
    BillingMode: "PROVISIONED",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
    AutoScaling: { TargetValue: 70, MinCapacity: 5, MaxCapacity: 500 },
    Items: [{ id: { S: "a" } }],
  };
  const log = [
    { set_throughput: { setting: "is_enforced", value: 1 } },
    { advance: { by_ms: 100_000_000_000_000 } },
  ];
  await openByHand(page, { v: 2, designs: { A: { title: "Three thousand years", tables: [table], log } } });
  await says(region("Notice"), "may be long");
  assert.deepEqual(await violations(page), []);
  await button("Replay it").click();
  await page.getByRole("progressbar", { name: "Progress of replaying" }).waitFor();
  await says(region("Notice"), "Replaying");
  await region("Notice").getByRole("button", { name: "Cancel" }).click();
  await says(region("Notice"), "Replaying was cancelled.");
  await title.fill("Still here");
  await page.keyboard.press("Enter");
  await button("Undo: Rename to “Still here”").waitFor();
});

journey("a long list is filtered once typing pauses", {}, async ({ page }) => {
  const { field } = sandbox(page);
  const table = {
    TableName: "Long",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    Items: Array.from({ length: 2_001 }, (_, number) => ({ id: { S: `item ${number}` } })),
  };
  await openByHand(page, { v: 2, designs: { A: { title: "Long", tables: [table] } } });
  await page.getByText("2,001 items").waitFor();
  // Pauses last until they are ended here.
  await page.evaluate(() => {
    const { setTimeout, clearTimeout } = window;
    const pauses = new Map();
    window.setTimeout = (then, ms, ...words) => {
      const id = setTimeout(() => ms === 300 || then(), ms, ...words);
      if (ms === 300) pauses.set(id, then);
      return id;
    };
    window.clearTimeout = (id) => (pauses.delete(id), clearTimeout(id));
    window.pauses = pauses;
  });
  const filter = field("Filter items");
  await filter.pressSequentially("item 200");
  assert.equal(await filter.inputValue(), "item 200");
  assert.equal(await page.getByText(/ of 2,001/).count(), 0);
  assert.equal(await page.evaluate(() => window.pauses.size), 1);
  const end = () => page.evaluate(() => window.pauses.forEach((then, id) => (window.pauses.delete(id), then())));
  await end();
  await page.getByText("2 of 2,001").waitFor();
  // Escape forgets what was typed and not used, and shows all items.
  await filter.pressSequentially("1");
  await filter.press("Escape");
  await gone(page.getByText(/ of 2,001/));
  assert.equal(await filter.inputValue(), "");
  assert.equal(await page.evaluate(() => window.pauses.size), 0);
});

journey("a run that reaches a limit says which, in the announcement and in its result", {}, async ({ page }) => {
  const request = JSON.stringify({
    TableName: "Orders",
    Item: { CustomerId: { S: "C1" }, OrderId: { S: "{sequence}" }, Text: { S: "{text 400000}" } },
  });
  const table = {
    TableName: "Orders",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [
      { AttributeName: "CustomerId", AttributeType: "S" },
      { AttributeName: "OrderId", AttributeType: "S" },
    ],
    KeySchema: [{ AttributeName: "CustomerId", KeyType: "HASH" }, { AttributeName: "OrderId", KeyType: "RANGE" }],
  };
  const design = {
    title: "Large items",
    tables: [table],
    patterns: [{ name: "Put", operation: "PutItem", request, rate: [[0, 200]] }],
    workload: { seconds: 60, limits: false },
  };
  await openByHand(page, { v: 2, designs: { A: design } });
  await sandbox(page).workspace("Load").click();
  await page.getByRole("button", { name: /^Run [\d,]+ requests?$/ }).click();
  await announces(page, "of memory, the most that this page allows. What it wrote remains.");
  const result = page.getByRole("region", { name: "Result", exact: true });
  await says(result, /The run ended after \d+ of 60 seconds: the sandbox takes more than/);
  await gone(page.getByRole("region", { name: "Workload", exact: true }).getByRole("progressbar"));
  assert.deepEqual(await violations(page), []);
});

/** Opens a document as a link that was written by hand. */
async function openByHand(page, document) {
  await page.goto("about:blank");
  const link = `#j2.${Buffer.from(JSON.stringify(document)).toString("base64url")}`;
  await page.goto((await address()) + link);
  await started(page);
}
