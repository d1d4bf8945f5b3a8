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

  await button("Query OpenOrders").click();
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

journey("the clock runs while a change is pending, and stops when it is paused", { speed: 25 }, async ({ page }) => {
  const { button, field, item, region, clock, lag } = sandbox(page);
  await says(clock, "Idle. Time passes only while a GSI update is pending");
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
  await says(clock, "Idle. Time passes only while a GSI update is pending");
});
