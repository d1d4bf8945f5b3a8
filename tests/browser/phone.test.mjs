// The first minutes on a phone: what a visitor came for is in view, a change is seen where it happens, and everything can be
// pressed with a thumb.

import assert from "node:assert/strict";
import { address, journey, violations } from "./harness.mjs";
import { faultsOfLayout } from "./layout.mjs";
import { card, experiment, gone, lesson, linkOf, sandbox, says, send } from "./sandbox.mjs";

/** The part of a screen that the keyboard of a phone leaves. */
const ABOVE_KEYBOARD = 420;

const PHONES = [
  { width: 390, height: 844, rows: 5 },
  { width: 360, height: 740, rows: 5 },
  { width: 320, height: 693, rows: 5 },
  { width: 320, height: 568, rows: 3 },
];

/** Whether nothing covers an element, and all of it is in the window. Runs in the page. */
function isInView(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const isWithin = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
  const places = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y]));
  const isSeen = ([x, y]) => {
    const found = document.elementFromPoint(x, y);
    return Boolean(found) && (element.contains(found) || found.contains(element));
  };
  return isWithin && places.every(isSeen);
}

/** Waits until an element is in view. */
async function seen(locator, what) {
  const element = await locator.elementHandle();
  await locator.page().waitForFunction(isInView, element).catch(() => assert.fail(`${what} is not in view`));
}

/** Shows the page as it is above a keyboard, or with another visible height. */
async function openKeyboard(page, height = ABOVE_KEYBOARD) {
  await page.evaluate((height) => {
    Object.defineProperty(visualViewport, "height", { value: height, configurable: true });
    visualViewport.dispatchEvent(new Event("resize"));
  }, height);
}

/** Fails unless all of an element is above the keyboard. */
async function isAboveKeyboard(locator, what) {
  const { y, height } = await locator.boundingBox();
  assert.ok(y >= 0 && y + height <= ABOVE_KEYBOARD, `${what} ends at ${y + height}`);
  await seen(locator, what);
}

/**
 * What is shown for a thumb and is smaller than 44 pixels, a sentence each. Runs in the page: below a dialog nothing can be
 * pressed.
 */
function smallTargets() {
  const small = [];
  const around = document.querySelector("dialog[open]") ?? document;
  for (const control of around.querySelectorAll("button, select, input, [role=button], summary, a")) {
    // A term in a sentence is as high as the sentence, and the label of a hidden field is what is pressed.
    const isInText = control.closest(".term, .visually-hidden, .skip") || control.matches(".link, p a, .menu-item > input, [type=checkbox], [type=radio], [type=range]");
    if (isInText || control.getBoundingClientRect().width === 0 || !control.checkVisibility({ visibilityProperty: true })) continue;
    control.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, width, height } = control.getBoundingClientRect();
    // What looks smaller may be pressed beyond its edges.
    const isHit = (x, y) => control.contains(document.elementFromPoint(x, y));
    const span = Array.from({ length: 88 }, (_, by) => by - 44);
    const high = span.filter((by) => isHit(left + width / 2, top + height / 2 + by)).length;
    const wide = span.filter((by) => isHit(left + width / 2 + by, top + height / 2)).length;
    const isCovered = high === 0;
    if (!isCovered && ((Math.round(width) < 43 && wide < 42) || (Math.round(height) < 43 && high < 42))) {
      small.push(`${control.ariaLabel ?? control.textContent} ${control.className}: ${Math.round(width)} x ${Math.round(height)}`);
    }
  }
  return small;
}

