// The report on a design: files that say what Design says, and paper.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { journey } from "./harness.mjs";
import { sandbox, says } from "./sandbox.mjs";

journey("a design is sent as a report, as files for a spreadsheet, and on paper", {}, async ({ page, context }) => {
  const { button } = sandbox(page);
  await button("Design").click();
  await button("+ GetItem Orders").click();
  await button("Save").click();
  const sum = await page.getByText(/ a month at this load\.$/).innerText();
  const saved = async (name) => {
    const download = page.waitForEvent("download");
    await button(name).click();
    const file = await download;
    return { name: file.suggestedFilename(), path: await file.path() };
  };
  const html = await saved("Report as HTML");
  assert.equal(html.name, "a-row-that-is-not-there-report.html");
  const report = await context.newPage();
  await report.setContent(await readFile(html.path, "utf8"));
  await says(report.locator("body"), sum);
  await says(report.locator("section").filter({ hasText: "Patterns" }), "GetItem Orders");
  assert.ok(await report.locator("figure svg").isVisible(), "the design is drawn");
  assert.match(await report.getByRole("link", { name: /#/ }).getAttribute("href"), /#/);
  await report.close();

  const bill = await readFile((await saved("Bill as CSV")).path, "utf8");
  assert.match(bill, /^table,store,writes,reads,storage,total,at least,currency\r\nOrders,Orders,0,0\.\d+,/);
  const patterns = await readFile((await saved("Patterns as CSV")).path, "utf8");
  assert.match(patterns, /\r\nGetItem Orders,GetItem,/);
  const markdown = await readFile((await saved("Report as Markdown")).path, "utf8");
  assert.match(markdown, /^# A row that is not there\n\n## The bill\n/);

  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const paper = page.getByRole("article", { name: "Report" });
  await says(paper, sum);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
});
