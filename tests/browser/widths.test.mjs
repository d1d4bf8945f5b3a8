// The user sets the widths of the zones, which are kept. At each size of the window nothing overlaps and nothing is cut
// off, the strip at the bottom keeps its height, and an entry is seen to leave its index.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { faultsOfLayout } from "./layout.mjs";
import { longestNames } from "./names.mjs";
import { experiment, gone, openMore, sandbox, says } from "./sandbox.mjs";

journey("the lines between the zones are moved by pointer and by keys", {}, async ({ page }) => {
  const line = page.getByRole("separator", { name: "Between the table and its indexes" });
  const other = page.getByRole("separator", { name: "Between the indexes and the last operation" });
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

journey("the menus and dialogs of the bar are inside the screen of a phone", { width: 390, height: 844 }, async ({ page }) => {
  for (const [name, shown] of [["Sandbox", "New table…"], ["Share", "Copy link"]]) {
    await sandbox(page).button(name).click();
    const content = page.getByRole("button", { name: shown, exact: true });
    const panel = content.locator("xpath=ancestor::*[contains(@class, 'menu-panel') or self::dialog]");
    const { x, width } = await panel.boundingBox();
    assert.ok(x >= 0 && x + width <= 390, `${name}: from ${x} to ${x + width}`);
    await page.keyboard.press("Escape");
  }
});

const SIZES = [
  [1920, 1080],
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [640, 420],
  [390, 844],
];

for (const [width, height] of SIZES) {
  journey(`nothing overlaps and nothing is cut off, ${width} x ${height}`, { width, height }, async ({ page }) => {
    const { button, item, workspace } = sandbox(page);
    const main = page.getByRole("main");
    const strip = async () => (await page.getByRole("contentinfo").boundingBox()).height;
    const before = await strip();
    const check = async (state) => {
      assert.deepEqual(await page.evaluate(faultsOfLayout), [], state);
      assert.equal(await strip(), before, `the strip, ${state}`);
      const { y, height: room } = await main.boundingBox();
      assert.ok(y + room <= height, `the workspace ends at ${y + room}, ${state}`);
    };
    await check("Explore at first");
    await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
    await check("a draft");
    await button("Remove").click();
    await check("an edit");
    for (const name of ["Load", "Design"]) {
      await workspace(name).click();
      await check(name);
    }
    await workspace("Load").click();
    await experiment(page, "One hot key");
    await page.getByLabel("Seconds", { exact: true }).fill("3");
    await page.getByLabel("Seconds", { exact: true }).press("Tab");
    await check("Load with a workload");
    await page.getByRole("button", { name: /^Run [\d,]+ requests$/ }).click();
    await says(page.getByRole("region", { name: "Result", exact: true }), /requests in 3\ss/);
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    await check("Load after a run");
    await workspace("Design").click();
    await check("Design after a run");
    await workspace("Explore").click();
    await check("Explore after a run");
    await page.keyboard.press("Shift+ArrowLeft");
    await button("Return to now").waitFor();
    await check("an earlier moment");

    // Longer words, and the longest names and values that DynamoDB allows.
    const address = page.url().split("#")[0];
    await page.goto(`${address}?language=en-XA`);
    await page.locator("html[lang=en-XA]").waitFor();
    await page.getByRole("contentinfo").waitFor();
    assert.deepEqual(await page.evaluate(faultsOfLayout), [], "the pseudo-language");
    await page.goto(address);
    const { title, ...document } = longestNames();
    await button("Sandbox").click();
    const buffer = Buffer.from(JSON.stringify({ ...document, title }));
    await page.getByLabel("Open a file…").setInputFiles({ name: "a.json", mimeType: "application/json", buffer });
    await page.waitForFunction((title) => window.document.title.includes(title), title);
    assert.deepEqual(await page.evaluate(faultsOfLayout), [], "the longest names");
  });
}

for (const [width, height] of [[360, 740], [320, 693]]) {
  journey(`no word of the speed is cut on a phone, ${width} x ${height}`, { width, height }, async ({ page }) => {
    const { item, button } = sandbox(page);
    const cuts = async () => (await page.evaluate(faultsOfLayout)).filter((fault) => fault.includes("choice") || fault.includes("select"));
    assert.deepEqual(await cuts(), []);
    await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
    await button("Remove").click();
    assert.deepEqual(await cuts(), []);
  });
}

journey("at 400 % everything is reached by scrolling, and nothing is covered", { width: 320, height: 256 }, async ({ page }) => {
  const { button, clock, entry, item, region, workspace } = sandbox(page);
  const reach = async (part) => {
    await part.scrollIntoViewIfNeeded();
    assert.ok(await part.evaluate(isInView), `${part} is in view`);
  };
  for (const name of ["Share", "Sandbox"]) {
    await openMore(page);
    await reach(button(name));
    await page.keyboard.press("Escape");
  }
  const remove = item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" });
  await reach(remove);
  await remove.click();
  await button("Remove").click();
  await gone(entry("OpenOrders", "O-1003").filter({ hasText: "leaves in" }));
  await reach(region("OpenOrders").getByText("2 of 10"));
  await reach(region("ByTotal").getByText("10 of 10"));
  await reach(clock.getByRole("button").first());
  await reach(page.getByRole("button", { name: "Why?" }));
  for (const name of ["Load", "Design"]) {
    await openMore(page);
    await reach(workspace(name));
    await workspace(name).click();
    await page.locator(".workspaces [aria-current=page]").filter({ hasText: name }).waitFor({ state: "attached" });
    await reach(page.getByRole("main").getByRole("heading").last());
    await reach(page.getByRole("main").getByRole("heading").first());
  }
});

for (const [width, height] of SIZES) {
  journey(`an entry leaves its index in view, ${width} x ${height}`, { width, height }, async ({ page }) => {
    const { button, entry, item, region } = sandbox(page);
    await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
    await button("Remove").click();
    const leaving = entry("OpenOrders", "O-1003");
    await says(leaving, "leaves in");
    assert.ok(await leaving.evaluate(isInView), "the entry that leaves is in view");
    await gone(leaving);
    await says(region("OpenOrders"), "2 of 10");
    assert.ok(await region("OpenOrders").getByText("2 of 10").evaluate(isInView), "the count of entries is in view");
  });
}

/** Whether nothing covers an element, and nothing cuts it off. Runs in the page. */
function isInView(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + Math.min(width, innerWidth) / 2, top + height / 2);
  return Boolean(found) && (element.contains(found) || found.contains(element));
}
