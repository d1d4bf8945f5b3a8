// A run says what limited it, and what would help is tried on a copy, beside the first run.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { announces, experiment, sandbox, says } from "./sandbox.mjs";

/** Votes of a poll: 1,300 a second for one of them, and a partition gives 1,000. */
const VOTES = {
  v: 1,
  title: "Votes",
  tables: [
    {
      TableName: "Votes",
      AttributeDefinitions: [
        { AttributeName: "poll", AttributeType: "S" },
        { AttributeName: "voter", AttributeType: "S" },
      ],
      KeySchema: [
        { AttributeName: "poll", KeyType: "HASH" },
        { AttributeName: "voter", KeyType: "RANGE" },
      ],
    },
  ],
  patterns: [
    {
      name: "Vote",
      operation: "PutItem",
      request: JSON.stringify({ TableName: "Votes", Item: { poll: { S: "final" }, voter: { S: "{sequence}" } } }),
      rate: [[0, 1300]],
    },
  ],
  workload: { seconds: 4, retries: false },
};

/** 100 entries a second for an index that is provisioned with 5. */
const STARVED = {
  v: 1,
  title: "Orders of a shop",
  tables: [
    {
      TableName: "Votes",
      AttributeDefinitions: [
        { AttributeName: "id", AttributeType: "S" },
        { AttributeName: "state", AttributeType: "S" },
      ],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 1000 },
      GlobalSecondaryIndexes: [
        {
          IndexName: "ByState",
          KeySchema: [{ AttributeName: "state", KeyType: "HASH" }],
          Projection: { ProjectionType: "KEYS_ONLY" },
          ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
        },
      ],
    },
  ],
  patterns: [
    {
      name: "Put",
      operation: "PutItem",
      request: JSON.stringify({ TableName: "Votes", Item: { id: { S: "{sequence}" }, state: { S: "s-{uniform 50}" } } }),
      rate: [[0, 100]],
    },
  ],
  workload: { seconds: 20, retries: false, idle: false },
};

/** Opens a sandbox as a file. */
async function opened(page, content) {
  await sandbox(page).button("Sandbox").click();
  const buffer = Buffer.from(JSON.stringify(content));
  await page.getByLabel("Open a file…").setInputFiles({ name: "sandbox.json", mimeType: "application/json", buffer });
  await announces(page, `Opened: ${content.title}`);
}

/** The parts of a result. */
function result(page) {
  const verdict = page.getByRole("region", { name: "What limited the run", exact: true });
  return {
    verdict,
    load: sandbox(page).workspace("Load"),
    run: page.getByRole("button", { name: /^Run [\d,]+ requests?$/ }),
    trial: (name) => verdict.getByRole("button", { name: `Try with ${name}`, exact: true }),
    tried: (name) => verdict.getByRole("listitem").filter({ has: page.getByRole("heading", { name: `With ${name}`, exact: true }) }),
  };
}

async function fits(page) {
  const [wide, seen] = await page.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth]);
  assert.ok(wide <= seen, `the page is ${wide} pixels wide, and the screen ${seen}`);
}

for (const [screen, options] of [
  ["desktop", { width: 1440, colorScheme: "light" }],
  ["embed", { width: 640, height: 420, colorScheme: "dark" }],
  ["phone", { width: 390, colorScheme: "light" }],
]) {
  journey(`lost votes are explained, and suffixes help, ${screen}`, options, async ({ page }) => {
    await opened(page, VOTES);
    const { verdict, load, run, trial, tried } = result(page);
    await load.click();
    await run.click();
    await says(verdict, /final needs 1,300\sWCU a second; a partition gives 1,000\./);
    await says(verdict, "Lost: 1,200 of 5,200 requests (23.1%). Clients did not retry.");

    // By keyboard: the recommended change is the first button.
    await trial("5 random suffixes").focus();
    await page.keyboard.press("Enter");
    await says(tried("5 random suffixes"), "Helps: no request was throttled. Before, 1,200 were throttled and 1,200 lost.");
    const lost = tried("5 random suffixes").getByRole("row", { name: /^Lost requests 1,200 0 / });
    await lost.waitFor();
    const provisioned = /^Votes provisioned: 1,858\sWCU, 1\sRCU$/;
    const button = verdict.getByRole("button", { name: /^Try with Votes provisioned/ });
    await button.focus();
    await page.keyboard.press("Enter");
    const second = verdict.getByRole("listitem").filter({ has: page.getByRole("heading", { name: new RegExp(`^With ${provisioned.source.slice(1)}`) }) });
    await says(second, "Does not help: ");
    assert.deepEqual(await violations(page), []);
    await fits(page);

    const keep = tried("5 random suffixes").getByRole("button", { name: "Keep this design: 5 random suffixes" });
    await keep.focus();
    await page.keyboard.press("Enter");
    await announces(page, "Kept: 5 random suffixes.");
    await says(verdict, "Kept: 5 random suffixes. Run the workload again to see it on your own items.");
    await verdict.getByRole("button", { name: "Run again", exact: true }).click();
    await says(verdict, "Nothing was throttled. Nearest to its limit: ");
    assert.deepEqual(await violations(page), []);
    await fits(page);
  });
}

journey("a starved index is named before its table, and raising it helps", {}, async ({ page }) => {
  await opened(page, STARVED);
  const { verdict, load, run } = result(page);
  await load.click();
  await run.click();
  await says(verdict, /ByState needs 100\sWCU a second; it is provisioned with 5\./);
  await says(verdict, "Changes wait for ByState, so writes to Votes that would add to them are throttled with it.");
  const raise = verdict.getByRole("button", { name: /^Try with 143\sWCU for ByState$/ });
  await raise.focus();
  await page.keyboard.press("Enter");
  const raised = verdict.getByRole("listitem").filter({ has: page.getByRole("heading", { name: /^With 143\sWCU for ByState$/ }) });
  await says(raised, "Helps: no request was throttled.");
  assert.equal(await verdict.getByRole("heading", { name: /^With / }).count(), 1);
  await raised.getByRole("button", { name: /^Keep this design/ }).click();
  await sandbox(page).button("Undo: Change settings of Votes").waitFor();
  assert.deepEqual(await violations(page), []);
});

for (const [title, cause, remedy] of [
  ["Upload key by key", /All writes of a moment go to one key, which needs [\d,]+\sWCU a second; a partition gives 1,000\./, /^keys written in turns$/],
  ["Scan beside critical reads", /Pages needs [\d,.]+\sRCU a second; it is provisioned with 5\.|Pages was asked for up to [\d,.]+\sRCU in a second/, /^a Scan in \d+ pages: Limit \d+, with pauses$/],
]) {
  journey(`what helps after ${title} is tried beside it`, {}, async ({ page }) => {
    const { verdict, load } = result(page);
    await load.click();
    await experiment(page, title);
    await says(verdict, cause);
    await verdict.getByRole("button", { name: new RegExp(`^Try with ${remedy.source.slice(1)}`) }).click();
    const tried = verdict.getByRole("listitem").filter({ has: page.getByRole("heading", { name: new RegExp(`^With ${remedy.source.slice(1)}`) }) });
    await says(tried, /Helps(:| in part:) /);
    await tried.getByRole("button", { name: /^Keep this design/ }).waitFor();
    assert.deepEqual(await violations(page), []);
  });
}
