// Access patterns are written by words, sorted, edited in their rows, and made of what was done, by mouse and by keyboard.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { gone, says, sandbox } from "./sandbox.mjs";

/** Waits until a field, by its label, contains a text. */
const holds = (page, label, text) => page.waitForFunction(
  ([label, text]) => document.querySelector(`form [aria-label="${label}"]`)?.value.includes(text),
  [label, text],
);

/** Waits until the rows are in an order. */
const ordered = (page, names) => page.waitForFunction(
  (names) => [...document.querySelectorAll("[role=rowheader] button")].map((it) => it.textContent).join() === names.join(),
  names,
);

for (const [width, height, colorScheme] of [
  [1440, 900, "light"],
  [1024, 768, "dark"],
  [640, 420, "light"],
  [390, 844, "dark"],
]) {
  journey(`a pattern is written by words and sorted, ${width} wide, ${colorScheme}`, { width, height, colorScheme }, async ({ page }) => {
    const { button, region, workspace } = sandbox(page);
    const fits = async () => {
      const [wide, seen] = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
      assert.ok(wide <= seen, `the page is ${wide} wide, and the screen ${seen}`);
    };
    await workspace("Design").click();
    await button("+ Pattern").click();
    const form = page.getByRole("form", { name: "Access pattern" });
    const field = (label) => form.getByLabel(label, { exact: true });
    await field("What it does").selectOption("Read a collection · Query");
    await field("Where").selectOption("OpenOrders, by CustomerId");
    await holds(page, "Name", "Query OpenOrders");
    await field("Requests").fill("10^12");
    await page.keyboard.press("Tab");
    await says(form.getByRole("alert"), "Requests: “10^12”");
    await button("Save").click();
    await says(form.getByRole("alert"), "Requests: “10^12”");
    await field("Requests").and(page.locator(":focus[aria-invalid=true]")).waitFor();
    assert.equal(await field("Requests").inputValue(), "10^12", "what was typed stays");
    await field("Requests").fill("100");
    await says(form, "$16.43 a month");
    await button("Save").click();
    await gone(form);

    // Escape closes the form only if nothing was typed.
    await button("+ Pattern").click();
    await field("Requests").fill("7");
    await page.keyboard.press("Escape");
    await holds(page, "Requests", "7");
    await button("Cancel").click();
    await gone(form);
    await button("+ Pattern").click();
    await field("Requests").press("Escape");
    await gone(form);

    // What no key begins with is read by a Scan, which says what it wastes.
    await button("+ Pattern").click();
    await field("Where").selectOption("Orders, by Total: no key, so all is read");
    await holds(page, "What it does", "· Scan");
    await button("Save").click();
    await gone(form);
    await says(region("Patterns"), /Reads 10 to return \d/);
    await ordered(page, ["Scan Orders", "Query OpenOrders"]);
    await button("Access pattern").click();
    await ordered(page, ["Query OpenOrders", "Scan Orders"]);
    assert.equal(await page.getByRole("columnheader", { name: "Access pattern" }).getAttribute("aria-sort"), "ascending");
    await button("How often").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await ordered(page, ["Scan Orders", "Query OpenOrders"]);
    assert.deepEqual(await violations(page), []);
    await fits();

    // The form opens below its row, by the keyboard.
    await button("Edit Query OpenOrders").focus();
    await page.keyboard.press("Enter");
    await says(form, "$16.43 a month");
    await field("What it does").selectOption("Read one item · GetItem");
    await holds(page, "Name", "GetItem Orders");
    await form.getByText("The request as JSON").click();
    await holds(page, "The request with placeholders", '"Key"');
    await field("What it does").selectOption("Read a collection · Query");
    await holds(page, "The request with placeholders", '"OpenOrders"');
    assert.deepEqual(await violations(page), []);
    await fits();
    await button("Cancel").click();
    await gone(form);
  });
}

journey("the last operation says what a month of it costs, and becomes a pattern", {}, async ({ page }) => {
  const { button, item, itemKey, region, why } = sandbox(page);
  await itemKey("C1, O-1003").click();
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await says(why, "5 write units");
  await why.getByText("How much a month?").click();
  const form = page.getByRole("form", { name: "How much a month?" });
  await says(form, "$8.21 a month");
  const rate = form.getByLabel("Requests", { exact: true });
  await rate.fill("many");
  await page.keyboard.press("Tab");
  await says(form.getByRole("alert"), "Requests: “many”");
  await rate.fill("1,000");
  await form.getByLabel("In which time").selectOption("a day");
  await says(form, "$0.10 a month");
  assert.deepEqual(await violations(page), []);
  await rate.press("Enter");
  await says(form, "It is an access pattern in Design.");
  await button("Show it in Design").click();
  await says(region("Patterns"), "UpdateItem C1 / O-1003 REMOVE OrderOpenDate");
  await says(region("Patterns"), "1,000 a day");
});