for (const { width, height, rows } of PHONES) {
  journey(`the first change is in view from the ✕ to its reason, ${width} x ${height}`, { width, height, hasTouch: true }, async ({ page }) => {
    const { button, entry, item, itemKey, region } = sandbox(page);
    const bar = await page.getByRole("banner").boundingBox();
    assert.ok(bar.height <= 48, `the head of the page has one line: ${bar.height}`);
    const guide = region("First steps");
    assert.ok((await guide.boundingBox()).height <= 48, "the guide has one line");
    const keys = await page.locator(".item-key").all();
    const inView = await Promise.all(keys.map((key) => key.evaluate(isInView)));
    assert.ok(inView.filter(Boolean).length >= rows, `${inView.filter(Boolean).length} rows are in view`);
    const remove = item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" });
    await seen(remove, "the ✕ of the index key");
    await seen(itemKey("C1, O-1003"), "the key of the item");
    await seen(region("OpenOrders").getByRole("heading", { name: "OpenOrders" }), "the heading of the index");
    await says(guide, "OrderOpenDate");
    assert.deepEqual(await violations(page), []);

    await remove.click();
    await seen(button("Remove"), "the button that removes");
    await seen(button("Cancel"), "the button that does not");
    await button("Remove").click();
    const leaving = entry("OpenOrders", "O-1003");
    await says(leaving, "leaves in");
    await seen(page.getByRole("contentinfo").getByText(/5\sWCU/).first(), "the units");
    await seen(leaving, "the entry that leaves");
    assert.ok((await leaving.boundingBox()).height <= 46, "the row keeps its height");
    await says(leaving, "no OrderOpenDate");
    await seen(leaving.getByText("no OrderOpenDate"), "the reason");
    const covered = await leaving.evaluate((row) => {
      const boxes = [...row.querySelectorAll("code, .entry-state > span")].map((it) => it.getBoundingClientRect());
      const meet = (one, other) => other.left < one.right - 1 && one.left < other.right - 1 && other.top < one.bottom - 4 && one.top < other.bottom - 4;
      return boxes.some((one, at) => boxes.slice(at + 1).some((other) => meet(one, other)));
    });
    assert.equal(covered, false, "the reason covers no value");
  });
}

journey("an item is added above the keyboard of a phone", { width: 390, height: 844, hasTouch: true }, async ({ page }) => {
  const { button, field, itemKey } = sandbox(page);
  await button("+ Item").click();
  await field("Value of CustomerId").waitFor();
  await openKeyboard(page);
  const form = page.getByRole("region", { name: "New item" });
  for (const name of ["Cancel", "Put item"]) await isAboveKeyboard(form.getByRole("button", { name, exact: true }), name);
  await field("Value of CustomerId").fill("C1");
  await field("Value of OrderId").fill("O-2000");
  await isAboveKeyboard(field("Value of OrderId"), "the field");
  for (const name of ["Cancel", "Put item"]) await isAboveKeyboard(form.getByRole("button", { name, exact: true }), name);
  await form.getByRole("button", { name: "Put item", exact: true }).click();
  await itemKey("C1, O-2000").waitFor();
});

for (const [width, height] of [[390, 844], [360, 740], [320, 640]]) {
  journey(`an attribute that other items have is added by a press, and its item is seen to enter the index, ${width} x ${height}`, { width, height, hasTouch: true, speed: 100 }, async ({ page }) => {
    const { button, entry, field, item, itemKey, region } = sandbox(page);
    await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
    await button("Remove").click();
    await says(region("First steps"), "Remove another");
    await button("+ Item").click();
    const form = region("New item");
    await field("Value of CustomerId").fill("C1");
    await field("Value of OrderId").fill("O-2000");
    await says(form, "Not in OpenOrders: no OrderOpenDate");
    assert.equal(await form.getByRole("button", { name: /^\+ / }).first().textContent(), "+ OrderOpenDate");
    await form.getByRole("button", { name: "+ OrderOpenDate", exact: true }).click();
    const date = field("Value of OrderOpenDate");
    await page.waitForFunction((it) => it === document.activeElement, await date.elementHandle());
    assert.equal(await form.getByRole("button", { name: "+ OrderOpenDate", exact: true }).count(), 0);
    await date.fill("2024-05-09");
    await says(form, "Will enter OpenOrders");
    await openKeyboard(page);
    await isAboveKeyboard(date, "the field");
    await isAboveKeyboard(button("Put item"), "Put item");
    await button("Put item").click();
    await openKeyboard(page, height);
    const arriving = entry("OpenOrders", "O-2000");
    await seen(itemKey("C1, O-2000"), "the new item");
    await seen(arriving, "the entry that arrives");
    await seen(page.getByRole("button", { name: /^Read now from OpenOrders/ }), "the button that reads the index");
    await says(region("First steps"), "The clock waits");
    await seen(button("Let it arrive"), "the button that lets it arrive");
    await button("Let it arrive").click();
    await gone(arriving.getByText("arrives in"));
  });
}

