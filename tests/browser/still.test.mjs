// Nothing moves by itself: through the first operations, the controls that an operation does not concern stay where they are.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { gone, sandbox, saved, says } from "./sandbox.mjs";

/** Where the controls are that no operation on an item concerns: those of the bar, of the table and of the clock, and the columns. */
function places() {
  const parts = [".bar button", ".bar .tab", ".operations button", ".zone-head button", ".items-bar input", ".clock button", ".clock select", ".meter-total"];
  const controls = [...document.querySelectorAll(parts.join())].filter((it) => it.checkVisibility());
  const columns = [...document.querySelectorAll(".items thead th, .entries thead th")];
  const first = document.querySelectorAll(".index-head")[0].querySelectorAll("h3, .index-read");
  const at = (element, place) => [`${element.closest("section, header")?.ariaLabel ?? ""} ${element.id || element.className} ${element.textContent}`, place];
  return [
    ...[...controls, ...first].map((it) => {
      const { x, y } = it.getBoundingClientRect();
      // What a button says may change; its place does not.
      const isWord = it.matches(".history, .index-read, .clock button, .meter-total, #menu-clock");
      return isWord ? [`${it.className}`, [Math.round(x + (it.matches(".meter-total") ? it.offsetWidth : 0)), Math.round(y)]] : at(it, [Math.round(x), Math.round(y)]);
    }),
    ...columns.map((it) => at(it, [Math.round(it.getBoundingClientRect().x)])),
  ];
}

for (const [width, height] of [[1440, 900], [1280, 720], [1024, 768]]) {
  journey(`nothing moves by itself, ${width} x ${height}`, { width, height }, async ({ page }) => {
    const { attribute, button, entry, field, item, itemKey, region } = sandbox(page);
    const before = await page.evaluate(places);
    const still = async (what) => {
      const after = await page.evaluate(places);
      const moved = after.filter(([name, place], at) => JSON.stringify(place) !== JSON.stringify(before[at]?.[1])).map(([name, place]) => `${name}: ${place}`);
      assert.deepEqual(moved, [], `${what}: ${JSON.stringify(before.filter((it, at) => JSON.stringify(it[1]) !== JSON.stringify(after[at]?.[1])))}`);
    };
    await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
    await still("a draft");
    await button("Remove").click();
    await says(entry("OpenOrders", "O-1003"), "leaves in");
    await still("an entry that is about to leave");
    await says(entry("OpenOrders", "O-1003"), "no OrderOpenDate");
    await still("an entry that has left");
    await saved(page);
    await still("what is stored");
    await gone(entry("OpenOrders", "O-1003"));
    await itemKey("C1, O-1004").click();
    await still("a selected item");
    await attribute("C1, O-1004", "Total").click();
    await field("Value of Total").fill("21");
    await still("a value that is typed");
    await page.keyboard.press("Enter");
    await says(region("ByTotal"), "21");
    await still("a value that has changed");
    await page.keyboard.press("Control+z");
    await still("an undo");
    await page.keyboard.press("Control+Shift+z");
    await still("a redo");
    await button("Pause the clock").click();
    await still("a clock that stands");
  });
}
