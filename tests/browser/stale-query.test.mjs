// The user controls time: while a change is pending the clock can be paused, the index queried, and the change let arrive.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { gone, says, sandbox } from "./sandbox.mjs";

journey("a query during the delay returns the old state, and says so", {}, async ({ page }) => {
  const { button, field, item, entry, why, clock } = sandbox(page);
  await button("Pause the clock").click();
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await says(clock, "Paused: next change in 0.2 s");
  await says(entry("OpenOrders", "O-1003"), "leaves in 0.2 s");

  await button("Query").click();
  await field("Table or index").selectOption("OpenOrders");
  assert.equal(await field("Value of CustomerId").inputValue(), "C1");
  await button("Run").click();
  await says(why, /Count\s*2/);
  await says(why.getByRole("row"), /O-1003/);
  await says(why, /OpenOrders was behind its table/);
  await says(why, "0.5 read units");

  await button("Step to the next change").click();
  await gone(entry("OpenOrders", "O-1003"));
  await says(clock, "0.20 s");
  await button("Run").click();
  await says(why, /Count\s*1/);
  assert.equal(await why.getByRole("row").filter({ hasText: "O-1003" }).count(), 0);
  assert.equal(await why.getByText("was behind its table").count(), 0);
});

journey("one press reads the index while it is behind, and the three lines follow what is done", {}, async ({ page }) => {
  const { button, item, entry, why, clock, region } = sandbox(page);
  const guide = region("First steps");
  await says(guide.locator("[aria-current=step]"), "In the table, press ✕ beside OrderOpenDate");
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await says(guide.locator("[aria-current=step]"), "Watch the entry leave");
  await page.getByRole("button", { name: /^Read now from OpenOrders/ }).click();
  await says(clock, "Paused: next change in");
  await says(entry("OpenOrders", "O-1003"), "leaves in 0.");
  await gone(guide);

  const stale = why.getByRole("row").filter({ hasText: "O-1003" });
  await says(why, "no longer belongs in this index");
  assert.match(await stale.getByRole("cell").first().evaluate((cell) => getComputedStyle(cell).backgroundImage), /repeating-linear-gradient/);
  await says(why, /Count\s*2/);
  await says(why, "rejects ConsistentRead");
  await why.getByRole("button", { name: "Let it arrive, and read again" }).click();
  await says(why, /Count\s*1/);
  await gone(stale);
  await says(clock, "Idle");

  // The lines do not come back, and the pause was no preference.
  await page.reload();
  await button("Pause the clock").waitFor();
  await gone(guide);
});

journey("a strongly consistent read stands beside the read of the index that is behind", {}, async ({ page }) => {
  const { button, item, why } = sandbox(page);
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await page.getByRole("button", { name: /^Read now from OpenOrders/ }).click();
  await why.getByRole("button", { name: /^Read with ConsistentRead/ }).press("Enter");
  await says(why, "Strongly consistent: the latest version");
  await page.waitForFunction(() => document.activeElement?.textContent === "Result");
  await says(why, "no longer belongs in this index");
  await says(why, "1 read unit");
  const reads = why.getByRole("table");
  assert.equal(await reads.count(), 2);
  await says(reads.nth(1).getByRole("row").filter({ hasText: "O-1003" }), "2024-05-03");
  await says(reads.nth(0).getByRole("row").filter({ hasText: "O-1003" }), "99");
  assert.equal(await reads.nth(0).getByText("OrderOpenDate").count(), 0);
});