journey("each amount of the bill opens its arithmetic", {}, async ({ page }) => {
  const { button, region, workspace } = sandbox(page);
  await workspace("Design").click();
  await button("+ Query OpenOrders").click();
  await page.keyboard.press("Enter");
  const bill = region("Cost");
  const cell = page.getByRole("button", { name: /^Reads of OpenOrders: / });
  await cell.focus();
  await page.keyboard.press("Enter");
  await says(bill, "1,314,000 read units a month × $0.125 a million = $0.1643");
  assert.equal(await cell.getAttribute("aria-expanded"), "true");
  await page.getByRole("button", { name: /^Total of OpenOrders: / }).click();
  await says(bill, /\$0\.00 \+ \$0\.1643 \+ .* = /);
  assert.equal(await cell.getAttribute("aria-expanded"), "false");
  const ends = await bill.locator("tbody td:last-child:not([colspan])").evaluateAll((all) => all.map((it) => getComputedStyle(it).textAlign));
  assert.ok(ends.every((it) => ["right", "end"].includes(it)), `${ends}`);
  await says(bill, "Not counted: exports, restores and data transfer");
  assert.deepEqual(await violations(page), []);
});

for (const [width, colorScheme] of [[1440, "light"], [390, "dark"]]) {
  journey(`a load is spread over a day by choice and by typing, ${width} wide, ${colorScheme}`, { width, colorScheme }, async ({ page }) => {
    const { button, region, workspace } = sandbox(page);
    await workspace("Design").click();
    await button("+ Query OpenOrders").click();
    const form = page.getByRole("form", { name: "Access pattern" });
    await form.getByLabel("Requests", { exact: true }).fill("240");
    await page.keyboard.press("Enter");
    await gone(form);
    const day = region("Load over the day");
    await day.getByRole("combobox").selectOption("Office hours");
    await says(day, "Peak hour: 9:00, with 2.33 times the average load.");
    await says(day, "in 10 hours of the day: 8:00–18:00.");
    await says(region("Cost"), "Provisioned by auto scaling, which aims at 70%");
    const hours = day.getByRole("textbox");
    await hours.fill("1 2 3");
    await hours.press("Enter");
    await says(day.getByRole("alert"), "24 whole numbers from 0 to 1,000");
    assert.equal(await hours.inputValue(), "1 2 3", "what was typed stays");
    await says(day, "Peak hour: 9:00");
    assert.deepEqual(await violations(page), []);
    // 120 read units on average: 480 in six hours, and none in the others.
    await hours.fill(`${"0 ".repeat(12)}${"4 ".repeat(6)}${"0 ".repeat(6)}`);
    await hours.press("Tab");
    await says(day, "480 RCU a second are asked for then, 120 on average.");
    await day.getByText("The hours as a table").click();
    // 480 × 3,600 × $0.125 a million.
    await says(day.getByRole("row").filter({ hasText: "12:00" }), "$0.216");
    const [wide, seen] = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
    assert.ok(wide <= seen, `the page is ${wide} wide, and the screen ${seen}`);
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Control+z");
    await says(day, "Peak hour: 9:00");
    // Two steps, each a fiftieth of the scale, before the page is drawn again.
    const first = day.getByRole("slider").first();
    const raised = await first.evaluate((point) => {
      const [most, value] = ["max", "now"].map((it) => Number(point.getAttribute(`aria-value${it}`)));
      for (const type of ["keydown", "keydown", "keyup"]) point.dispatchEvent(new KeyboardEvent(type, { key: "ArrowUp", bubbles: true }));
      return value + 2 * Math.max(1, Math.floor(most / 50));
    });
    await page.waitForFunction(([point, raised]) => Number(point.getAttribute("aria-valuenow")) === raised, [await first.elementHandle(), raised]);
  });
}

