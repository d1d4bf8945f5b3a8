// A table in several Regions: a replica is added by a press, a write arrives there, and the later of two writes stays.

import assert from "node:assert/strict";
import { journey, started, violations } from "./harness.mjs";
import { gone, says, sandbox, send } from "./sandbox.mjs";

for (const [width, height, colorScheme] of [[1440, 900, "light"], [640, 420, "light"], [390, 844, "dark"]]) {
  journey(`a replica is added, a Region is cut off, and the later write stays, ${width} × ${height}`, { width, height, colorScheme, speed: 100 }, async ({ page }) => {
    const { button, region, why } = sandbox(page);
    // On a phone, cards are a row that snaps to the one that was shown.
    await button("Table menu").click();
    await button("Period tables…").click();
    await region("Period tables").waitFor();
    await button("Table menu").click();
    await button("Regions…").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.textContent === "Regions" && document.activeElement.getBoundingClientRect().left >= 0);
    const regions = region("Regions");
    await regions.getByRole("button", { name: "Add a replica" }).click();
    await says(regions, "eu-west-1");
    const replica = page.getByRole("navigation", { name: "Tables" }).getByRole("button", { name: "Orders (eu-west-1)" });
    await replica.waitFor();
    // On a small window the last operation is a sheet over the card.
    if (width < 900) await page.keyboard.press("Escape");
    const wide = await regions.evaluate((card) => [...card.querySelectorAll("button, select, p")].filter((it) => it.getBoundingClientRect().right > card.getBoundingClientRect().right).map((it) => it.textContent));
    assert.deepEqual(wide, [], "something is wider than its card");
    assert.deepEqual(await violations(page), []);
    await regions.getByRole("button", { name: "Cut off eu-west-1" }).click();
    await says(regions, "Cut off");
    const key = { CustomerId: { S: "C9" }, OrderId: { S: "O-9001" } };
    await send(page, "PutItem", { TableName: "Orders", Item: key });
    await says(regions, "1 write waits until the Region is connected.");
    await regions.getByRole("button", { name: "Connect eu-west-1" }).click();
    if (width < 900) await page.getByText("Why?").click();
    await says(why, "Behind it, 1 write arrived in Orders (eu-west-1): 1 write unit there.");
    await page.reload();
    await started(page);
    await regions.getByRole("button", { name: "Show eu-west-1" }).click();
    await page.getByRole("heading", { name: "Orders (eu-west-1)" }).waitFor();
    await says(region("Orders (eu-west-1)"), "O-9001");
    await regions.getByRole("button", { name: "Remove eu-west-1" }).click();
    await gone(replica);
    await button(/^Undo/).first().click();
    await replica.waitFor();
  });
}
