// How fast the page is: times are printed only, because they depend on the machine; counts must not grow with the table.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { COLLECTION_COUNT, openOrders, press, scrollToEnd } from "./orders.mjs";
import { says, sandbox } from "./sandbox.mjs";

/** An edit changes one item and its entry in each of two indexes, and little else. */
const ROWS_PER_EDIT = 3;
const MUTATIONS_PER_EDIT = 150;

/** A frame of a running clock changes the time, the countdowns and the width of a bar. */
const MUTATIONS_PER_FRAME = 12;

/**
 * Rows that are mounted for each row in view, at most; a list of up to 60 rows is mounted as a whole. The selected row, the one
 * with the focus and the next change are mounted wherever they are.
 */
const mountedMax = (visible) => Math.max(60, visible * 3) + 3;

/** Steps in which a list is scrolled to its end. */
const SCROLL_STEP_COUNT = 40;

journey("the page responds soon after navigation", {}, async ({ page }) => {
  const { interactive, painted } = await page.evaluate(() => ({
    interactive: window.programRuns,
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
  }));
  console.log(`first paint ${painted.toFixed(0)} ms, interactive ${interactive.toFixed(0)} ms after navigation`);
});

for (const count of [50, 5_000]) {
  journey(`an edit changes only its own rows, of ${count} items`, {}, async ({ page }) => {
    const { button, field, region, attribute } = sandbox(page);
    await button("Pause the clock").click();
    await openOrders(page, count);
    const all = count.toLocaleString("en");
    await says(region("ByTotal"), `${all} of ${all}`);
    const found = [];
    for (const total of [6, 7, 8, 9]) {
      await attribute("c-00, o-0000", "Total").click();
      await field("Value of Total").fill(`${total}.5`);
      found.push(await button("Save").evaluate(press));
    }
    // The first edit also removes the hint for new users.
    found.shift();
    const median = (times) => times.sort((left, right) => left - right)[1].toFixed(1);
    const [whole, work] = [median(found.map(({ ms }) => ms)), median(found.map(({ work }) => work))];
    const { rows, mutations } = found.at(-1);
    console.log(`${count} items: edit to paint ${whole} ms, ${work} of them work, ${mutations} mutations in ${rows} rows`);
    for (const { rows, mutations } of found) {
      assert.ok(rows > 0 && mutations > 0, "the next picture shows nothing of it");
      assert.ok(rows <= ROWS_PER_EDIT, `${rows} rows changed`);
      assert.ok(mutations <= MUTATIONS_PER_EDIT, `${mutations} mutations`);
    }
  });

  journey(`only the rows near those in view are mounted, of ${count} items`, {}, async ({ page }) => {
    const { button, field, region, attribute, itemKey } = sandbox(page);
    await button("Pause the clock").click();
    await openOrders(page, count);
    const list = page.getByRole("grid", { name: "Items", exact: true });
    const steps = await list.evaluate(scrollToEnd, SCROLL_STEP_COUNT);
    const median = (name) => steps.map((step) => step[name]).sort((left, right) => left - right)[SCROLL_STEP_COUNT >> 1];
    console.log(`${count} items: a scroll step ${median("ms").toFixed(1)} ms of work, ${median("mounted")} rows mounted, ${median("visible")} in view`);
    for (const { mounted, visible, empty } of steps) {
      assert.ok(mounted <= mountedMax(visible), `${mounted} rows, ${visible} in view`);
      assert.equal(empty, 0, "nothing in view is a gap");
    }
    const last = `c-${COLLECTION_COUNT - 1}, o-${String(count - 1 - (count % COLLECTION_COUNT)).padStart(4, "0")}`;
    await attribute(last, "Total").click();
    await field("Value of Total").fill("7");
    await button("Save").click();
    await says(attribute(last, "Total"), "7");

    // The item with the focus stays mounted while the list is scrolled.
    await itemKey(last).focus();
    await list.evaluate((list) => list.parentElement.scrollTo(0, 0));
    await itemKey("c-00, o-0000").waitFor();
    assert.ok(await itemKey(last).evaluate((element) => element === document.activeElement));
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.activeElement.textContent === "o-0000");
    await page.keyboard.press("PageDown");
    await page.keyboard.press("ArrowDown");
    assert.match(await page.evaluate(() => document.activeElement.textContent), /^o-/);
    await page.keyboard.press("End");
    await page.waitForFunction((key) => document.activeElement.textContent === key, last.slice(6));

    const entries = region("ByTotal").getByRole("grid");
    const inIndex = await entries.evaluate(scrollToEnd, SCROLL_STEP_COUNT);
    for (const { mounted, visible, empty } of inIndex) {
      assert.ok(mounted <= mountedMax(visible), `${mounted} entries, ${visible} in view`);
      assert.equal(empty, 0, "nothing in view is a gap");
    }
  });
}