for (const [width, height] of [[390, 844], [320, 640]]) {
  journey(`a value is edited above the keyboard of a phone, ${width} x ${height}`, { width, height, hasTouch: true }, async ({ page }) => {
    const { attribute, button, field, region } = sandbox(page);
    await attribute("C1, O-1004", "Total").click();
    const total = field("Value of Total");
    await page.waitForFunction((it) => it === document.activeElement, await total.elementHandle());
    for (const name of ["Cancel", "Save"]) await seen(button(name), name);
    await openKeyboard(page);
    await isAboveKeyboard(total, "the field");
    for (const name of ["Cancel", "Save"]) await isAboveKeyboard(button(name), name);
    await total.fill("21");
    await isAboveKeyboard(button("Save"), "Save");
    await button("Save").click();
    await openKeyboard(page, height);
    await says(region("ByTotal"), "21");
  });
}

journey("a query runs above the keyboard of a phone", { width: 390, height: 844, hasTouch: true }, async ({ page }) => {
  const { button, field, why } = sandbox(page);
  await button("Query").click();
  await field("Value of CustomerId").waitFor();
  await openKeyboard(page);
  await isAboveKeyboard(field("Value of CustomerId"), "the field");
  await isAboveKeyboard(button("Run"), "Run");
  await button("Run").click();
  await says(why, /Count\s*8/);
});

journey("a question of a lesson is answered above the keyboard of a phone, and its text folds", { width: 390, height: 844, hasTouch: true }, async ({ page }) => {
  const { button } = sandbox(page);
  await button("Learn").click();
  await page.getByRole("button", { name: /^A row that is not there/ }).click();
  const { panel, button: inLesson } = lesson(page);
  const answer = panel.getByRole("textbox");
  await answer.click();
  await openKeyboard(page);
  await answer.scrollIntoViewIfNeeded();
  await isAboveKeyboard(answer, "the answer");
  await answer.fill("4.5");
  await page.keyboard.press("Enter");
  await says(panel, "You predicted");
  await openKeyboard(page, 844);
  await seen(inLesson("Next step"), "Next step");
  const fold = inLesson("Text of the step");
  const rows = async () => {
    const keys = await page.locator(".item-key").all();
    return (await Promise.all(keys.map((key) => key.evaluate(isInView)))).filter(Boolean).length;
  };
  await page.keyboard.press("Escape");
  const before = await rows();
  assert.ok(before >= 1, "an item is in view beside a lesson");
  await fold.click();
  assert.equal(await fold.getAttribute("aria-expanded"), "false");
  assert.ok(await rows() > before, "more items are in view");
  await seen(inLesson("Next step"), "Next step, folded");
  assert.deepEqual(await violations(page), []);
  await inLesson("Next step").click();
  await says(panel, "How many entries");
  await says(page.getByRole("region", { name: "OpenOrders", exact: true }), "Shown after your prediction");
  assert.ok(await rows() >= 2, "what covers the answer leaves room for items");
  await answer.fill("3");
  await page.keyboard.press("Enter");
  await says(panel, "You predicted");
  await seen(page.getByRole("region", { name: "OpenOrders", exact: true }).getByRole("heading", { name: "OpenOrders" }), "the index that the question was about");
});

for (const width of [390, 360, 320]) {
  journey(`no mark of a step is seen below the buttons of a lesson, ${width}`, { width, height: 740, hasTouch: true }, async ({ page }) => {
    await sandbox(page).button("Learn").click();
    await page.getByRole("button", { name: /^A row that is not there/ }).click();
    const { panel, button } = lesson(page);
    await button("Text of the step").waitFor();
    const covers = await panel.getByRole("button").evaluateAll((all) => {
      const fold = all.find((it) => it.ariaLabel === "Text of the step" || it.textContent === "Text of the step");
      const { left, right, top, bottom } = fold.getBoundingClientRect();
      return [0.2, 0.5, 0.8].every((part) => fold.contains(document.elementFromPoint(left + (right - left) * part, (top + bottom) / 2)));
    });
    assert.ok(covers, "the button that folds the text is whole");
  });
}

journey("a link is copied above the keyboard of a phone", { width: 390, height: 844, hasTouch: true }, async ({ page }) => {
  const { button, field } = sandbox(page);
  await button("Share").click();
  await field("Link").click();
  await openKeyboard(page);
  await isAboveKeyboard(field("Link"), "the link");
  await isAboveKeyboard(button("Copy link"), "Copy link");
});

