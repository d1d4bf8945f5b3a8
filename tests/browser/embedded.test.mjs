// Embeds, pictures and links in Chromium and in Firefox: what browsers do in different ways. `driver.mjs` chooses the browser.

import assert from "node:assert/strict";
import { address, click, elementFrame, fill, find, journey, says, visitDocs } from "./driver.mjs";
import { denyStorage } from "./hosts.mjs";
import { decodedCode } from "./qr.mjs";

const FALLBACK = "<table><tr><td>O-1003</td></tr></table>";

/** The headers of a page that is isolated, and allows Sparsebox only. */
const strict = (origin) => ({
  "Content-Security-Policy": `default-src 'none'; img-src data:; script-src ${origin}; frame-src ${origin}`,
  "Cross-Origin-Embedder-Policy": "require-corp",
});

const REMOVE = {
  TableName: "Orders",
  Key: { CustomerId: { S: "C1" }, OrderId: { S: "O-1003" } },
  UpdateExpression: "REMOVE OrderOpenDate",
};

/** Sends a request to an element, and returns what its event says. */
const run = (page, id, request) =>
  page.evaluate(
    async ([id, request]) => {
      const box = document.getElementById(id);
      const operation = new Promise((resolve) => box.addEventListener("sparsebox-operation", ({ detail }) => resolve(detail), { once: true }));
      await box.run("UpdateItem", request);
      return (await operation).writeUnits;
    },
    [id, request],
  );

journey("a strict and isolated page shows frames and elements, at once and by a press, without storage", async (page) => {
  await page.evaluateOnNewDocument(denyStorage);
  const body = (address) => `
    <h1>Strict</h1>
    <iframe id="frame" src="${address}index.html?view=table,gsi:OpenOrders" title="Frame" width="640" height="420"></iframe>
    <iframe id="opaque" src="${address}index.html?view=indexes" title="Opaque" width="640" height="420" sandbox="allow-scripts allow-popups"></iframe>
    <sparse-box id="shown" title="Shown" view="table,gsi:OpenOrders" height="420">${FALLBACK}</sparse-box>
    <sparse-box id="asked" title="Asked" view="lsi:ByTotal" load="click">${FALLBACK}</sparse-box>
    <script type="module" src="${address}embed/sparse-box.js"></script>`;
  const use = async () => {
    const frames = await Promise.all(["#frame", "#opaque"].map(async (id) => (await page.waitForSelector(id)).contentFrame()));
    for (const frame of frames) {
      await says(await find(frame, "region", "OpenOrders"), "3 of 10");
      assert.deepEqual(await frame.evaluate(() => window.storageUses), []);
    }
    assert.equal(await frames[1].evaluate(() => self.origin), "null");
    const shown = await elementFrame(page, "#shown");
    await says(await find(shown, "region", "OpenOrders"), "3 of 10");
    assert.equal(await run(page, "shown", REMOVE), 5);
    await says(await find(shown, "region", "OpenOrders"), "2 of 10");

    assert.equal(await page.$eval("#asked", (box) => box.shadowRoot.querySelector("iframe")), null, "it starts when it is asked to");
    assert.equal(await page.$eval("#asked table", (table) => table.checkVisibility()), true, "the fallback");
    const start = await page.evaluateHandle(() => document.getElementById("asked").shadowRoot.querySelector("button"));
    await start.click();
    const asked = await elementFrame(page, "#asked");
    await says(await find(asked, "region", "ByTotal"), "10 of 10");
  };
  await visitDocs(page, body, use, strict(new URL(address()).origin));
});

journey("an element works in a page without an origin", async (page) => {
  const body = (address) => `
    <sparse-box id="shown" title="Shown" view="table,gsi:OpenOrders" height="420">${FALLBACK}</sparse-box>
    <script type="module" src="${address}embed/sparse-box.js"></script>`;
  const use = async () => {
    assert.equal(await page.evaluate(() => self.origin), "null");
    const frame = await elementFrame(page, "#shown");
    assert.equal(await run(page, "shown", REMOVE), 5);
    await says(await find(frame, "region", "OpenOrders"), "2 of 10");
  };
  await visitDocs(page, body, use, { "Content-Security-Policy": "sandbox allow-scripts allow-popups" });
});

