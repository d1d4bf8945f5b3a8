// A workload is chosen, drawn, run, held and looked at, second by second.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { says, sandbox } from "./sandbox.mjs";

/** The parts of the workload panel. */
function workload(page) {
  const panel = page.getByRole("tabpanel", { name: "Workload" });
  return {
    panel,
    tab: page.getByRole("tab", { name: "Workload", exact: true }),
    presets: page.getByRole("combobox", { name: "Choose a workload…" }),
    run: page.getByRole("button", { name: /^Run [\d,]+ requests?$/ }),
    points: panel.getByRole("slider"),
    /** The slider below the charts. */
    second: panel.getByRole("slider", { name: "Second", exact: true }),
    seconds: panel.getByLabel("Seconds", { exact: true }),
  };
}

journey("a workload runs, and its seconds can be looked at", {}, async ({ page }) => {
  const { button } = sandbox(page);
  const { tab, panel, presets, run, second, seconds } = workload(page);
  await tab.click();
  await presets.selectOption({ label: "Steady: the same rate, all keys alike" });
  await seconds.fill("3");
  await seconds.press("Enter");
  await run.click();
  await panel.getByRole("progressbar").waitFor({ state: "detached" });
  await says(panel, /requests in 3 s/);
  const table = panel.getByRole("table", { name: "Orders" }).first();
  assert.equal(await table.getByRole("row").count(), 4);

  await second.focus();
  await page.keyboard.press("Home");
  await says(panel.getByRole("columnheader", { name: "second 0" }), /./);
  assert.deepEqual(await violations(page), []);
  await button("Undo: Run a workload of 3,810 requests").click();
  await page.getByText("10 items · 34.6 KB").waitFor();
});

journey("the curve of a workload is drawn by pointer and by keys", {}, async ({ page }) => {
  const { button } = sandbox(page);
  const { tab, presets, points, run } = workload(page);
  await tab.click();
  await presets.selectOption({ label: "Ramp: the rate rises" });
  const last = points.nth(1);
  const before = Number(await last.getAttribute("aria-valuenow"));
  await last.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+ArrowLeft");
  const after = Number(await last.getAttribute("aria-valuenow"));
  assert.ok(after < before, `${after} is less than ${before}`);

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

journey("a workload is held and broken off, and the page answers meanwhile", {}, async ({ page }) => {
  const { button } = sandbox(page);
  const { tab, panel, presets, run } = workload(page);
  await tab.click();
  await presets.selectOption({ label: "Spike: a peak of ten seconds" });
  await run.click();
  await panel.getByRole("progressbar").waitFor();
  await button("Pause").click();
  await button("Go on").waitFor();
  await says(panel, /requests in \d+ s/);
  await button("Go on").click();
  await button("Stop").click();
  await run.waitFor();
  await says(panel, /requests in \d+ s/);
});
