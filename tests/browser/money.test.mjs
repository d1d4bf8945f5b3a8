// Access patterns of an application are written, priced and used for advice.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { gone, says, sandbox } from "./sandbox.mjs";

for (const [width, colorScheme] of [
  [1440, "light"],
  [720, "dark"],
  [390, "light"],
  [390, "dark"],
]) {
  journey(`patterns become costs and advice, ${width} wide, ${colorScheme}`, { width, colorScheme }, async ({ page }) => {
    const { button, region: panel, workspace } = sandbox(page);
    const check = async (what) => assert.deepEqual(await violations(page), [], what);
    const fits = async (what) => {
      const [wide, seen] = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
      assert.ok(wide <= seen, `${what} is ${wide} wide, and the screen ${seen}`);
    };

    // No patterns yet: only storage costs, and no advice.
    await workspace("Design").click();
    await says(panel("Cost"), "Without access patterns, reads and writes are not counted");
    await says(panel("Advice"), "No problems found");
    await check("advice without findings");

    // A proposal is accepted, by keys only.
    await says(panel("Patterns"), "Write down what your application reads and writes");
    await button("+ Query OpenOrders").focus();
    await page.keyboard.press("Enter");
    const form = page.getByRole("form", { name: "Access pattern" });
    await says(form, "0.5 RCU");
    await form.getByLabel("Requests", { exact: true }).fill("100");
    await check("a pattern being written");
    await fits("the form");
    await form.getByLabel("Requests", { exact: true }).press("Enter");
    await gone(form);
    await says(panel("Patterns"), "$16.43 a month");
    await check("the patterns");

    // A request that cannot work shows the reason, and is not hidden.
    await button("Edit Query OpenOrders").click();
    await form.getByText("The request as JSON").click();
    await form.getByLabel("The request with placeholders").fill('{ "TableName": "Orders", "IndexName": "Nope" }');
    await says(form, "Does not work");
    await says(form, "ValidationException");
    await button("Cancel").click();
    await gone(form);

    // Costs are calculated from it, in any region, with any price.
    await says(panel("Cost"), "$16.43 a month at this load");
    await page.getByLabel("Region").selectOption("eu-west-1");
    await says(panel("Cost"), "$18.59 a month at this load");
    await panel("Cost").getByText("Prices", { exact: true }).click();
    const price = page.getByLabel("A million read request units");
    await price.fill("0.2");
    await price.press("Tab");
    await says(panel("Cost"), "$26.28 a month at this load");
    await button("Reads of OpenOrders: $26.28").click();
    await says(panel("Cost"), "131,400,000 read units a month × $0.20 a million = $26.28");
    await check("costs");
    await fits("the costs");

    // The index that costs write units and is not read is named, with a link to it.
    await says(panel("Advice"), "No problems found");
    await button("+ PutItem Orders").click();
    await form.getByLabel("Requests", { exact: true }).fill("1");
    await form.getByLabel("Requests", { exact: true }).press("Enter");
    await gone(form);
    await says(panel("Advice"), "No access pattern reads ByTotal");
    await check("advice");
    await fits("the advice");
    await button("Go to the index").click();
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "ByTotal");

    // All of it is in the link, and can be undone.
    for (let change = 0; change < 3; change += 1) await page.keyboard.press("Control+z");
    await workspace("Design").click();
    await says(panel("Cost"), "$16.43 a month at this load");
    await page.keyboard.press("Control+z");
    await says(panel("Cost"), "Without access patterns, reads and writes are not counted");
  });
}

journey("cost fields reject values that are not numbers", {}, async ({ page }) => {
  await sandbox(page).workspace("Design").click();
  const items = page.getByLabel("Items expected", { exact: true });
  const utilisation = page.getByLabel("Planned utilisation, %", { exact: true });
  const lead = page.getByRole("region", { name: "Cost", exact: true }).locator("p.lead");
  await items.fill("10000000");
  await items.press("Tab");
  await says(lead, "$8.90 a month. Without");
  for (const text of ["-5", "abc", "1e30", "1.5"]) {
    await items.fill(text);
    await items.press("Tab");
    await says(page.getByRole("alert"), "10,000,000");
    assert.equal(await items.inputValue(), text, "what was typed stays");
    await says(lead, "$8.90 a month. Without");
  }
  for (const text of ["250", "0", "-5", "abc"]) {
    await utilisation.fill(text);
    await utilisation.press("Tab");
    await says(page.getByRole("alert"), "from 1 to 100");
    assert.equal(await utilisation.inputValue(), text, "what was typed stays");
  }
  await items.fill("");
  await items.press("Tab");
  await says(lead, "<$0.01 a month. Without");
});