journey("who sends requests is chosen beside the table of a phone", { fragment: "#example=champions", width: 390, height: 844, hasTouch: true }, async ({ page }) => {
  const { button } = sandbox(page);
  await button("Table menu").click();
  await button("Callers…").click();
  const dialog = page.getByRole("dialog", { name: "Callers" });
  await dialog.getByRole("button", { name: "+ Caller", exact: true }).click();
  await dialog.getByLabel("Name of caller 1", { exact: true }).fill("Padma");
  await dialog.getByRole("button", { name: "Own rows only", exact: true }).click();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await gone(dialog);
  const sender = page.getByRole("combobox", { name: "Who sends requests" });
  await seen(sender, "who sends requests");
  await sender.selectOption("as the owner");
  await button("Undo: Send requests as the owner").waitFor();
});

journey("a user of a phone swipes from index to index", { width: 390, height: 844, hasTouch: true }, async ({ page, context }) => {
  const { region } = sandbox(page);
  const { x, y, width } = await region("OpenOrders").boundingBox();
  const browser = await context.newCDPSession(page);
  const touch = (type, at) => browser.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [{ x: at, y: y + 60 }] });
  await touch("touchStart", x + width - 20);
  for (let by = 40; by <= 280; by += 20) await touch("touchMove", x + width - 20 - by);
  await touch("touchEnd");
  const heading = region("ByTotal").getByRole("heading", { name: "ByTotal" });
  await page.waitForFunction((it) => it.getBoundingClientRect().right < innerWidth, await heading.elementHandle());
  await seen(heading, "the heading of the other index");
});

journey("a phone on its side shows the ✕, the index and what ends an edit", { width: 844, height: 390, hasTouch: true }, async ({ page }) => {
  const { button, entry, item, region } = sandbox(page);
  const remove = item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" });
  await seen(remove, "the ✕ of the index key");
  await seen(region("OpenOrders").getByRole("heading", { name: "OpenOrders" }), "the heading of the index");
  await remove.click();
  for (const name of ["Cancel", "Remove"]) await seen(button(name), name);
  await button("Remove").click();
  const leaving = entry("OpenOrders", "O-1003");
  await says(leaving, "leaves in");
  await seen(leaving, "the entry that leaves");
  await seen(page.getByRole("contentinfo").getByText(/5\sWCU/).first(), "the units");
});

journey("a query, a filter and JSON are in the menu of the table of a phone", { width: 390, height: 844, hasTouch: true }, async ({ page }) => {
  const { button, field, region } = sandbox(page);
  await button("Query").click();
  await openKeyboard(page);
  await page.getByRole("button", { name: /^Run/ }).first().waitFor();
  await button("Table menu").click();
  await button("The selected item as JSON").click();
  await page.getByLabel("Item as JSON").waitFor();
  await button("Cancel").click();
  await field("Filter items").click();
  await field("Filter items").fill("O-2001");
  await page.getByText("1 of 10 items").waitFor();
  assert.ok((await field("Filter items").boundingBox()).width > 200, "a filter that is used has room");
});

journey("what a phone has behind ⋯ is reached and left by keys and by touch", { width: 390, height: 844, hasTouch: true }, async ({ page }) => {
  const { button, workspace } = sandbox(page);
  const more = page.getByRole("button", { name: "More", exact: true });
  assert.equal(await page.getByRole("button", { name: "Share", exact: true }).count(), 0);
  await more.press("Enter");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Learn", exact: true }).waitFor({ state: "hidden" });
  assert.ok(await more.evaluate((it) => it === document.activeElement));
  await workspace("Load").click();
  await page.getByRole("button", { name: "Share", exact: true }).waitFor({ state: "hidden" });
  await page.getByRole("main", { name: "Load" }).waitFor();
  await button("Learn").click();
  await button("Open the example: Cups and champions").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await button("Share").click();
  await button("Copy link").waitFor();
});

