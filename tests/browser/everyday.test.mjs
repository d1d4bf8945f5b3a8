// What must work in every browser and window size: the page starts, an edit is previewed, made, explained and
// reaches its index, and work is still there after a reload. `driver.mjs` says how a browser and a size are chosen.

import assert from "node:assert/strict";
import { click, elementFrame, fill, find, findByText, gone, journey, reload, says, visitDocs } from "./driver.mjs";

journey("the page starts with an example that fits the window", async (page) => {
  await findByText(page, "tbody", "O-1001");
  await says(await find(page, "region", "OpenOrders"), "3 of 10");
  await fits(page);
});

journey("an edit is previewed, explained, and pending until it arrives", async (page) => {
  await click(page, "button", "Pause the clock");
  const order = await findByText(page, "tbody", "O-1003");
  await click(order, "button", "Remove OrderOpenDate");
  await says(order, "5 WCU");
  await says(order, "Will leave OpenOrders");
  await fits(page);
  await click(order, "button", "Remove");

  await showLastOperation(page);
  const why = await find(page, "region", "Last operation");
  await says(why, "write units");
  await says(why, "larger of before and after: 3,560 B ÷ 1,024 = 3.48 → 4");
  await says(why, "entry 55 B ÷ 1,024 = 0.05 → 1");
  await fits(page);

  const index = await find(page, "region", "OpenOrders");
  const entry = await findByText(index, "tr", "O-1003");
  await says(entry, "leaves in 0.2 s");
  await click(page, "button", "Step to the next change");
  await gone(entry);
  await says(index, "2 of 10");
  await fits(page);
});

journey("work is stored, and is still there after a reload", async (page) => {
  await (await findByText(page, "button", "O-1001")).click();
  await click(page, "button", "+ Attribute");
  await fill(page, "textbox", "Attribute name", "OrderOpenDate");
  await fill(page, "textbox", "Value of OrderOpenDate", "2024-05-09");
  await click(page, "button", "Save");
  await says(await findByText(page, "tbody", "O-1001"), "2024-05-09");
  for (let time = 0; time < 2; time += 1) {
    await reload(page);
    await says(await findByText(page, "tbody", "O-1001"), "2024-05-09");
    await says(await find(page, "region", "OpenOrders"), "4 of 10");
  }
});

journey("an element in a page of docs shows what a request of that page costs", async (page) => {
  const body = (address) => `
    <script type="module" src="${address}embed/sparse-box.js"></script>
    <sparse-box title="Open orders" view="table,gsi:OpenOrders"><table><tr><td>O-1003</td></tr></table></sparse-box>`;
  await visitDocs(page, body, async () => {
    const frame = await elementFrame(page, "sparse-box");
    const units = await page.evaluate(async () => {
      const box = document.querySelector("sparse-box");
      const operation = new Promise((resolve) => box.addEventListener("sparsebox-operation", ({ detail }) => resolve(detail)));
      await box.run("UpdateItem", {
        TableName: "Orders",
        Key: { CustomerId: { S: "C1" }, OrderId: { S: "O-1003" } },
        UpdateExpression: "REMOVE OrderOpenDate",
      });
      return (await operation).writeUnits;
    });
    assert.equal(units, 5);
    await says(await find(frame, "region", "OpenOrders"), "2 of 10");
    await fits(page);
    await fits(frame);
  });
});

/** Opens the last operation where the window has no room for it beside the table. */
async function showLastOperation(page) {
  const why = await page.$(`xpath/.//footer//button[contains(., "Why?") or contains(., "Result")]`);
  if (await why?.isVisible()) await why.click();
}

/** The page is no wider than the window: it does not scroll sideways. */
async function fits(page) {
  const [wide, seen] = await page.evaluate(() => [document.scrollingElement.scrollWidth, window.innerWidth]);
  assert.ok(wide <= seen, `the page is ${wide} wide, and the window ${seen}`);
}