journey("backups and stream readers are added to the bill, and what has no price makes it at least that", {}, async ({ page }) => {
  const { region, workspace } = sandbox(page);
  await workspace("Design").click();
  const cost = region("Cost");
  const items = page.getByLabel("Items expected", { exact: true });
  await items.fill("10000000");
  await items.press("Tab");
  await says(cost.locator("p.lead"), "$8.90 a month. Without");
  await cost.getByText("Backups and stream readers", { exact: true }).click();
  const reads = page.getByLabel("GetRecords requests a month of readers other than Lambda");
  // 7,868,000 beyond 2.5 million: $1.5736.
  await reads.fill("10368000");
  await reads.press("Tab");
  await says(cost, "10,368,000 GetRecords requests of other readers than Lambda");
  await says(cost.locator("p.lead"), "$10.47 a month. Without");
  await reads.fill("many");
  await reads.press("Tab");
  await says(page.getByRole("alert"), "Whole number");
  assert.equal(await reads.inputValue(), "many", "what was typed stays");
  await says(cost.locator("p.lead"), "$10.47 a month. Without");
  await page.getByLabel("Point-in-time recovery of all tables").check();
  await says(cost, /Tables with their local indexes, .* × 1 × \$0\.20 a GB = /);
  await page.getByLabel("Region").selectOption("sa-east-1");
  await says(cost.locator("p.lead"), "At least");
  assert.deepEqual(await violations(page), []);
});

for (const [width, height, colorScheme] of [[1440, 900, "light"], [640, 420, "dark"], [390, 844, "dark"]]) {
  journey(`tables that grow are forecast, with the day on which a collection is full, ${width} wide, ${colorScheme}`, { width, height, colorScheme }, async ({ page }) => {
    const { region, workspace } = sandbox(page);
    await workspace("Design").click();
    const growth = page.locator("section").and(page.getByLabel("Growth", { exact: true }));
    const field = (label) => growth.getByLabel(label, { exact: true });
    const type = async (label, text) => {
      await field(label).fill(text);
      await field(label).press("Tab");
    };
    await type("New items a month", "1000000");
    await says(growth.getByRole("row").filter({ hasText: "In 12 months" }), "12,000,010");
    await says(growth, /Orders: C1 stops on 20\d\d-\d\d-\d\d by the clock/);
    assert.equal(await field("Of these, in the largest item collection").getAttribute("placeholder"), "800,000");
    await type("Of these, in the largest item collection", "2000000");
    await says(growth, "cannot get more items than its table");
    await type("Of these, in the largest item collection", "0");
    await says(growth, "the largest item collection, does not reach 10.0 GB within 100 years");
    // 30 days of 1,000,000 in 730 hours.
    await type("Time to live, days", "30");
    await says(growth.getByRole("row").filter({ hasText: "In 36 months" }), "986,301");
    await type("Time to live, days", "0");
    await says(growth.getByRole("alert"), "Whole number");
    assert.equal(await field("Time to live, days").inputValue(), "0", "what was typed stays");
    const [wide, seen] = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
    assert.ok(wide <= seen, `the page is ${wide} wide, and the screen ${seen}`);
    assert.deepEqual(await violations(page), []);
    await region("Forecast").focus();
    await page.keyboard.press("Control+z");
    await says(growth.getByRole("row").filter({ hasText: "In 36 months" }), "36,000,010");
  });
}

for (const [width, colorScheme] of [[1440, "light"], [390, "dark"]]) {
  journey(`the load of a day is drawn by dragging and by keys, ${width} wide, ${colorScheme}`, { width, colorScheme }, async ({ page }) => {
    const { region, workspace } = sandbox(page);
    await workspace("Design").click();
    const day = region("Load over the day");
    const hours = day.getByRole("textbox");
    const hoursHandle = await hours.elementHandle();
    const point = (hour) => day.getByRole("slider").nth(hour);
    await point(9).scrollIntoViewIfNeeded();
    const [from, to] = [await point(9).boundingBox(), await point(10).boundingBox()];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    // Higher, and beyond the next hour: the hour stays.
    await page.mouse.move(to.x + to.width, from.y - 20, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction((field) => /^(50 ){9}(7\d|8\d|9\d|100)( 50){14}$/.test(field.value), hoursHandle);
    // By keys: three to the right, ten steps and one up.
    await point(0).focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "Shift+ArrowUp", "ArrowUp"]) {
      await page.keyboard.press(key);
    }
    await page.waitForFunction((field) => /^50 50 50 (7[0-9]|100) /.test(field.value), hoursHandle);
    assert.match(await point(3).getAttribute("aria-valuetext"), /^3:00, load/);
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await page.waitForFunction((field) => /^(50 ){9}/.test(field.value), hoursHandle);
  });
}