journey("everything on a phone can be pressed with a thumb, and a pull does not reload it", { width: 390, height: 844, hasTouch: true }, async ({ page }) => {
  const { button, entry, item, itemKey } = sandbox(page);
  const tooSmall = () => page.evaluate(smallTargets);
  assert.deepEqual(await tooSmall(), []);
  await itemKey("C1, O-1003").click();
  assert.deepEqual(await tooSmall(), [], "a selected item");
  await button("+ Item").click();
  assert.deepEqual(await tooSmall(), [], "a new item");
  await page.getByRole("button", { name: "More", exact: true }).click();
  assert.deepEqual(await tooSmall(), [], "⋯");
  await page.keyboard.press("Escape");
  await button("Cancel").click();
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await says(entry("OpenOrders", "O-1003"), "leaves in");
  assert.deepEqual(await tooSmall(), [], "a removal");
  await page.getByRole("button", { name: "Why?" }).click();
  assert.deepEqual(await tooSmall(), [], "a receipt");
  await page.keyboard.press("Shift+ArrowLeft");
  await button("Return to now").waitFor();
  assert.deepEqual(await tooSmall(), [], "an earlier moment");
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY), "none");
});

for (const [width, height] of [[390, 844], [360, 740], [320, 568]]) {
  journey(`Load, Design, Learn and dialogs are pressed with a thumb, and show all of a number, ${width} x ${height}`, { width, height, hasTouch: true }, async ({ page }) => {
    const { button, field, workspace } = sandbox(page);
    const check = async (what) => {
      assert.deepEqual(await page.evaluate(smallTargets), [], what);
      const faults = await page.evaluate(faultsOfLayout);
      assert.deepEqual(faults.filter((fault) => fault.includes("number") || fault.includes("sideways")), [], what);
    };
    await workspace("Load").click();
    await check("Load");
    await experiment(page, "One hot key");
    await page.locator("details:not([open]) > summary").evaluateAll((all) => all.filter((it) => it.checkVisibility()).forEach((it) => it.click()));
    await check("Load after a run");
    await workspace("Design").click();
    await button("+ Query OpenOrders").click();
    await page.getByRole("form", { name: "Access pattern" }).waitFor();
    await check("Design with a pattern");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.locator("details:not([open]) > summary").evaluateAll((all) => all.filter((it) => it.checkVisibility()).forEach((it) => it.click()));
    await check("Design after all is open");
    await workspace("Explore").click();
    await button("Learn").click();
    await button("Open the example: Cups and champions").waitFor();
    await check("Learn");
    await page.keyboard.press("Escape");
    await button("Share").click();
    await button("Copy link").waitFor();
    for (const tab of ["Link", "Embed", "Picture", "File"]) {
      await page.getByRole("dialog").getByRole("tab", { name: tab }).or(page.getByRole("dialog").getByRole("button", { name: tab, exact: true })).first().click();
      await check(`Share, ${tab}`);
    }
    await page.keyboard.press("Escape");
    for (const [entry, title] of [["New table…", "New table"], ["Callers…", "Callers"], ["Entities…", "Entities of Orders"], ["Import items…", "Import items"]]) {
      await button("Table menu").click();
      await button(entry).click();
      await page.getByRole("dialog", { name: title }).waitFor();
      if (entry === "New table…") await button("+ Global index").click();
      await check(title);
      await page.keyboard.press("Escape");
    }
  });
}

journey("a second press on undo takes back what was done before, and one on the last moment goes further back", { width: 390, height: 844, hasTouch: true }, async ({ page }) => {
  const { button, item } = sandbox(page);
  for (const key of ["C1, O-1003", "C1, O-1006"]) {
    await item(key).getByRole("button", { name: "Remove OrderOpenDate" }).click();
    await button("Remove").click();
    await gone(button("Remove"));
  }
  const twice = async (control, after) => {
    const { x, y, width, height } = await control.boundingBox();
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await after.waitFor();
    const now = await control.boundingBox();
    assert.deepEqual([now.x, now.y], [x, y], "it stays below the thumb");
  };
  await twice(button("Previous event (←)"), button("Return to now"));
  await button("Return to now").click();
  await gone(button("Return to now"));
  await twice(page.getByRole("button", { name: /^Undo/ }), page.getByRole("button", { name: /^Redo: / }));
});