journey("of twenty elements on a page, those near the window run", async (page) => {
  const boxes = Array.from({ length: 20 }, (_, number) => `<sparse-box id="box${number}" title="Box ${number}" height="420"></sparse-box>`);
  const body = (address) => `${boxes.join("")}<script type="module" src="${address}embed/sparse-box.js"></script>`;
  await visitDocs(page, body, async () => {
    const running = () => page.evaluate(() => [...document.querySelectorAll("sparse-box")].filter((box) => box.shadowRoot?.querySelector("iframe")).length);
    await elementFrame(page, "#box0");
    assert.ok((await running()) <= 5, `${await running()} run at first`);
    for (const number of [8, 19]) {
      await page.$eval(`#box${number}`, (box) => box.scrollIntoView());
      const frame = await elementFrame(page, `#box${number}`);
      await says(await find(frame, "region", "OpenOrders"), "3 of 10");
    }
    assert.ok((await running()) <= 5, `${await running()} run at the end`);
  });
});

journey("a lesson in an element tells the page that a goal is reached", async (page) => {
  const body = (address) => `
    <sparse-box id="shown" lesson="open-orders" step="list" view="table,gsi:OpenOrders" title="Lesson">${FALLBACK}</sparse-box>
    <script type="module" src="${address}embed/sparse-box.js"></script>`;
  await visitDocs(page, body, async () => {
    const frame = await elementFrame(page, "#shown");
    const goal = page.evaluate(() => new Promise((resolve) => document.getElementById("shown").addEventListener("sparsebox-goal", ({ detail }) => resolve(detail))));
    await click(frame, "button", "Show me");
    assert.deepEqual(await goal, { event: "goal", lesson: "open-orders", step: "list", task: "oldest-first" });
  });
});

journey("a picture that is dropped, a QR code and a link of two designs open the sandbox that they show", async (page) => {
  const show = async (fragment) => {
    await page.goto("about:blank");
    await page.goto(address() + fragment);
    await find(page, "button", "Share");
  };
  await show("#example=champions");
  await page.evaluate(() => {
    window.saved = [];
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      window.saved.push(blob);
      return make(blob);
    };
    // A download takes the focus from the page in Firefox.
    HTMLAnchorElement.prototype.click = () => {};
  });
  await click(page, "button", "Share");
  await click(page, "button", "Picture");
  const files = [];
  for (const [button, name] of [["Save as SVG", "champions.svg"], ["Save as PNG", "champions.png"]]) {
    await click(page, "button", button);
    await page.waitForFunction((count) => window.saved.length > count, {}, files.length);
    files.push(await page.evaluate(async (name) => {
      const blob = window.saved.at(-1);
      const letters = Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte));
      return [name, blob.type, btoa(letters.join(""))];
    }, name));
  }
  await click(page, "button", "QR code");
  const code = await page.waitForSelector("dialog[open] [role=img]", { visible: true });
  const decoded = await decodedCode(page, code);
  assert.ok(decoded.startsWith(`${address()}#z2.`), decoded);

  for (const file of files) {
    await show("");
    await says(await find(page, "region", "OpenOrders"), "3 of 10");
    await page.evaluate(([name, type, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name, { type }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, file);
    await find(page, "region", "Champions");
  }

  await click(page, "button", "Sandbox");
  await (await page.waitForSelector("xpath/.//button[starts-with(normalize-space(.), 'Compare with a copy')]", { visible: true })).click();
  await find(page, "button", "Design A");
  await fill(page, "textbox", "Title of this sandbox", "Second");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.title === "Second");
  await click(page, "button", "Share");
  const link = await (await find(page, "textbox", "Link")).evaluate((field) => field.value);
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForFunction(() => document.title === "Second");
  await click(page, "button", "Design A");
  await page.waitForFunction(() => document.title === "Cups and champions");
});
