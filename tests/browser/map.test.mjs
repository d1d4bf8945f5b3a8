// The map above the cards: what is on it, what moves, and where a press leads.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { gone, says, sandbox, send } from "./sandbox.mjs";

const PUT = { TableName: "Music", Item: { songID: { S: "S1" }, SK: { S: "D-001" }, Of: { S: "2018-01" } } };

for (const [width, height, colorScheme] of [[1440, 900, "dark"], [640, 420, "light"], [390, 844, "light"]]) {
  journey(`a write is seen on its way to a program and an index, ${width} × ${height}`, { width, height, colorScheme, speed: 100, fragment: "#example=standing-sum" }, async ({ page }) => {
    const { region, button } = sandbox(page);
    const map = region("Map");
    const fold = map.getByRole("button", { name: "Map" });
    assert.equal(await fold.getAttribute("aria-expanded"), String(width >= 900));
    if (width < 900) await fold.press("Enter");
    await map.getByRole("button", { name: /^Music 2 items/ }).waitFor();
    assert.deepEqual(await violations(page), []);
    await button(/^Pause/).click();
    await send(page, "PutItem", PUT);
    if (width < 900) await page.keyboard.press("Escape");
    await says(map, "1 on the way");
    await button(/^Play|^Continue|^Resume/).click();
    await gone(map.getByText("1 on the way"));
    // 1 for the sum and 1 for its entry.
    await says(map.getByRole("listitem").filter({ hasText: "Program Count" }).last(), "2 write units");
    await says(map, "4 items");
    await map.getByRole("button", { name: "MonthIndex" }).press("Enter");
    await page.waitForFunction(() => document.activeElement?.closest("[class~=index]") || document.activeElement?.id.startsWith("index"));
    await fold.press("Enter");
    await gone(map.getByRole("button", { name: "MonthIndex" }));
  });
}

journey("one table with its indexes has no map", {}, async ({ page }) => {
  await says(sandbox(page).region("OpenOrders"), "of 10");
  assert.equal(await sandbox(page).region("Map").count(), 0);
});

journey("an embed shows the map alone, or says that there is none", { width: 640, height: 420 }, async ({ page }) => {
  const [address] = page.url().split("#");
  await page.goto(`${address}?view=map#example=three-regions`);
  const map = sandbox(page).region("Map");
  await map.getByRole("button", { name: "Players (eu-west-1)" }).first().waitFor();
  assert.equal(await page.getByRole("table").count(), 0);
  assert.deepEqual(await violations(page), []);
  await page.goto(`${address}?view=map#example=open-orders`);
  await page.getByText("This sandbox has one table only, so there is no map of it.").waitFor();
});
