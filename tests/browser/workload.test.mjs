// A workload is chosen, drawn, run, paused and inspected, second by second.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { card, experiment, says, sandbox } from "./sandbox.mjs";

/** The parts of the workload panel. */
function workload(page) {
  const panel = page.getByRole("region", { name: "Workload", exact: true });
  const result = page.getByRole("region", { name: "Result", exact: true });
  return {
    panel,
    result,
    tab: sandbox(page).workspace("Load"),
    /** Runs an experiment by its card, to its end. */
    run: page.getByRole("button", { name: /^Run [\d,]+ requests?$/ }),
    points: panel.getByRole("slider"),
    /** The slider below the charts. */
    second: result.getByRole("slider", { name: "Second", exact: true }),
    seconds: panel.getByLabel("Seconds", { exact: true }),
  };
}

journey("a workload runs, and each of its seconds can be selected", {}, async ({ page }) => {
  const { button } = sandbox(page);
  const { tab, panel, result, run, second, seconds } = workload(page);
  await tab.click();
  await experiment(page, "Steady");
  await seconds.fill("3");
  await seconds.press("Enter");
  await run.click();
  await panel.getByRole("progressbar").waitFor({ state: "detached" });
  await says(result, /requests in 3\ss/);
  const table = result.getByRole("table", { name: "Orders" }).first();
  assert.equal(await table.getByRole("row").count(), 4);

  await second.focus();
  await page.keyboard.press("Home");
  await says(result.getByRole("columnheader", { name: "second 0" }), /./);
  assert.deepEqual(await violations(page), []);
  for (const action of ["Run a workload of 3,810 requests", "Set the workload", "Run a workload of 76,200 requests"]) {
    await button(`Undo: ${action}`).click();
  }
  await sandbox(page).workspace("Explore").click();
  await page.getByText("10 items · 34.6 KB").waitFor();
});

journey("the curve of a workload is drawn by pointer and by keys", {}, async ({ page }) => {
  const { button } = sandbox(page);
  const { tab, points, run } = workload(page);
  await tab.click();
  await experiment(page, "Ramp");
  const last = points.nth(1);
  const before = Number(await last.getAttribute("aria-valuenow"));
  await last.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+ArrowLeft");
  const handle = await last.elementHandle();
  await page.waitForFunction(([point, before]) => Number(point.getAttribute("aria-valuenow")) < before, [handle, before]);

  const box = await points.first().boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y - 30, { steps: 4 });
  await page.mouse.up();
  assert.match(await points.first().getAttribute("aria-valuetext"), /^From second (?!0:)\d+: [\d,]+ requests/);
  const requests = await run.innerText();
  await button("Undo: Set the workload").click();
  assert.notEqual(await run.innerText(), requests);
  await button("Redo: Set the workload").click();
  assert.equal(await run.innerText(), requests);
});

journey("a workload is paused and cancelled, and the page responds meanwhile", {}, async ({ page }) => {
  const { button } = sandbox(page);
  const { tab, panel, result, run } = workload(page);
  await tab.click();
  await card(page, "Spike").click();
  await panel.getByRole("progressbar").waitFor();
  await button("Pause").click();
  await button("Resume").waitFor();
  await says(result, /requests in \d+\ss/);
  const seconds = async () => Number(/requests in (\d+)\ss/.exec(await result.innerText())[1]);
  const held = await seconds();
  await button("Run until the next second").click();
  await says(result, new RegExp(`requests in ${held + 1}\\ss`));
  // The clock goes on with the run.
  await button("Resume the clock").click();
  await button("Pause").waitFor();
  await button("Pause the clock").click();
  await button("Resume").click();
  await button("Stop").click();
  await run.waitFor();
  await says(result, /requests in \d+\ss/);
});

journey("the units of the running second are whole lines below a throttled count", {}, async ({ page }) => {
  const { button } = sandbox(page);
  await workload(page).tab.click();
  await card(page, "One hot key").click();
  const stores = page.getByRole("list", { name: "Units of each table and index", exact: true });
  await stores.getByText(/ throttled attempts?$/).first().waitFor();
  await button("Pause").click();
  await button("Resume").waitFor();
  const cut = await stores.evaluate((list) => {
    const { bottom } = list.getBoundingClientRect();
    const lines = [...list.querySelectorAll(".price")].map((it) => it.getBoundingClientRect());
    return lines.filter((line) => line.top < bottom && line.bottom > bottom).length;
  });
  assert.equal(cut, 0);
});

journey("a hot key is throttled in a run, and not in one without limits", {}, async ({ page }) => {
  const { tab, panel, result, run, second, seconds } = workload(page);
  const limits = panel.getByRole("checkbox", { name: "Throttle requests over the limits during the run" });
  const retries = panel.getByRole("checkbox", { name: "Clients retry throttled requests" });
  const again = async () => {
    await run.click();
    await panel.getByRole("progressbar").waitFor({ state: "detached" });
  };
  await tab.click();
  await experiment(page, "One hot key");
  await says(panel, "One hot key");
  assert.equal(await limits.isChecked(), true);
  await retries.uncheck();
  await seconds.fill("3");
  await seconds.press("Enter");
  await again();
  await says(result, /[\d,]+ of [\d,]+ requests \([\d.]+%\) were throttled\. Retries were off\./);
  await says(result, /Partitions of Orders reached their own limits: [\d,]+ throttled attempts \(100% of all throttled attempts\)/);

  // Single requests are still not limited. The partitions are on the same axis of time, with the same second.
  assert.equal(await page.getByRole("checkbox", { name: "Throttle single requests, too" }).isChecked(), false);
  await says(sandbox(page).region("Heat"), "A run shows it in its result.");
  const heat = result.getByRole("table", { name: "Partitions of Orders" }).first();
  await second.focus();
  await page.keyboard.press("Home");
  await says(result, /second 0: [\d,.]+ units used, [\d,.]+ units throttled, limit 4,000/);
  await says(heat, /Asked for [\d,]+ of 1,000 units: 1,000 served\. Throttled attempts: \d+/);
  await page.keyboard.press("End");
  await says(result, /second 2: [\d,.]+ units used/);

  await limits.uncheck();
  await again();
  await says(result, "Limits were off for this run, so nothing was throttled.");
  const table = result.getByRole("row", { name: /^Throttled requests 0 / });
  await table.waitFor();
  assert.deepEqual(await violations(page), []);
});

