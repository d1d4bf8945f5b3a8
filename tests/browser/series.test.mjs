// Period tables: planned by a form, created by the clock, with a receipt for each request, and stored.

import assert from "node:assert/strict";
import { journey, started, violations } from "./harness.mjs";
import { gone, sandbox, says } from "./sandbox.mjs";

for (const [width, height, colorScheme] of [[1440, 900, "light"], [640, 420, "light"], [390, 844, "dark"]]) {
  journey(`a table for each month is created by the clock, ${width} × ${height}`, { width, height, colorScheme, speed: 100 }, async ({ page }) => {
    const { button, region, field } = sandbox(page);
    await button("Table menu").click();
    await button("Period tables…").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.textContent === "Period tables");
    const card = region("Period tables");
    const next = async (month, change) => {
      await says(card, `Next, 2024-${month}-01 00:00 UTC:`);
      await says(card, change);
    };
    await card.getByRole("button", { name: "New period tables like Orders" }).click();
    await field("Name of the tables").fill("Events");
    await says(card, "Write {period} once, where the name of a table has its period.");
    await field("Name of the tables").fill("Events_{period}");
    const wide = await card.evaluate((card) => [...card.querySelectorAll("button, select, input, p")].filter((it) => it.getBoundingClientRect().right > card.getBoundingClientRect().right).map((it) => it.textContent));
    assert.deepEqual(wide, [], "something is wider than its card");
    assert.deepEqual(await violations(page), []);
    for (const text of ["x", "-1", "25", "1000000"]) {
      await field("Tables created before their period").fill(text);
      await card.getByRole("button", { name: "Save", exact: true }).click();
      await page.waitForFunction((text) => document.activeElement?.value === text, text);
      await says(card, "Not accepted. Whole number from 0 to 24.");
    }
    await field("Tables created before their period").fill("1");
    await page.keyboard.press("Enter");
    await next("06", "Events_2024_07 is created");
    const table = page.getByRole("navigation", { name: "Tables" }).getByRole("button", { name: "Events_2024_07" });
    await gone(table);
    await button("Step to the next change").click();
    await table.waitFor();
    await next("07", "Events_2024_08 is created");
    await page.reload();
    await started(page);
    // A reload keeps the time.
    await next("07", "Events_2024_08 is created");
    await table.waitFor();
    await card.getByRole("button", { name: "End Events_{period}" }).click();
    await gone(card);
    await table.waitFor();
    await button(/^Undo/).first().click();
    await card.waitFor();
  });
}
