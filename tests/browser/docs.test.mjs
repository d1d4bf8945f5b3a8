// A page that MkDocs has built, with the snippet of an embed in its Markdown. `cargo xtask test --stage docs` builds the site.

import assert from "node:assert/strict";
import { DOCS_SITE } from "./environment.mjs";
import { journey } from "./harness.mjs";
import { DOCS, frameOf, serveFolder, serveSparsebox } from "./hosts.mjs";
import { gone, sandbox, says } from "./sandbox.mjs";

async function prepare(context) {
  await serveSparsebox(context);
  await serveFolder(context, `${DOCS}/`, DOCS_SITE);
}

journey("an entry leaves its index in a page of MkDocs", { url: `${DOCS}/`, waitForProgram: false, prepare }, async ({ page }) => {
  await page.getByRole("heading", { name: "Sparse indexes" }).waitFor();
  assert.match(await page.locator("meta[name=generator]").or(page.locator("footer")).first().evaluate((it) => it.content ?? it.innerText), /mkdocs/i);
  const frame = await frameOf(page, "Open orders in Sparsebox");
  const { button, region, item, entry } = sandbox(frame);
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  const leaving = entry("OpenOrders", "O-1003");
  await says(leaving, "leaves in");
  await gone(leaving.getByText("leaves in"));
  await says(region("OpenOrders"), "2 of 10");
});