journey("a running clock changes only the elements that show the time", {}, async ({ page }) => {
  const { button, field, attribute, clock, lag } = sandbox(page);
  await openOrders(page, 200);
  await lag.selectOption("5 s");
  await attribute("c-01, o-0001", "Total").click();
  await field("Value of Total").fill("1.5");
  await button("Save").click();
  await says(clock, "Next change in 4");
  const { frames, mutations } = await page.evaluate(watchFrames);
  console.log(`200 items: ${(mutations / frames).toFixed(1)} mutations a frame of the clock`);
  assert.ok(mutations / frames <= MUTATIONS_PER_FRAME, `${mutations} mutations in ${frames} frames`);
});

/** Runs in the page: counts what changes while the clock runs for half a second. */
async function watchFrames() {
  let [frames, mutations] = [0, 0];
  const observer = new MutationObserver((records) => (mutations += records.length));
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  const end = performance.now() + 500;
  while (performance.now() < end) {
    await new Promise(requestAnimationFrame);
    frames += 1;
  }
  observer.disconnect();
  return { frames, mutations };
}

/** Keys that are pressed in the form of an access pattern, and in a filter. */
const TYPED = "0123456789";

/** Access patterns of a large design. */
const PATTERN_COUNT = 200;

journey(`a key in the form of one of ${PATTERN_COUNT} access patterns, or in a filter, changes nothing of the others`, {}, async ({ page, context }) => {
  const { button, workspace } = sandbox(page);
  const patterns = Array.from({ length: PATTERN_COUNT }, (_, position) => ({
    name: `Read ${position}`, operation: "Query", rate: [[0, 1]], request: JSON.stringify({
      TableName: "Things", KeyConditionExpression: "id = :id", FilterExpression: "size > :size",
      ExpressionAttributeValues: { ":id": { S: `${position}` }, ":size": { N: "1" } },
    }),
  }));
  const table = {
    TableName: "Things", KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }], Items: [{ id: { S: "1" }, size: { N: "2" } }],
  };
  const buffer = Buffer.from(JSON.stringify({ v: 1, title: "Many", patterns, tables: [table] }));
  await button("Sandbox").click();
  await page.getByLabel("Open a file…").setInputFiles({ name: "a.json", mimeType: "application/json", buffer });
  await page.waitForFunction(() => document.title.startsWith("Many"));
  await workspace("Design").click();
  await button("Edit Read 7").click();
  const form = page.getByRole("form", { name: "Access pattern" });
  await page.getByRole("region", { name: "Access patterns and their costs" }).evaluate((table) => {
    window.changes = [];
    const observe = (records) => {
      const outside = records.map((it) => it.target.parentElement ?? it.target).filter((it) => !it.closest("form"));
      window.changes.push(...outside.map((it) => it.outerHTML.slice(0, 200)));
    };
    new MutationObserver(observe).observe(table, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const script = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find((it) => it.name === "ScriptDuration").value * 1_000;
  };
  const type = async (name, field) => {
    await field.focus();
    const before = await script();
    await page.keyboard.type(TYPED);
    await page.waitForFunction((typed) => document.activeElement.value.includes(typed), TYPED);
    const each = ((await script()) - before) / TYPED.length;
    console.log(`${PATTERN_COUNT} access patterns: a key in ${name} takes ${each.toFixed(1)} ms of script`);
  };
  await type("the name of one", form.getByLabel("Name", { exact: true }));
  assert.deepEqual(await page.evaluate(() => window.changes), []);
});
