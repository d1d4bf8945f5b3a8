// The page is accessible: axe finds nothing wrong, the focus is never lost, and the page fits each window.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { announces, gone, sandbox, says, openExample } from "./sandbox.mjs";

const EXAMPLES = ["A row that is not there", "Cups and champions", "In and out of the index", "Both directions"];
const WORKSPACES = ["Load", "Design", "Explore"];

for (const [screen, width, colorScheme] of [
  ["desktop", 1440, "light"],
  ["desktop", 1440, "dark"],
  ["phone", 390, "light"],
  ["phone", 390, "dark"],
]) {
  journey(`axe finds nothing wrong in any sandbox, ${colorScheme}, ${screen}`, { width, colorScheme }, async ({ page }) => {
    for (const example of EXAMPLES) {
      await openExample(page, example);
      for (const workspace of WORKSPACES) {
        await sandbox(page).workspace(workspace).click();
        await check(page, `${example}, ${workspace}`);
      }
    }
  });
}

for (const [screen, width, colorScheme] of [
  ["desktop", 1440, "light"],
  ["phone", 390, "dark"],
]) {
  journey(`axe finds nothing wrong with each panel open, ${screen}`, { width, colorScheme }, async ({ page }) => {
    for (const [state, reach] of Object.entries(STATES)) {
      await reach(page, sandbox(page));
      await check(page, state);
    }
  });
}

/** What may lie open, each reached from the one before. */
const STATES = {
  "a pending removal": async (page, { item }) => {
    await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  },
  "an entry on its way": async (page, { button }) => {
    await button("Pause the clock").click();
    await button("Remove").click();
    await announces(page, "OpenOrders follows");
  },
  "a rejected cell": async (page, { attribute, field, item }) => {
    await attribute("C1, O-1006", "OrderOpenDate").click();
    await field("Type").selectOption("N");
    await field("Value of OrderOpenDate").fill("x");
    await says(item("C1, O-1006"), "ValidationException");
  },
  "an item as JSON": async (page, { button, field }) => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "JSON", exact: true }).last().click();
    await field("Item as JSON").fill("{");
  },
  "a new item": async (page, { button }) => {
    await page.keyboard.press("Escape");
    await button("+ Item").click();
  },
  "a query and its result": async (page, { button, field }) => {
    await page.keyboard.press("Escape");
    await button("Query").click();
    await button("+ Filter").click();
    await button("Remove the filter").click();
    await button("Run").click();
    await page.getByText("ScannedCount").waitFor();
  },
  "the request of a query": async (page, { why }) => {
    await why.getByText("Request", { exact: true }).click();
    await why.getByRole("region", { name: "Reply" }).waitFor();
    await page.keyboard.press("Escape");
  },
  "the menu of the sandbox": async (page, { button }) => {
    await button("Sandbox").click();
  },
  "the dialog to share": async (page, { button }) => {
    await page.keyboard.press("Escape");
    await button("Share").click();
  },
  "the recorder": async (page, { button }) => {
    await page.keyboard.press("Escape");
    await button("Learn").click();
    await button("Record a lesson").click();
    await page.getByRole("dialog").getByRole("button", { name: "Ask what it costs" }).first().click();
  },
  "the design of a table": async (page, { button }) => {
    await page.keyboard.press("Escape");
    await button("Sandbox").click();
    await button("New table…").click();
    await button("+ Global index").click();
  },
};