journey("the clock waits for a new user who is to read the index, and nothing else takes the place of the button", {}, async ({ page }) => {
  const { button, item, entry, itemKey, clock, region, why } = sandbox(page);
  const guide = region("First steps");
  const remove = async (key) => {
    await item(key).getByRole("button", { name: "Remove OrderOpenDate" }).click();
    await button("Remove").click();
  };
  await remove("C1, O-1003");
  await says(guide.locator("[aria-current=step]"), "Remove another OrderOpenDate");
  await gone(entry("OpenOrders", "O-1003"));
  await says(item("C1, O-1003"), "Not in OpenOrders: no OrderOpenDate");
  const card = region("OpenOrders");
  const cardWidth = () => card.evaluate((it) => it.querySelector(".frame-x").scrollWidth - it.querySelector(".frame-x").clientWidth);
  assert.equal(await cardWidth(), 0, "the reason of an entry that has left widens no column");

  await remove("C1, O-1006");
  await says(clock, "Paused: next change in 0.2 s");
  await says(guide.locator("[aria-current=step]"), "The clock waits.");
  const read = page.getByRole("button", { name: /^Read now from OpenOrders/ });
  const box = await read.boundingBox();
  await read.click();
  await says(why, "no longer belongs in this index");
  await gone(guide);
  await button("Resume the clock").click();
  await gone(entry("OpenOrders", "O-1006"));
  const query = await button("Query OpenOrders").boundingBox();
  assert.ok(query.x <= box.x && query.x + query.width >= box.x + box.width, "a late press is on the query");
  await itemKey("C1, O-1006").waitFor();
});

journey("the keyboard alone reads the index while it is behind", { speed: 5 }, async ({ page }) => {
  const { item, itemKey, attribute, entry, why, clock } = sandbox(page);
  const press = (key) => page.keyboard.press(key);
  const isFocused = (part) => part.evaluate((element) => element === document.activeElement);
  await press("Tab");
  await press("Enter");
  for (const [key, part] of [["Tab", itemKey("C1, O-1001")], ["ArrowDown", itemKey("C1, O-1003")], ["ArrowRight", attribute("C1, O-1003", "OrderOpenDate")]]) {
    for (let count = 0; count < 16 && !(await isFocused(part)); count += 1) await press(key);
  }
  await press("Delete");
  await says(item("C1, O-1003"), "Will leave OpenOrders");
  await press("Enter");
  await says(entry("OpenOrders", "O-1003"), "leaves in");
  await press("r");
  await says(why, "no longer belongs in this index");
  await says(clock, "Paused: next change in");
});

for (const [width, height] of [[640, 420], [390, 844]]) {
  journey(`one press reads the index while it is behind at ${width} × ${height}`, { width, height }, async ({ page }) => {
    const { button, item, why, region } = sandbox(page);
    await region("First steps").getByText("In the table, press ✕ beside OrderOpenDate").waitFor();
    await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
    await button("Remove").click();
    await region("First steps").getByText("Watch the entry leave").waitFor();
    await page.getByRole("button", { name: /^Read now from OpenOrders/ }).click();
    await why.getByText("no longer belongs in this index").scrollIntoViewIfNeeded();
    await why.getByText("no longer belongs in this index").waitFor();
    const again = why.getByRole("button", { name: "Let it arrive, and read again" });
    await again.click();
    await gone(why.getByText("no longer belongs in this index"));
  });
}

journey("the clock runs while a change is pending, and stops when it is paused", { speed: 25 }, async ({ page }) => {
  const { button, field, item, region, clock, lag } = sandbox(page);
  await says(clock, "Idle: no GSI update is pending");
  await lag.selectOption("5 s");
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  const left = async () => Number((await clock.innerText()).match(/Next change in ([\d.]+)\ss/)?.[1]);
  await says(clock, /Next change in 4\.[0-8]/);
  const before = await left();
  await says(clock, /Next change in (4\.[0-6]|3)/);
  assert.ok((await left()) < before);

  await button("Pause the clock").click();
  await says(clock, "Paused: next change in");
  const held = await clock.innerText();
  await says(region("OpenOrders"), /leaves in \d/);
  assert.equal(await clock.innerText(), held);

  await field("Speed of the clock").selectOption("4×");
  await button("Resume the clock").click();
  await says(region("OpenOrders"), "2 of 10");
  await says(clock, "Idle: no GSI update is pending");
});

journey("an hour and 30 days pass at once", {}, async ({ page }) => {
  const { button, item, region, clock } = sandbox(page);
  const time = page.getByRole("button", { name: "Let time pass…" });
  await button("Pause the clock").click();
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await time.click();
  await button("1 h").click();
  await says(clock, "1:00:00.00");
  await says(region("OpenOrders"), "2 of 10");
  await time.press("Enter");
  await button("30 d").press("Enter");
  await says(clock, "30 d 1:00:00.00");
  await button("Undo: Remove OrderOpenDate from O-1003").click();
  await says(region("OpenOrders"), "3 of 10");
});
