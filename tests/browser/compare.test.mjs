// Two designs side by side: a copy is changed, the same workload runs on both, and the page says what differs.

import assert from "node:assert/strict";
import { journey, started, violations } from "./harness.mjs";
import { announces, gone, linkOf, sandbox, says, saved } from "./sandbox.mjs";

for (const [screen, width, colorScheme] of [
  ["desktop", 1440, "light"],
  ["tablet", 720, "dark"],
  ["phone", 390, "light"],
]) {
  journey(`a copy without an index is compared, ${screen}`, { width, colorScheme }, async ({ page }) => {
    const { button, region, clock, workspace } = sandbox(page);
    await button("Sandbox").click();
    await page.getByRole("button", { name: /^Compare with a copy/ }).click();
    await announces(page, "The copy is design B");
    await button("Delete index OpenOrders").click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete index", exact: true }).click();
    await gone(region("OpenOrders"));
    await fits(page, width);
    assert.deepEqual(await violations(page), []);

    await button("Design A").click();
    await region("OpenOrders").waitFor();
    await saved(page);
    await page.reload();
    await started(page);
    await region("OpenOrders").waitFor();
    assert.equal(await button("Design A").getAttribute("aria-pressed"), "true");

    await button("Compare").click();
    const comparison = page.getByRole("main").getByRole("region", { name: "Two designs" });
    const row = (words) => comparison.getByRole("row").filter({ hasText: words }).first();
    await says(row("Bytes stored"), "−");
    await button("+ PutItem Orders").click();
    await page.getByRole("form", { name: "Access pattern" }).getByRole("button", { name: "Save", exact: true }).click();
    await comparison.getByRole("button", { name: "Run the workload on both" }).click();
    await says(comparison, "After the same");
    await says(row("Write units"), "−");
    await says(row("A month"), "not comparable");
    await comparison.getByRole("button", { name: "Use the rates and prices of A for B, too" }).click();
    await says(row("A month"), "−$");
    assert.deepEqual(await violations(page), []);
    await fits(page, width);
    await workspace("Explore").click();
    await gone(comparison);

    await button("Keep A only").click();
    await button("Remove B").click();
    await announces(page, "Design A is kept");
    assert.equal(await button("Design B").count(), 0);
    await clock.waitFor();
  });
}

async function fits(page, width) {
  const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
  assert.ok(wide <= width, `the page is ${wide} pixels wide`);
}

for (const [width, height, colorScheme] of [[1440, 900, "dark"], [640, 420, "light"], [390, 844, "dark"]]) {
  journey(`one difference of two designs is taken over, either way, and undone, ${width} wide`, { width, height, colorScheme }, async ({ page }) => {
    const { button, region, workspace } = sandbox(page);
    await button("Sandbox").click();
    await page.getByRole("button", { name: /^Compare with a copy/ }).click();
    await announces(page, "The copy is design B");
    await button("Delete index OpenOrders").click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete index", exact: true }).click();
    await gone(region("OpenOrders"));
    await workspace("Design").click();
    const comparison = page.getByRole("main").getByRole("region", { name: "Two designs" });
    const row = comparison.getByRole("row").filter({ hasText: "GSI: CustomerId (S) / OrderOpenDate (S)" });
    await says(row, "–");
    await fits(page, width);
    assert.deepEqual(await violations(page), []);
    const shows = (letter) => page.locator(`[aria-pressed=true]`).and(button(`Design ${letter}`)).waitFor();
    for (const [name, into] of [["Use in B: OpenOrders of Orders as in A", "B"], ["Delete in A: OpenOrders of Orders, which B lacks", "A"]]) {
      const take = comparison.getByRole("button", { name, exact: true });
      await take.focus();
      await page.keyboard.press("Enter");
      // What it does is said before it is done.
      await says(row.getByRole("status"), `A month of ${into}:`);
      await fits(page, width);
      assert.deepEqual(await violations(page), []);
      await row.getByRole("button", { name: "Cancel", exact: true }).click();
      await gone(row.getByRole("status"));
      await take.focus();
      await page.keyboard.press("Enter");
      await row.getByRole("status").waitFor();
      await page.keyboard.press("Enter");
      await shows(into);
      await gone(row);
      await comparison.getByText("What both store now").waitFor();
      await page.keyboard.press("Control+z");
      await row.waitFor();
    }
    // What a table takes with it, or leaves behind, is said before it is pressed.
    await button("Design B").click();
    await shows("B");
    await workspace("Explore").click();
    await page.keyboard.press("Control+k");
    const find = page.getByRole("dialog", { name: "Find by name" });
    await find.getByRole("combobox").fill("Delete table");
    await says(find.getByRole("option", { selected: true }), "Delete table");
    await page.keyboard.press("Enter");
    await gone(region("OpenOrders"));
    await workspace("Design").click();
    const table = comparison.getByRole("row").filter({ hasText: "OrderId (S)" });
    await says(table, "Without its 10 items.");
    await says(table, "With its 10 items.");
    await fits(page, width);
    assert.deepEqual(await violations(page), []);
    const remove = comparison.getByRole("button", { name: "Delete in A: Orders, which B lacks", exact: true });
    await remove.click();
    await table.getByRole("status").waitFor();
    await remove.click();
    await shows("A");
    await gone(table);
    await page.keyboard.press("Control+z");
    await table.waitFor();
  });
}

for (const [width, height, colorScheme] of [[1440, 900, "light"], [640, 420, "dark"], [390, 844, "light"]]) {
  journey(`a file, a link or an example is opened as design B, ${width} wide`, { width, height, colorScheme }, async ({ page }) => {
    const { button, region, title, workspace } = sandbox(page);
    const link = await linkOf(page);
    await workspace("Design").click();
    const comparison = page.getByRole("main").getByRole("region", { name: "Two designs" });
    const differs = (table) => comparison.getByRole("row").filter({ hasText: table }).first();
    const field = comparison.getByLabel("Link of a sandbox");
    await field.fill("https://sparsebox.example/#z2.nothing");
    await field.press("Enter");
    await page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: "link" }).first().waitFor();
    assert.equal(await button("Design B").count(), 0);

    const table = {
      TableName: "Things", KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }], Items: [{ id: { S: "1" } }],
    };
    const buffer = Buffer.from(JSON.stringify({ v: 1, title: "Things", tables: [table] }));
    await comparison.getByLabel("A file…").setInputFiles({ name: "a.json", mimeType: "application/json", buffer });
    await announces(page, "It is design B");
    await says(differs("Things"), "Without its item.");
    assert.equal(await button("Design A").getAttribute("aria-pressed"), "true");
    await fits(page, width);
    assert.deepEqual(await violations(page), []);
    await button("Keep A only").click();
    await button("Remove B").click();

    await field.fill(link);
    await field.press("Enter");
    await announces(page, "It is design B");
    await says(comparison, "What both store now");
    assert.equal(await differs("OpenOrders of Orders").count(), 0, "both are the same");
    await button("Keep A only").click();
    await button("Remove B").click();

    await comparison.getByRole("button", { name: "Examples of Learn…" }).click();
    await comparison.getByRole("combobox", { name: "An example of Learn…" }).selectOption("Cups and champions");
    await announces(page, "It is design B");
    await differs("Orders").waitFor();
    await fits(page, width);
    await button("Design B").click();
    await page.waitForFunction(() => document.title.startsWith("Cups"));
    await saved(page);
    await page.reload();
    await started(page);
    await page.waitForFunction(() => document.title.startsWith("Cups"));
    await button("Design A").click();
    await region("OpenOrders").or(comparison).first().waitFor();
    assert.equal(await title.count() > 0, true);
  });
}
