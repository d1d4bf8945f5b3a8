// The user sets the widths of the zones, which are kept. Nothing is cut off on a phone.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";

journey("the lines between the zones are moved by pointer and by keys", {}, async ({ page }) => {
  const line = page.getByRole("separator", { name: "Between the table and its indexes" });
  const other = page.getByRole("separator", { name: "Between the indexes and the explanation" });
  const edge = async () => (await page.getByRole("heading", { name: "Indexes" }).boundingBox()).x;
  const before = await edge();

  const { x, y, width, height } = await line.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x - 60, y + 10, { steps: 5 });
  await page.mouse.move(x + width / 2 - 144, y + 10, { steps: 5 });
  await page.mouse.up();
  assert.ok(Math.abs(before - 144 - (await edge())) < 3, `from ${before} to ${await edge()}`);
  assert.equal(await line.getAttribute("aria-valuenow"), "28");
  assert.equal(await other.getAttribute("aria-valuenow"), "76", "the other line stands where it stood");

  // Selecting text across the line does not move it.
  await page.mouse.move(x - 300, y + 300);
  await page.mouse.down();
  await page.mouse.move(x + 100, y + 300, { steps: 20 });
  await page.mouse.up();
  assert.equal(await line.getAttribute("aria-valuenow"), "28");

  await line.press("ArrowRight");
  assert.ok(Math.abs(before - 129.6 - (await edge())) < 3);
  // As far as it goes: no zone disappears.
  await line.press("End");
  await line.press("ArrowRight");
  assert.equal(await line.getAttribute("aria-valuenow"), "54");
  await line.press("Home");
  assert.equal(await line.getAttribute("aria-valuenow"), "22");
  assert.deepEqual(await violations(page), []);

  const chosen = await edge();
  await page.reload();
  await page.getByRole("button", { name: "Share" }).waitFor();
  assert.equal(await edge(), chosen);
  await page.setViewportSize({ width: 1024, height: 768 });
  await line.waitFor({ state: "hidden" });
});

journey("the menus of the bar are inside the screen of a phone", { width: 390, height: 844 }, async ({ page }) => {
  for (const [button, shown] of [["Examples", "New table…"], ["Share", "Copy link"]]) {
    await page.getByRole("button", { name: button, exact: true }).click();
    const content = page.getByRole("button", { name: shown, exact: true });
    const panel = content.locator("xpath=ancestor::*[contains(@class, 'menu-panel')]");
    const { x, width } = await panel.boundingBox();
    assert.ok(x >= 0 && x + width <= 390, `${button}: from ${x} to ${x + width}`);
    await page.keyboard.press("Escape");
  }
});