journey("a press on ✕ moves the page no farther than its button needs", { width: 390, height: 844, hasTouch: true }, async ({ page }) => {
  const { button, item, region } = sandbox(page);
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  const remove = button("Remove");
  await page.waitForFunction((it) => it === document.activeElement, await remove.elementHandle());
  await seen(remove, "Remove");
  const { y, height } = await remove.boundingBox();
  const { y: end } = await region("OpenOrders").boundingBox();
  assert.ok(end - (y + height) < 60, `the button ends at ${y + height}, and the indexes begin at ${end}`);
});

journey("a run is stopped on a phone without scrolling", { width: 390, height: 844, hasTouch: true }, async ({ page }) => {
  const { workspace, button } = sandbox(page);
  await workspace("Load").click();
  await card(page, "One hot key").click();
  const pause = button("Pause");
  await pause.click();
  await seen(button("Stop"), "what ends the run");
  await page.mouse.move(195, 500);
  await page.mouse.wheel(0, 600);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await seen(button("Stop"), "what ends the run, further down");
  assert.deepEqual(await violations(page), []);
  await button("Stop").click();
  await button("Stop").waitFor({ state: "detached" });
});

for (const width of [390, 320]) {
  journey(`the words of the notice of a link are within its button, ${width}`, { width, height: 640, hasTouch: true }, async ({ page }) => {
    const link = await linkOf(page);
    await page.goto((await address()) + link);
    const keep = sandbox(page).button("Keep a copy");
    await keep.waitFor();
    const [words, box] = await keep.evaluate((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      return [range.getBoundingClientRect().width, button.clientWidth];
    });
    assert.ok(words <= box, `${words} of ${box}`);
  });
}

journey("the form of a new item has room for the names of the table, on a phone", { width: 390, height: 844, hasTouch: true }, async ({ page }) => {
  const { button, region } = sandbox(page);
  await button("+ Item").click();
  const form = region("New item");
  await form.getByRole("button", { name: "+ Attribute", exact: true }).click();
  const name = form.getByLabel("Attribute name", { exact: true });
  await name.fill("OrderOpenDate");
  assert.ok(await name.evaluate((field) => field.scrollWidth <= field.clientWidth), "the name is not cut");
});

journey("the sheet of the last operation begins at its top, and Escape closes it before the item below it", { width: 390, height: 844, hasTouch: true }, async ({ page }) => {
  const { button, item, itemKey, why } = sandbox(page);
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  const open = page.getByRole("button", { name: "Why?" });
  await open.click();
  const scrolled = () => why.evaluate((sheet) => sheet.scrollTop);
  await why.evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight));
  assert.ok(await scrolled() > 0);
  await page.keyboard.press("Escape");
  await why.waitFor({ state: "hidden" });
  assert.equal(await itemKey("C1, O-1003").getAttribute("aria-expanded"), "true", "the item is still selected");
  await item("C1, O-1006").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await open.click();
  await says(why, "O-1006");
  assert.equal(await scrolled(), 0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.locator("[aria-expanded=true].item-key").waitFor({ state: "detached" });
});

journey("Escape closes the sheet of the table, and nothing below it", { width: 390, height: 844, hasTouch: true }, async ({ page }) => {
  const { button, itemKey } = sandbox(page);
  await itemKey("C1, O-1001").click();
  await page.getByRole("button", { name: /^C1, O-1001/, expanded: true }).waitFor();
  await button("Table menu").click();
  const isOpen = () => page.evaluate(() => document.querySelectorAll(":popover-open").length);
  assert.equal(await isOpen(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await isOpen(), 0);
  assert.equal(await itemKey("C1, O-1001").getAttribute("aria-expanded"), "true");
});

journey("the words for a table without indexes begin within the window, on a phone", { width: 390, height: 844, hasTouch: true }, async ({ page }) => {
  const request = { TableName: "Log", BillingMode: "PAY_PER_REQUEST", AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }], KeySchema: [{ AttributeName: "id", KeyType: "HASH" }] };
  await send(page, "CreateTable", request);
  await page.keyboard.press("Escape");
  await page.getByRole("navigation", { name: "Tables" }).getByRole("button", { name: "Log" }).click();
  const words = page.getByText("This table has no index.");
  await words.waitFor();
  const [left, right] = await words.evaluate((it) => [it.getBoundingClientRect().left, it.getBoundingClientRect().right]);
  assert.ok(left >= 0 && right <= 390, `${left} to ${right}`);
});
