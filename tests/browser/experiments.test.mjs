// Each experiment of Load is run by one press, and says what it sends and what it will meet.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { announces, card, experiment, sandbox, says, openExample } from "./sandbox.mjs";

const TITLES = [
  ["Steady", "Ramp"],
  ["Spike", "Zipf"],
  ["One hot key", "By date"],
  ["Random suffix", "Calculated suffix"],
  ["Upload key by key", "Upload in turns"],
  ["Burst, then calm", "Index at 1 WCU"],
  ["Two readers, one table", "Two readers, two indexes"],
  ["Scan beside critical reads", "Scan with Limit and pause"],
  ["Parallel Scan", "A table for each month"],
  ["Two tables in turns", "Time to live"],
];

const result = (page) => page.getByRole("region", { name: "Result", exact: true });
const workload = (page) => page.getByRole("region", { name: "Workload", exact: true });

for (const titles of TITLES) {
  journey(`a press runs ${titles.join(", ")}`, {}, async ({ page }) => {
    await sandbox(page).workspace("Load").click();
    for (const title of titles) {
      await experiment(page, title);
      await says(workload(page), title);
      await says(result(page), /[1-9][\d,]* requests in \d+\ss: [1-9][\d,]* succeeded/);
      await page.getByRole("button", { name: "Show the experiments" }).click();
    }
  });
}

journey("the planned load is said before a run, and own requests stay in Design", {}, async ({ page }) => {
  const { button, workspace } = sandbox(page);
  await openExample(page, "Cups and champions");
  await workspace("Design").click();
  await button("+ Query Champions").click();
  await page.getByRole("form", { name: "Access pattern" }).getByRole("button", { name: "Save", exact: true }).click();
  await workspace("Load").click();
  await experiment(page, "One hot key");
  await says(workload(page), /Key UserId-1: 1,800 of 1,000\sWCU of a partition, 800 too many\./);
  await says(workload(page), "Your access pattern stays as it is, in Design.");
  assert.deepEqual(await violations(page), []);
  await button("Remove the experiment: use your access pattern").click();
  await says(workload(page), "These are the access patterns of Design.");
});

journey("an experiment is run with the keyboard", {}, async ({ page }) => {
  await sandbox(page).workspace("Load").focus();
  await page.keyboard.press("Enter");
  await card(page, "Steady").waitFor();
  await card(page, "Upload key by key").focus();
  await page.keyboard.press("Enter");
  await announces(page, "The workload ");
  await page.waitForFunction(() => document.activeElement?.textContent === "Result");
  await workload(page).getByRole("button", { name: /^Run [\d,]+ requests$/ }).waitFor({ timeout: 120_000 });
});

journey("an experiment says what the table lacks", {}, async ({ page }) => {
  await openExample(page, "In and out of the index");
  await sandbox(page).workspace("Load").click();
  const upload = card(page, "Upload in turns");
  await says(upload, "Attachment has no sort key that is a string or a number.");
  assert.equal(await upload.getAttribute("aria-disabled"), "true");
  await upload.click({ force: true });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  assert.equal(await workload(page).getByRole("button", { name: "Stop", exact: true }).count(), 0);
  assert.deepEqual(await violations(page), []);
});

journey("the experiments are in reach on a phone", { width: 390 }, async ({ page }) => {
  await sandbox(page).workspace("Load").click();
  await card(page, "Steady").waitFor();
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= seen, `${wide} wide, and the screen ${seen}`);
  assert.deepEqual(await violations(page), []);
  await experiment(page, "Scan with Limit and pause");
  await says(result(page), /requests in 60\ss/);
});

journey("what an experiment has provisioned is put back when it is removed", {}, async ({ page }) => {
  const { button, workspace } = sandbox(page);
  await workspace("Load").click();
  await experiment(page, "Index at 1 WCU");
  await button("Show the experiments").click();
  const experiments = page.getByRole("region", { name: "Experiments", exact: true });
  await says(experiments, /on Orders as it is: provisioned with 1,000\sWCU and 25\sRCU a second\./);
  await says(experiments, "Orders has these units for “Index at 1 WCU”.");
  await button("Remove the experiment").click();
  await says(experiments, "Experiments without a table of their own run on Orders as it is: on demand.");
});
