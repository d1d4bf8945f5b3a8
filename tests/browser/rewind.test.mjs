// Any earlier moment can be shown, and an action there continues from it. Neither line of events is lost.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { announces, gone, sandbox, says } from "./sandbox.mjs";

for (const [screen, width, colorScheme] of [
  ["desktop", 1440, "light"],
  ["tablet", 720, "dark"],
  ["phone", 390, "light"],
]) {
  journey(`a sandbox is rewound, played and forked, ${screen}`, { width, colorScheme, speed: 400 }, async ({ page }) => {
    const { button, attribute, clock } = sandbox(page);
    const { moments, shown, date, remove, setTotal } = parts(page);
    await remove();
    await setTotal("41");
    await says(shown, "Now");
    const stripBefore = await page.getByRole("contentinfo").boundingBox();

    await shown.focus();
    await page.keyboard.press("Home");
    await says(shown, "Start");
    await says(page.getByRole("region", { name: "Timeline" }), "Rewound to 0 s");
    assert.equal((await page.getByRole("contentinfo").boundingBox()).height, stripBefore.height);
    await date.waitFor();
    assert.match(await attribute("C1, O-1001", "Total").innerText(), /40/);
    assert.deepEqual(await violations(page), []);
    const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
    assert.ok(wide <= width, `rewound, the page is ${wide} pixels wide`);

    await page.keyboard.press("ArrowRight");
    await gone(date);
    await says(shown, "Update O-1003");
    assert.ok(await shown.evaluate((element) => element === document.activeElement), "the focus follows");
    assert.equal(await shown.getAttribute("aria-posinset"), "2");
    assert.equal(await shown.getAttribute("aria-setsize"), "4");
    await clock.getByRole("button", { name: "Resume the clock" }).click();
    await gone(button("Return to now"));
    await says(attribute("C1, O-1001", "Total"), "41");

    await moments.getByRole("radio", { name: "Start" }).click();
    await button("Continue from here").click();
    await announces(page, "Continue from 0 s");
    await date.waitFor();
    await setTotal("42");

    const branch = page.getByRole("button", { name: /^Branch to .*: Set Total of O-1001$/ });
    await branch.click();
    await gone(date);
    assert.match(await attribute("C1, O-1001", "Total").innerText(), /41/);
    await page.keyboard.press("Control+z");
    await announces(page, "Undone: Continue from");
    assert.match(await attribute("C1, O-1001", "Total").innerText(), /42/);
  });
}

journey("keys step through the events, and an edit forks", { speed: 400 }, async ({ page }) => {
  const { button, attribute, entry } = sandbox(page);
  const { date, remove, setTotal } = parts(page);
  await remove();
  await gone(entry("OpenOrders", "O-1003"));
  // In the table, arrow keys lead from cell to cell.
  await page.getByRole("main").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await says(entry("OpenOrders", "O-1003"), "leaves in");
  await page.keyboard.press("ArrowLeft");
  await announces(page, "Rewound to 0 s");
  await date.waitFor();
  await page.keyboard.press("Shift+ArrowRight");
  await gone(date);
  await page.keyboard.press("ArrowRight");
  await gone(entry("OpenOrders", "O-1003"));

  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await setTotal("42");
  await date.waitFor();
  await button("Undo: Set Total of O-1001").click();
  await button("Undo: Continue from 0 s").click();
  await gone(date);
  assert.match(await attribute("C1, O-1001", "Total").innerText(), /40/);
});

journey("a reload opens the present, not the rewound moment", {}, async ({ page }) => {
  const { attribute } = sandbox(page);
  const { moments, date, remove } = parts(page);
  await remove();
  await moments.getByRole("radio", { name: "Start" }).click();
  await date.waitFor();
  await page.reload();
  await attribute("C1, O-1003", "Total").waitFor();
  await gone(date);
});

function parts(page) {
  const { button, field, item, attribute } = sandbox(page);
  const date = item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" });
  const moments = page.getByRole("radiogroup", { name: "Moment shown" });
  return {
    moments,
    shown: moments.getByRole("radio", { checked: true }),
    date,
    remove: async () => {
      await date.click();
      await button("Remove").click();
      await gone(date);
    },
    setTotal: async (total) => {
      await attribute("C1, O-1001", "Total").click();
      await field("Value of Total").fill(total);
      await field("Value of Total").press("Enter");
      await attribute("C1, O-1001", "Total").filter({ hasText: total }).waitFor();
    },
  };
}
