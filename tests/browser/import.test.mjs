// Items are imported from text: pasted, typed, chosen as a file or dropped. What becomes of them is shown before, and one undo takes
// them back.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { announces, gone, sandbox, says } from "./sandbox.mjs";

const CSV = `CustomerId,OrderId,Total,OrderOpenDate,Paid
C7,O-3001,40,2026-05-01,true
C7,O-3002,12.5,,false
C7,O-3003,99.99,2026-05-03,true
C1,O-1001,1,,true
C7,,5,2026-05-04,true
`;

const dialog = (page) => page.getByRole("dialog", { name: "Import items into Orders" });

journey("pasted CSV is previewed, imported as one step, queried in an index, and undone", {}, async ({ page }) => {
  const { button, field, region, why, workspace } = sandbox(page);
  await says(region("OpenOrders"), "3 of 10");
  await paste(page, CSV);
  const form = dialog(page);
  await says(form, "5 rows");
  await says(form, "1 row is not imported");
  await says(form, /Line 6.*OrderId/);
  await says(form, "adds 3 items");
  await says(form, "replaces 1 item");
  await says(form, "OpenOrders: 2 entries");
  assert.equal(await form.getByLabel("What Paid becomes").inputValue(), "Boolean");
  await form.getByLabel("What Paid becomes").selectOption("String");
  await says(form.getByRole("row", { name: /^Paid/ }), "true");
  assert.deepEqual(await violations(page), []);

  const price = await form.locator("#import-preview p").first().innerText();
  await form.getByRole("button", { name: "Import 4 items" }).click();
  await gone(form);
  await says(why, "4 requests: 3 new items, 1 replaced.");
  const units = price.match(/[\d.,]+/)[0];
  await says(why, units);
  await says(region("Orders"), "13 items");
  await announces(page, "write unit");

  await button("Query OpenOrders").click();
  await field("Value of CustomerId").fill("C7");
  await says(region("OpenOrders"), "5 of 13");
  await button("Run").click();
  await says(why, /Count\s*2/);
  await says(why, "O-3001");

  await page.reload();
  await says(region("Orders"), "13 items");
  await button(/^Undo/).click();
  await says(region("Orders"), "10 items");
  await says(region("OpenOrders"), "3 of 10");
  assert.equal(await workspace("Explore").count(), 1);
});

journey("a file is chosen, what cannot be read is named with its line, and the rest is imported", {}, async ({ page }) => {
  const { button, region } = sandbox(page);
  await button("Table menu").click();
  await button("Import items…").click();
  const form = dialog(page);
  assert.ok(await form.getByRole("button", { name: "Import", exact: true }).isDisabled());
  const text = form.getByLabel("The text to import");
  await text.fill("hello");
  await says(form, "The first line, hello, is read as the names of columns");
  await choose(form, "items.json", '{"CustomerId":"C8","OrderId":"1","Note":"‹3500›"}\n{"CustomerId": oops}\n{"CustomerId":"C8","OrderId":2}\n');
  await says(form, "items.json");
  await says(form, "2 rows are not imported");
  await says(form, /Line 2.*Not JSON/);
  await says(form, /Line 3.*OrderId/);
  await form.getByRole("button", { name: "Import 1 item" }).click();
  await gone(form);
  await says(region("Orders"), "11 items");

  await drop(page, "binary.bin", "\u0001\u0002\u0000\u0003");
  await says(dialog(page), "This is not text");
  await page.keyboard.press("Escape");
  await gone(dialog(page));
  await says(region("Orders"), "11 items");

  // A sandbox is opened, whatever its file is called.
  for (const name of ["tasks.sparsebox (1).json", "renamed.json"]) {
    await drop(page, name, JSON.stringify({ v: 1, title: name, tables: [] }));
    await page.waitForFunction((title) => document.title === title, name);
  }
});

journey("many items are imported with progress, and cancelling writes nothing", { width: 390, height: 844 }, async ({ page }) => {
  const { button, region } = sandbox(page);
  const rows = Array.from({ length: 20_000 }, (_, row) => `C${row % 50},O-9${row},${row},2026-05-01`);
  await button("Table menu").click();
  await button("Import items…").click();
  await choose(dialog(page), "many.csv", `CustomerId,OrderId,Total,OrderOpenDate\n${rows.join("\n")}\n`);
  await says(dialog(page), "adds 20,000 items");
  assert.deepEqual(await violations(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
  await dialog(page).getByRole("button", { name: "Import 20,000 items" }).click();
  await says(dialog(page), "If you cancel, nothing is written.");
  await dialog(page).getByRole("button", { name: "Cancel", exact: true }).click();
  await announces(page, "Nothing was written.");
  await dialog(page).getByRole("button", { name: "Import 20,000 items" }).click();
  await gone(dialog(page));
  await says(region("Orders"), "20,010 items");
});

/** Pastes a text outside of any field. */
async function paste(page, text) {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/** Drops a file on the page. */
async function drop(page, name, content) {
  await page.evaluate(([name, content]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, [name, content]);
}

async function choose(form, name, content) {
  await form.getByLabel("Choose a file…").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
}
