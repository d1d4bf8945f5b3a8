// The glossary is searched by typing, and opened from the words that it explains, by pointer and by keys.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { gone, says, sandbox } from "./sandbox.mjs";

for (const width of [1440, 390]) {
  journey(`the glossary explains the words of the page, ${width} wide`, { width }, async ({ page }) => {
    const { button, item, why } = sandbox(page);
    const panel = page.getByRole("dialog", { name: "Glossary", exact: true });
    const focused = async (words) => {
      await page.waitForFunction((words) => document.activeElement.textContent.startsWith(words), words);
    };

    // From the card of an index, by keys.
    await button("GSI · SPARSE").focus();
    await page.keyboard.press("Enter");
    await focused("Sparse index");
    await says(panel, "41 terms");
    assert.deepEqual(await violations(page), []);

    // By typing.
    await page.getByLabel("Search the glossary").fill("409,600");
    await says(panel, "1 term");
    await says(panel, "It can be up to 400 KB");
    await page.getByLabel("Search the glossary").fill("no such word");
    await says(panel, "0 terms");

    // The first Escape empties the field. From the bar: all terms.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await gone(panel);
    await button("Help").click();
    await button("Glossary").click();
    await says(panel, "41 terms");
    await page.keyboard.press("Escape");

    // From a receipt, by pointer. The search that would hide the term is over.
    await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
    await button("Remove").click();
    if (width < 640) await page.getByRole("button", { name: /Why\?$/ }).click();
    await why.getByRole("button", { name: /^\d+ write units?$/ }).click();
    await focused("Write capacity unit");
    await says(panel, "41 terms");
  });
}
