// A new user changes an index: with the mouse, and with the keyboard only.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { announces, gone, sandbox, says } from "./sandbox.mjs";

/** As many keys as the change may take, from the address bar on. */
const KEYS_MAX = 16;

journey("the mouse takes an order out of the index", {}, async ({ page }) => {
  const { button, field, item, region, entry, why } = sandbox(page);
  await says(region("OpenOrders"), "3 of 10");
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();

  await says(item("C1, O-1003"), "5 WCU");
  await says(item("C1, O-1003"), "Will leave OpenOrders");
  await says(item("C1, O-1003"), /4 Orders \+ 1 OpenOrders \+ 0 ByTotal/);
  await says(region("OpenOrders"), "3 of 10");
  await button("Remove").click();

  await says(entry("OpenOrders", "O-1003"), /leaves in 0\.\d+\ss/);
  assert.ok(await entry("OpenOrders", "O-1003").evaluate(isHatched), "an entry on its way is hatched");
  await announces(page, "5 write units. OpenOrders follows in 0.2 s.");
  await explains(why);

  await field("Speed of the clock").selectOption("4×");
  await gone(entry("OpenOrders", "O-1003"));
  await says(region("OpenOrders"), "2 of 10");
  await says(region("OpenOrders"), "8 not indexed: no OrderOpenDate");
  await announces(page, "Removed from OpenOrders.");
});

journey("the keyboard alone takes an order out of the index", { speed: 400 }, async ({ page }) => {
  const { region, item, itemKey, attribute, entry, why } = sandbox(page);
  let keys = 0;
  const press = async (key) => {
    await page.keyboard.press(key);
    keys += 1;
  };
  const pressUntilOn = async (key, part) => {
    while (keys < KEYS_MAX && !(await part.evaluate((element) => element === document.activeElement))) {
      await press(key);
    }
  };

  await press("Tab");
  await press("Enter");
  await pressUntilOn("Tab", itemKey("C1, O-1001"));
  await pressUntilOn("ArrowDown", itemKey("C1, O-1003"));
  await pressUntilOn("ArrowRight", attribute("C1, O-1003", "OrderOpenDate"));
  await press("Delete");
  await says(item("C1, O-1003"), "Will leave OpenOrders");
  await press("Enter");

  await explains(why);
  await gone(entry("OpenOrders", "O-1003"));
  await says(region("OpenOrders"), "2 of 10");
  await announces(page, "Removed from OpenOrders.");
  assert.ok(keys <= KEYS_MAX, `it took ${keys} keys`);
  assert.ok(await itemKey("C1, O-1003").evaluate((element) => element === document.activeElement));
});

for (const [width, height] of [[640, 420], [390, 844]]) {
  journey(`a removal that closes an item above it stays in view, ${width} × ${height}`, { width, height }, async ({ page }) => {
    const { button, item, itemKey } = sandbox(page);
    await itemKey("C1, O-1001").click();
    await item("C1, O-1001").getByText("Not in OpenOrders").waitFor();
    await item("C1, O-1006").getByRole("button", { name: "Remove OrderOpenDate" }).click();
    await says(item("C1, O-1006"), "Will leave OpenOrders");
    await page.waitForTimeout(300);
    const isSeen = await button("Remove").evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [y + 2, y + height - 2].every((at) => element.contains(document.elementFromPoint(x + width / 2, at)));
    });
    assert.ok(isSeen, "the button is seen, and not covered");
  });
}

async function explains(why) {
  await says(why, "5 write units");
  await says(why, /4\s*Orders, the table\s*larger of before and after: 3,560\sB ÷ 1,024 = 3\.48 → 4/);
  await says(why, /1\s*OpenOrders, delete the entry\s*entry 55\sB ÷ 1,024 = 0\.05 → 1/);
  await says(why, /0\s*ByTotal, unchanged/);
}

/** Runs in the page. */
function isHatched(row) {
  const parts = [row, ...row.children];
  return parts.some((part) => getComputedStyle(part).backgroundImage.includes("repeating-linear-gradient"));
}
