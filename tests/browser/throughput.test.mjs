// Requests are throttled with the real exception, a hot partition is shown, and a slow index throttles writes to its table.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { announces, experiment, sandbox, saved, says } from "./sandbox.mjs";

/** The parts of the page that are about throughput. */
function throughput(page) {
  return {
    load: sandbox(page).workspace("Load"),
    explore: sandbox(page).workspace("Explore"),
    panel: page.getByRole("region", { name: "Throughput", exact: true }),
    enforce: page.getByRole("checkbox", { name: "Throttle single requests, too" }),
    provisioned: page.getByRole("checkbox", { name: "Provisioned units a second" }),
    writes: page.getByLabel("Writes a second of a partition", { exact: true }),
    units: (store, kind) => page.getByLabel(`${store}: ${kind} units`, { exact: true }),
    partitions: (store) => page.getByRole("table", { name: `Partitions of ${store}` }),
  };
}

/** Gives an order another total: four units of the table, and two of the local index that sorts by it. */
async function edit(page, total) {
  const { attribute, field } = sandbox(page);
  await attribute("C1, O-1001", "Total").click();
  await field("Value of Total").fill(total);
}

journey("a provisioned table without units throttles until time has passed", {}, async ({ page }) => {
  const { button, why, meter } = sandbox(page);
  const { load, explore, panel, enforce, provisioned, units, partitions } = throughput(page);
  await load.click();
  await says(panel, "Single requests are counted, but never throttled");
  await enforce.check();
  await says(partitions("Orders"), "P4");
  await provisioned.check();
  assert.equal(await units("Orders", "write").inputValue(), "5");
  await says(meter, /Orders.*0\/5/);

  await explore.click();
  await edit(page, "41");
  await page.keyboard.press("Enter");
  await announces(page, "6 write units");
  await says(meter, /Orders.*6\/5/);
  await edit(page, "42");
  const rejection = page.getByText("ProvisionedThroughputExceededException").first();
  await rejection.waitFor();
  await page.getByText("The level of configured provisioned throughput for the table was exceeded.").waitFor();
  await page.getByText(/Throttled\. Partition \d of Orders has used its share of 5\sWCU a second/).waitFor();
  await page.keyboard.press("Escape");

  await load.click();
  await button("+10 s").click();
  await explore.click();
  await edit(page, "42");
  await page.keyboard.press("Enter");
  await says(why, "UpdateItem");
  await button("Undo: Set Total of O-1001").waitFor();
});

journey("throughput settings can be undone, and are in the link", {}, async ({ page }) => {
  const { button } = sandbox(page);
  const { load, panel, enforce, provisioned, units, writes } = throughput(page);
  await load.click();
  await enforce.check();
  await provisioned.check();
  await units("OpenOrders", "write").fill("2");
  await units("OpenOrders", "write").press("Enter");
  await panel.getByText("Partitions and burst").click();
  await writes.fill("8");
  await writes.press("Enter");
  await button("Undo: Set “Writes a second of a partition” to 8").click();
  assert.equal(await writes.inputValue(), "1,000");
  await button("Redo: Set “Writes a second of a partition” to 8").click();
  await saved(page);
  await page.reload();
  await load.click();
  assert.equal(await enforce.isChecked(), true);
  assert.equal(await units("OpenOrders", "write").inputValue(), "2");
  assert.equal(await writes.inputValue(), "8");
});

journey("the settings of throughput are reached by keyboard, and axe finds nothing wrong", {}, async ({ page }) => {
  const { load, explore, enforce, provisioned, panel } = throughput(page);
  await explore.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await says(panel, "Throttle single requests");
  assert.equal(await load.getAttribute("aria-current"), "page");
  await enforce.focus();
  await page.keyboard.press("Space");
  assert.equal(await enforce.isChecked(), true);
  await provisioned.check();
  const second = page.getByRole("slider", { name: "Second" });
  await second.focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await second.getAttribute("aria-valuetext"), /the busiest partition was asked for 0%/);
  assert.deepEqual(await violations(page), []);
});

journey("an index that cannot keep up throttles writes to its table, and is named", {}, async ({ page }) => {
  const { button, field, item, lag, region } = sandbox(page);
  const { load, explore, enforce, provisioned, units } = throughput(page);
  await button("Pause the clock").click();
  await lag.selectOption("0 s");
  await load.click();
  await provisioned.check();
  await units("Orders", "write").fill("100");
  await units("Orders", "write").press("Enter");
  await units("OpenOrders", "write").fill("1");
  await units("OpenOrders", "write").press("Enter");
  await enforce.check();
  await explore.click();
  const orders = ["C1, O-1003", "C1, O-1006", "C2, O-2002"];
  for (const order of orders) {
    await item(order).getByRole("button", { name: "Remove OrderOpenDate" }).click();
    await button("Remove").click();
    await item(order).getByRole("button", { name: "+ add OrderOpenDate" }).waitFor();
  }
  await says(region("OpenOrders"), "2 changes wait for write units");
  for (const order of ["C1, O-1001", "C1, O-1002"]) {
    await item(order).getByRole("button", { name: "+ add OrderOpenDate" }).click();
    await field("Value of OrderOpenDate").fill("2024-06-01");
    await page.keyboard.press("Enter");
  }
  await says(region("OpenOrders"), "A slow index slows its table");
  await page.getByText("Throttled by OpenOrders: it has used its 1 WCU a second").first().waitFor();
  await page.getByText("for one or more global secondary indexes of the table was exceeded").first().waitFor();
});

journey("a hot key is found by a workload, and named", {}, async ({ page }) => {
  const { load, enforce, partitions } = throughput(page);
  await load.click();
  await enforce.check();
  await experiment(page, "One hot key");
  await page.getByLabel("Seconds", { exact: true }).fill("4");
  await page.getByLabel("Seconds", { exact: true }).press("Tab");
  const run = page.getByRole("button", { name: /^Run [\d,]+ requests$/ });
  const [count] = (await run.innerText()).match(/[\d,]+/);
  const result = page.getByRole("region", { name: "Result", exact: true });
  await run.click();
  await says(result, `of ${count} requests`);
  await says(result, /Partitions of Orders reached their own limits/);
  await says(partitions("Orders").first(), /Key “CustomerId-1” takes 9\d%/);
});
