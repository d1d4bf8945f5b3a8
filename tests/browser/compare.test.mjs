// Two designs side by side: a copy is changed, the same workload runs on both, and the page says what differs.

import assert from "node:assert/strict";
import { journey, started, violations } from "./harness.mjs";
import { announces, gone, sandbox, says } from "./sandbox.mjs";

for (const [screen, width, colorScheme] of [
  ["desktop", 1440, "light"],
  ["tablet", 720, "dark"],
  ["phone", 390, "light"],
]) {
  journey(`a copy without an index is compared, ${screen}`, { width, colorScheme }, async ({ page }) => {
    const { button, region, clock } = sandbox(page);
    const indexes = async () => {
      const tab = page.getByRole("button", { name: /^Indexes/ });
      if (await tab.isVisible()) await tab.click();
    };
    await button("Examples").click();
    await page.getByRole("button", { name: /^Duplicate as B/ }).click();
    await announces(page, "The copy is design B");
    await indexes();
    await button("Delete index OpenOrders").click();
    await gone(region("OpenOrders"));
    await fits(page, width);
    assert.deepEqual(await violations(page), []);

    await button("Design A").click();
    await region("OpenOrders").waitFor();
    await page.waitForTimeout(300);
    await page.reload();
    await started(page);
    await indexes();
    await region("OpenOrders").waitFor();
    assert.equal(await button("Design A").getAttribute("aria-pressed"), "true");

    await button("Compare…").click();
    const dialog = page.getByRole("dialog", { name: "Two designs" });
    const row = (words) => dialog.getByRole("row").filter({ hasText: words }).first();
    await says(row("Bytes stored"), "−");
    await dialog.getByRole("button", { name: "Run the workload on both" }).click();
    await says(dialog, "After the same");
    await says(row("Write units"), "−");
    await says(row("A month"), "−$");
    assert.deepEqual(await violations(page), []);
    await fits(page, width);
    await page.keyboard.press("Escape");
    await gone(dialog);

    await button("Keep A only").click();
    await announces(page, "Design A is kept");
    assert.equal(await button("Design B").count(), 0);
    await clock.waitFor();
  });
}

async function fits(page, width) {
  const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
  assert.ok(wide <= width, `the page is ${wide} pixels wide`);
}
