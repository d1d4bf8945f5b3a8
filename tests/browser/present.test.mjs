// A presentation: Explore in type for a room, the last operation as a sentence, a light on what changes, a QR code, and
// the keys of a remote control.

import assert from "node:assert/strict";
import { address, journey, violations } from "./harness.mjs";
import { faultsOfLayout } from "./layout.mjs";
import { decodedCode } from "./qr.mjs";
import { gone, sandbox, says } from "./sandbox.mjs";

const SIZES = [
  [1280, 720],
  [1920, 1080],
];

for (const [width, height] of SIZES) {
  journey(`a presentation can be read across a room, ${width} x ${height}`, { width, height }, async ({ page }) => {
    const { button, entry, item, clock, region } = sandbox(page);
    const sentence = page.getByRole("heading", { level: 1 });
    const check = async (state) => {
      assert.deepEqual(await page.evaluate(smallTexts), [], `the size of texts, ${state}`);
      assert.deepEqual(await page.evaluate(faultsOfLayout), [], state);
      const size = await sentence.evaluate((heading) => parseFloat(getComputedStyle(heading).fontSize));
      assert.ok(size >= 28, `the sentence has ${size} pixels, ${state}`);
    };
    const isLit = async (part) => {
      await page.waitForFunction((it) => {
        const light = document.querySelector(".spotlight").getBoundingClientRect();
        const { top, bottom } = it.getBoundingClientRect();
        return light.top <= top + 1 && light.bottom >= bottom - 1;
      }, await part.elementHandle());
    };

    await button("Present").click();
    await says(sentence, "Press ✕ beside an attribute");
    await check("at first");
    await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
    await check("a draft");
    await button("Remove").click();
    await says(sentence, "Removing OrderOpenDate from O-1003 cost 5 write units: 4 for Orders and 1 for OpenOrders.");
    assert.match(await clock.getByLabel("Speed of the clock").locator("option:checked").innerText(), /30× slower/);
    const leaving = entry("OpenOrders", "O-1003");
    await says(leaving, "leaves in");
    await isLit(leaving);
    await check("an entry that leaves");
    assert.deepEqual(await violations(page), []);
    await gone(region("ByTotal"));

    // The keys of a remote control, wherever the focus is.
    await page.keyboard.press("PageDown");
    await says(leaving, "no OrderOpenDate");
    await page.keyboard.press("PageUp");
    await page.keyboard.press("PageUp");
    await says(sentence, "Press ✕ beside an attribute");
    await page.keyboard.press("PageDown");
    await says(sentence, "Removing OrderOpenDate");
    await check("an earlier moment");
    await page.keyboard.press("PageDown");
    await says(region("OpenOrders"), "2 of 10");

    await page.keyboard.press("Escape");
    await button("Share").waitFor();
    assert.equal(await button("Present").evaluate((it) => it === document.activeElement), true);
    const speed = clock.getByLabel("Speed of the clock").locator("option:checked");
    assert.match(await speed.innerText(), /10× slower/, "the speed of a presentation is not kept");
  });
}

journey("an address begins a presentation, and its QR code has the link without it", { width: 1280, height: 720, reducedMotion: "reduce" }, async ({ page, context }) => {
  await page.goto(`${await address()}?present=1`);
  await page.getByRole("button", { name: "Enlarge the QR code" }).click();
  const code = page.getByRole("img", { name: "QR code of this sandbox" });
  await code.waitFor();
  const link = await decodedCode(page, code);
  assert.ok(link.startsWith(`${await address()}#`), link);
  assert.deepEqual(await violations(page), []);

  const other = await context.newPage();
  await other.goto(link);
  await other.getByRole("button", { name: "Share", exact: true }).waitFor();
  await sandbox(other).item("C1, O-1003").waitFor();

  // Escape closes the code first.
  await page.keyboard.press("Escape");
  await gone(code);
  const light = page.locator("css=.spotlight");
  assert.equal(await light.evaluate((it) => getComputedStyle(it).transitionDuration), "0s");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Share", exact: true }).waitFor();
});

journey("paper has the design, the last receipt and the link, in light colours and without controls", { width: 794, height: 1123, colorScheme: "dark" }, async ({ page }) => {
  const { button, item } = sandbox(page);
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await button("Undo").waitFor({ state: "detached" });
  // The browser says the same before it prints.
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const paper = page.getByRole("article", { name: "The sandbox on paper" });
  await paper.waitFor();
  const rows = await paper.getByRole("row").allInnerTexts();
  assert.deepEqual(
    rows.slice(1).map((row) => row.split(/\s*\t\s*/).slice(0, 4)),
    [
      ["Orders", "CustomerId S", "OrderId S", "ALL"],
      ["OpenOrders GSI · SPARSE", "CustomerId", "OrderOpenDate", "INCLUDE Total"],
      ["ByTotal LSI", "CustomerId", "Total", "KEYS_ONLY"],
    ],
  );
  await says(paper, "Removing OrderOpenDate from O-1003 cost 5 write units");
  await says(paper, "3,560 B ÷ 1,024 = 3.48 → 4");
  assert.match(await paper.getByRole("link").getAttribute("href"), /^http.+#/);
  await paper.getByRole("img", { name: "QR code of this sandbox" }).waitFor();
  // A word of the glossary is a button on the screen.
  assert.deepEqual(await page.getByRole("button").allInnerTexts(), ["5 write units"]);
  for (const role of ["textbox", "combobox", "contentinfo", "banner"]) {
    assert.equal(await page.getByRole(role).count(), 0, `no ${role} on paper`);
  }
  const [paperColor, ink] = await paper.evaluate((it) => [getComputedStyle(document.body).backgroundColor, getComputedStyle(it).color]);
  assert.deepEqual([paperColor, ink], ["rgb(255, 255, 255)", "rgb(28, 33, 40)"]);

  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  await gone(paper);
  await button("Share").waitFor();
});

/** Texts of the presentation that are smaller than 21 pixels. Runs in the page. */
function smallTexts() {
  const small = [];
  const walker = document.createTreeWalker(document.querySelector(".frame"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement: element } = walker.currentNode;
    const isShown = element.checkVisibility({ visibilityProperty: true }) && !element.closest(".visually-hidden, .skip");
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (data.trim() !== "" && isShown && size < 21) small.push(`“${data.trim()}” has ${size} pixels`);
  }
  return small;
}