journey("a run of a million units fits on a phone", { width: 390 }, async ({ page }) => {
  const { tab } = workload(page);
  await tab.click();
  await experiment(page, "One hot key");
  for (const name of ["Load", "Design", "Explore"]) {
    await sandbox(page).workspace(name).click();
    const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= seen, `${name} is ${wide} wide, and the screen ${seen}`);
  }
});

journey("a request of any operation is added by fields, by keyboard, and its key is moved to a partition", {}, async ({ page }) => {
  const { tab, panel, result, run } = workload(page);
  await tab.click();
  const add = panel.getByRole("button", { name: "+ Request", exact: true });
  await add.focus();
  await page.keyboard.press("Enter");
  const operation = panel.getByLabel("What it does", { exact: true });
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "What it does");
  await operation.selectOption("Write one whole item · PutItem");
  await panel.getByText("PutItem Orders", { exact: true }).first().waitFor();

  // What is typed is in the JSON at once, and is kept when the focus leaves.
  const order = panel.getByRole("textbox", { name: /^Value of .*OrderId/ });
  await order.fill("O-{sequence}");
  await panel.getByText("The request as JSON", { exact: true }).click();
  const json = panel.getByLabel("Request with placeholders", { exact: true });
  assert.match(await json.inputValue(), /"O-\{sequence\}"/);
  const customer = panel.getByRole("textbox", { name: /^Value of .*CustomerId/ });
  await customer.fill("b");
  await customer.press("Tab");
  const place = panel.getByRole("combobox", { name: /^Where CustomerId b is in Orders$/ });
  await place.selectOption("Partition 4");
  await panel.getByRole("combobox", { name: /^Where CustomerId b(-\d+)? is in Orders$/ }).waitFor();
  assert.deepEqual(await violations(page), []);
  await run.click();
  await says(result, /[\d,]+ requests in 60\ss: [\d,]+ succeeded/);
});

journey("a key is typed letter by letter, with placeholders and without, and its field stays", {}, async ({ page }) => {
  const { tab, panel, result, run } = workload(page);
  await tab.click();
  await panel.getByRole("button", { name: "+ Request", exact: true }).click();
  const key = panel.getByRole("textbox", { name: "Value of ExpressionAttributeValues :k0", exact: true });
  const fault = panel.getByRole("status").filter({ hasText: "a placeholder lacks its closing brace" });
  const type = async (text) => {
    await key.press("Control+A");
    for (const letter of text) {
      await page.keyboard.type(letter);
      await page.waitForFunction(() => document.activeElement.matches(".request-editor input"));
    }
  };
  await key.focus();
  await type("Nobody-{uniform 5");
  await fault.waitFor();
  assert.equal(await key.inputValue(), "Nobody-{uniform 5");
  assert.equal(await key.getAttribute("aria-invalid"), "true");
  await type("Nobody-{uniform 5}");
  await fault.waitFor({ state: "detached" });
  await type("Nobody");
  assert.equal(await key.inputValue(), "Nobody");
  // The press ends the typing, and the planned load above the button has one line less: the button is pressed nevertheless.
  await run.scrollIntoViewIfNeeded();
  const { x, y, height } = await run.boundingBox();
  await page.mouse.move(x + 20, y + height - 3);
  await page.mouse.down();
  await page.waitForFunction(([button, y]) => button.getBoundingClientRect().bottom < y, [await run.elementHandle(), y + height - 3]);
  await page.mouse.up();
  await says(result, /[\d,]+ requests in 60\ss: [\d,]+ succeeded/);
  await key.waitFor();
});

journey("a run is compared with another seed and with the run before", {}, async ({ page }) => {
  const { tab, result, seconds, run } = workload(page);
  await tab.click();
  await experiment(page, "One hot key");
  await seconds.fill("5");
  await seconds.press("Enter");
  await run.click();
  await says(result, /requests in 5\ss/);
  await says(result, /Compared with the run before \([\d,]+ requests in 30\ss, seed 1\): [\d,]+ throttled instead of [\d,]+/);
  await result.getByRole("button", { name: "Run again with another seed", exact: true }).press("Enter");
  const seed = result.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "With seed 2", exact: true }) });
  await says(seed, /[\d,]+ requests were throttled instead of [\d,]+, [\d,]+ lost instead of [\d,]+\./);
  await result.getByText(/^Compared with the run before/).click();
  await result.getByRole("row", { name: /^Requests sent / }).waitFor();
  assert.deepEqual(await violations(page), []);
});