journey("the focus is never lost", {}, async ({ page }) => {
  const { button, field, item, itemKey, attribute, region } = sandbox(page);
  const dialog = page.getByRole("dialog");

  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await isOn(button("Remove"), "a removal that is about to be confirmed");
  await isDescribed(button("Remove"), "Will leave OpenOrders");
  await page.keyboard.press("Escape");
  await isOn(itemKey("C1, O-1003"), "a removal that was cancelled");
  await attribute("C1, O-1003", "Total").click();
  await isOn(field("Value of Total"), "a cell that is edited");
  await page.keyboard.press("Enter");
  await isOn(itemKey("C1, O-1003"), "an edit without a change");
  await item("C1, O-1003").getByRole("button", { name: "Delete" }).click();
  await isOn(button("Delete"), "a deletion that is about to be confirmed");
  await page.keyboard.press("Enter");
  await gone(itemKey("C1, O-1003"));
  await isOn(page.getByRole("heading", { name: "Orders" }), "a deleted item");

  await button("+ Item").press("Enter");
  await isOn(field("Value of CustomerId"), "a new item");
  await page.keyboard.press("Escape");
  await isInside(page.getByRole("main"), "a new item that was cancelled");

  await button("Sandbox").press("Enter");
  await page.keyboard.press("Escape");
  await isOn(button("Sandbox"), "a menu that was closed");
  await button("Sandbox").press("Enter");
  await button("New table…").press("Enter");
  await isOn(field("Table name"), "a dialog");
  await page.keyboard.press("Escape");
  await gone(dialog);
  await isOn(button("Sandbox"), "a dialog that was closed");
  await region("Indexes").getByRole("button", { name: "Change the design…" }).press("Enter");
  await isInside(dialog, "a dialog");
  await button("Cancel").press("Enter");
  await gone(dialog);
  await isOn(region("Indexes").getByRole("button", { name: "Change the design…" }), "a dialog that was cancelled");
  await page.keyboard.press("?");
  await isInside(dialog, "the keys");
  await page.keyboard.press("Escape");
  await gone(dialog);
  await isOn(region("Indexes").getByRole("button", { name: "Change the design…" }), "the keys that were closed");
  await button("Help").press("Enter");
  await button("Glossary").press("Enter");
  await isInside(dialog, "the glossary");
  await page.keyboard.press("Escape");
  await gone(dialog);
  await isOn(button("Help"), "the glossary that was closed");
  await button("Learn").press("Enter");
  await button("Record a lesson").press("Enter");
  await isInside(dialog, "the recorder");
  await page.keyboard.press("Escape");
  await gone(dialog);
  await isOn(button("Learn"), "the recorder that was closed");
  await button("GSI · SPARSE").press("Enter");
  await isInside(dialog, "a term of the glossary");
  await page.keyboard.press("Escape");
  await gone(dialog);
  await isOn(button("GSI · SPARSE"), "a term that was closed");

  await button("Query").press("Enter");
  await isOn(field("Value of CustomerId"), "a query");
  await page.keyboard.press("Escape");
  await isInside(page.getByRole("main"), "a query that was closed");
  await page.keyboard.press("Control+z");
  await itemKey("C1, O-1003").waitFor();
  await isInside(page.getByRole("main"), "an undo");
  await itemKey("C1, O-1003").focus();
  for (const key of ["2", "3", "1"]) {
    await page.keyboard.press(key);
    await isInside(page.getByRole("main"), `another workspace, by ${key}`);
  }
});

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [720, 420],
  [390, 844],
  [320, 640],
]) {
  journey(`the page fits ${width} pixels`, { width, height }, async ({ page }) => {
    const { button, item } = sandbox(page);
    const fits = async (what) => {
      const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
      assert.ok(wide <= width, `${what} is ${wide} pixels wide`);
    };
    await fits("the sandbox");
    await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
    await fits("a draft");
    await button("Remove").click();
    for (const workspace of WORKSPACES) {
      await sandbox(page).workspace(workspace).click();
      await fits(workspace);
    }
    await button("+ Item").click();
    await fits("a new item");
    for (const menu of ["Sandbox", "Share"]) {
      await button(menu).click();
      await fits(menu);
      await page.keyboard.press("Escape");
    }
    await button("Sandbox").click();
    await button("New table…").click();
    await fits("the dialog");
  });
}

journey("nothing moves when reduced motion is requested", { reducedMotion: "reduce" }, async ({ page }) => {
  const { button, item, entry } = sandbox(page);
  await button("Pause the clock").click();
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await entry("OpenOrders", "O-1003").waitFor();
  // What only follows a scroll does not move by itself.
  const moving = await page.evaluate(() => document.getAnimations().filter((it) => it.playState === "running" && it.timeline === document.timeline).length);
  assert.equal(moving, 0);
});

journey("edges remain distinguishable in forced colours", { forcedColors: "active" }, async ({ page }) => {
  const { entry } = sandbox(page);
  const edge = (row) => {
    const parts = [row, ...row.children];
    return parts.map((part) => getComputedStyle(part).borderLeftStyle).find((style) => style !== "none");
  };
  assert.equal(await entry("OpenOrders", "O-1003").evaluate(edge), "dashed");
  assert.equal(await entry("ByTotal", "O-1003").evaluate(edge), "double");
});

async function check(page, what) {
  assert.deepEqual(await violations(page), [], what);
}

/** Whoever listens hears what a button would do before pressing it. */
async function isDescribed(button, words) {
  const id = await button.getAttribute("aria-describedby");
  await says(button.page().locator(`[id="${id}"]`), words);
}

async function isOn(part, after) {
  await focusGoesTo(part, (element) => element === document.activeElement, after);
}

async function isInside(part, after) {
  await focusGoesTo(part, (element) => element.contains(document.activeElement), after);
}

/** The focus moves once the page is drawn, so a moment may pass. */
async function focusGoesTo(part, isThere, after) {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (await part.first().evaluate(isThere)) return;
    await part.page().evaluate(() => new Promise(requestAnimationFrame));
  }
  const focused = await part.page().evaluate(() => document.activeElement.outerHTML.slice(0, 100));
  assert.fail(`after ${after} the focus is on ${focused}`);
}
