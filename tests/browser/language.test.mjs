// Every word of the page comes from the catalogue: in the pseudo-language each text is marked at both ends, ⟦ and ⟧.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { journey } from "./harness.mjs";

const PSEUDO = "?language=en-XA";
const EXAMPLE = new URL("../../static/open-orders.json", import.meta.url);

/** What every language writes alike: DynamoDB's words, units and our name. */
const SAME = [
  "Sparsebox", "JSON", "Query", "Scan", "GetItem", "PutItem", "UpdateItem", "DeleteItem", "KB", "MB", "GB", "ms", "RCU", "WCU", "GSI", "LSI", "TTL", "BOOL", "NULL", "SS", "NS", "BS",
  "KEYS_ONLY", "INCLUDE", "ALL", "PAY_PER_REQUEST", "PROVISIONED",
  "ALL_NEW", "ALL_OLD", "INDEXES", "Key", "NONE", "SIZE", "TOTAL", "UPDATED_NEW", "UPDATED_OLD",
];

/** Names of operations and their members, such as `ReturnValues`. Those of a single English word are not among them. */
const NAMES = words(readFileSync(new URL("../api/service.txt", import.meta.url), "utf8")).filter((name) => /[a-z][A-Z]/.test(name));

journey("every word of the page comes from the catalogue", {}, async ({ page }) => {
  const address = page.url();
  await page.goto(address + PSEUDO);
  await page.locator("html[lang=en-XA]").waitFor();
  const navigation = page.getByRole("navigation").first();
  await navigation.waitFor();
  assert.match(await navigation.getAttribute("aria-label"), /^⟦.*⟧$/);
  const known = new Set([...SAME, ...NAMES, ...words(readFileSync(EXAMPLE, "utf8"))]);
  const found = new Map();
  const look = async (state) => {
    await page.locator("details").evaluateAll((all) => all.forEach((it) => (it.open = true)));
    for (const text of await page.evaluate(unmarked)) {
      const unknown = words(text).filter((word) => !known.has(word));
      if (unknown.length > 0 && !found.has(text)) found.set(text, state);
    }
  };
  await look("the page");
  for (const [key, state] of [["2", "Load"], ["3", "Design"], ["1", "Explore"]]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(100);
    await look(state);
  }
  for (const [key, state] of [["n", "a new item"], ["/", "a query"], ["?", "the keys"]]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(100);
    await look(state);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  }
  await page.getByRole("button", { name: /^OrderOpenDate / }).first().focus();
  await page.keyboard.press("Delete");
  await page.getByText("▲").first().waitFor();
  await look("a removal");
  await page.keyboard.press("Enter");
  await look("a receipt");
  const menus = page.locator("button[aria-expanded=false]:visible");
  for (let position = 0; position < (await menus.count()); position += 1) {
    await menus.nth(position).click();
    await look(`menu ${position}`);
    await page.keyboard.press("Escape");
  }
  assert.deepEqual(Object.fromEntries(found), {});
});

/** The words of a text; codes of regions, such as `eu-west-1`, are none. */
function words(text) {
  return text.replaceAll(/\b[a-z]{2}-[a-z]+-\d\b/g, "").match(/[A-Za-z][A-Za-z_]+/g) ?? [];
}

/** The texts of the page outside the marks, without code, data in fields, and passages that stay in English. */
function unmarked() {
  const skipped = "code, pre, textarea, script, style, noscript, dialog:not([open]), [lang=en], [translate=no]";
  const outside = (text) => {
    let depth = 0;
    let rest = "";
    for (const letter of text) {
      if (letter === "⟦") depth += 1;
      else if (letter === "⟧") depth -= 1;
      else if (depth === 0) rest += letter;
    }
    return rest;
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let depth = 0;
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    let text = "";
    for (const letter of data) {
      if (letter === "⟦") depth += 1;
      else if (letter === "⟧") depth -= 1;
      else if (depth === 0) text += letter;
    }
    if (!parentElement.closest(skipped)) found.push(text);
  }
  for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder], [aria-valuetext], [alt]")) {
    for (const name of ["aria-label", "title", "placeholder", "aria-valuetext", "alt"]) {
      if (element.hasAttribute(name) && !element.closest(skipped)) found.push(outside(element.getAttribute(name)));
    }
  }
  return found.map((text) => text.trim()).filter((text) => text !== "");
}
