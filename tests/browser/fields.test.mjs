// A number field states what it accepts, and never shows a number that is not in use.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { experiment, sandbox } from "./sandbox.mjs";

/** The fields of the workload that is open. */
async function steadyWorkload(page) {
  await sandbox(page).workspace("Load").click();
  await experiment(page, "Steady");
  const panel = page.getByRole("region", { name: "Workload", exact: true });
  const run = page.getByRole("button", { name: /^Run [\d,]+ requests?$/ });
  return { panel, run, seconds: panel.getByLabel("Seconds", { exact: true }) };
}

journey("a number field rejects invalid input, says so with the value in use, and keeps what was typed", {}, async ({ page }) => {
  const { panel, run, seconds } = await steadyWorkload(page);
  const used = await seconds.inputValue();
  const requests = await run.innerText();
  for (const text of ["0", "86401", "-5", "1.5", "1e9", ""]) {
    await seconds.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    await page.keyboard.type(text);
    assert.equal(await seconds.getAttribute("aria-invalid"), "true", `while ${text} is typed`);
    await panel.getByText("Whole number from 1 to 86,400", { exact: true }).waitFor();
    await page.keyboard.press("Tab");
    await panel
      .getByRole("alert")
      .getByText(`Not accepted. Whole number from 1 to 86,400. ${used} is still used.`)
      .waitFor();
    assert.equal(await seconds.inputValue(), text, `after ${text}`);
    assert.equal(await run.innerText(), requests, `after ${text}`);
  }
  assert.deepEqual(await violations(page), []);

  await seconds.fill("3");
  await seconds.press("Tab");
  await panel.getByRole("alert").waitFor({ state: "detached" });
  assert.equal(await seconds.inputValue(), "3");
  await run.filter({ hasNotText: requests }).waitFor();
});

journey("fields in one row do not change each other's numbers", {}, async ({ page }) => {
  await sandbox(page).workspace("Load").click();
  const panel = page.getByRole("region", { name: "Throughput", exact: true });
  await panel.getByLabel("Provisioned units a second").check();
  await panel.getByLabel("Auto scaling: what is provisioned follows what is used").check();
  const target = panel.getByLabel("Percent that should be used", { exact: true });
  const least = panel.getByLabel("Units at least", { exact: true });
  const most = panel.getByLabel("Units at most", { exact: true });
  for (const [field, number] of [[target, "50"], [most, "60"], [least, "20"]]) {
    await field.fill(number);
    await field.press("Enter");
  }
  assert.deepEqual([await target.inputValue(), await least.inputValue(), await most.inputValue()], ["50", "20", "60"]);
  await least.fill("61");
  await least.press("Enter");
  await panel.getByText("Not accepted. Whole number from 1 to 60. 20 is still used.").waitFor();
});
