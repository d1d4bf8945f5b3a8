// The page starts: from any path, at every width, in both colour schemes.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1440, 1024, 390]) {
    journey(`the page starts, ${width} pixels wide and ${colorScheme}`, { width, colorScheme }, async ({ page }) => {
      assert.equal(await page.title(), "Sparsebox");
      await page.locator("main").waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `the page is ${wide} pixels wide`);
    });
  }
}
