// Pictures of a sandbox: made by the page, and dropped on it again.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { journey, started, violations } from "./harness.mjs";
import { gone, sandbox, says } from "./sandbox.mjs";

/** Drops a file on a page, as from another window. */
async function drop(page, name, type, bytes) {
  const data = await page.evaluateHandle(
    ([name, type, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name, { type }));
      return transfer;
    },
    [name, type, bytes.toString("base64")],
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

async function save(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button }).click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

journey("a picture of a sandbox opens it when it is dropped, as SVG and as PNG", { acceptDownloads: true }, async ({ page, context }) => {
  const { button, region, item, entry } = sandbox(page);
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await gone(entry("OpenOrders", "O-1003").getByText("leaves in"));
  await button("Share").click();
  await button("Picture").click();
  const dialog = page.getByRole("dialog", { name: "Share this sandbox" });
  const picture = dialog.getByRole("img", { name: "A row that is not there" });
  await picture.waitFor();
  const [width, height] = await picture.evaluate(async (image) => {
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });
  assert.ok(width === 960 && height > 400, `${width} x ${height}`);
  assert.deepEqual(await violations(page, "dialog[open]"), []);
  const svg = await save(page, "Save as SVG");
  const png = await save(page, "Save as PNG");
  assert.deepEqual([svg.name, png.name], ["a-row-that-is-not-there.svg", "a-row-that-is-not-there.png"]);
  const faultOfXml = await page.evaluate((text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror")?.textContent, svg.bytes.toString());
  assert.equal(faultOfXml, undefined);

  for (const [file, type] of [
    [svg, "image/svg+xml"],
    [png, "image/png"],
  ]) {
    const other = await context.newPage();
    await other.goto(page.url().split("#")[0]);
    await started(other);
    await says(sandbox(other).region("OpenOrders"), "3 of 10");
    await drop(other, file.name, type, file.bytes);
    await says(sandbox(other).region("OpenOrders"), "2 of 10");
    assert.match(other.url(), /#z/);
    await other.close();
  }

  // The menu opens pictures as files, too.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await says(region("OpenOrders"), "3 of 10");
  await button("Sandbox").click();
  await page.getByLabel("Open a file…").setInputFiles({ name: png.name, mimeType: "image/png", buffer: png.bytes });
  await says(region("OpenOrders"), "2 of 10");

  const converted = Buffer.from(png.bytes.toString("latin1").replace("sparsebox", "something"), "latin1");
  await drop(page, "converted.png", "image/png", converted);
  await page.getByText("This picture contains no sandbox.").waitFor();
  await says(region("OpenOrders"), "2 of 10");
});
