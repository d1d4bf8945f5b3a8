// The published page on nginx from Debian, with the file `nginx.conf` of the page, below a path of its host and in folders of versions.

import assert from "node:assert/strict";
import { once } from "node:events";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, get } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { SITE } from "./environment.mjs";
import { journey } from "./harness.mjs";
import { elementFrame, frameOf, headersIn } from "./hosts.mjs";
import { serveByNginx } from "./nginx.mjs";
import { removeAndSee, sandbox, says } from "./sandbox.mjs";
import { MEDIA_TYPES, POLICY } from "./site.mjs";

/** The page below a path, and without the module for brotli. */
const PAGE = "/tools/sparsebox/";
const PLAIN = "/plain/";

/** The versions of the page. */
const PINNED = "/versions/1.4.0/";
const LATEST = "/versions/latest/";

let nginx;
let versions;
/** A page of docs, on another port and so of another origin. */
let docs;

before(async () => {
  versions = await mkdtemp(join(tmpdir(), "sparsebox-versions-"));
  for (const name of ["1.4.0", "latest"]) {
    const folder = join(versions, name);
    await cp(SITE, folder, { recursive: true });
    await mark(folder, name);
  }
  nginx = await serveByNginx({
    [PAGE]: { folder: SITE, brotli: true },
    [PLAIN]: { folder: SITE },
    [PINNED]: { folder: join(versions, "1.4.0"), brotli: true },
    [LATEST]: { folder: join(versions, "latest"), brotli: true },
  });
});

after(async () => {
  docs?.close();
  await nginx?.close();
  await rm(versions, { recursive: true });
});

/** Gives the page of a folder a mark, by which the journey knows its version. */
async function mark(folder, version) {
  const html = await readFile(join(folder, "index.html"), "utf8");
  await writeFile(join(folder, "index.html"), html.replace("<head>", `<head><meta name="version" content="${version}">`));
  for (const end of [".br", ".gz"]) await rm(join(folder, `index.html${end}`), { force: true });
}

/** Requests a path as a client that accepts one encoding. Nothing is decoded. */
async function request(path, encoding = "identity") {
  const [response] = await once(get(`${nginx.address}${path}`, { headers: { "Accept-Encoding": encoding }, agent: false }), "response");
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, body };
}

/** The headers that the file `_headers` gives to any path, in small letters. */
const NAMES = [
  "access-control-allow-origin",
  "cache-control",
  "content-security-policy",
  "cross-origin-embedder-policy",
  "cross-origin-resource-policy",
  "x-content-type-options",
];

test("each file has the headers that _headers gives to it, its type, and its content in each encoding", async () => {
  const headersOf = headersIn(await readFile(join(SITE, "_headers"), "utf8"));
  const entries = await readdir(SITE, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(SITE.length + 1));
  const shown = files.filter((name) => ![".br", ".gz"].includes(extname(name)) && !["_headers", "nginx.conf"].includes(name));
  assert.ok(shown.length > 30, `${shown.length} files`);
  for (const name of shown) {
    const expected = Object.fromEntries(Object.entries(headersOf(`/${name}`)).map(([key, value]) => [key.toLowerCase(), value]));
    assert.deepEqual(Object.keys(expected).sort(), NAMES, `${name} in _headers`);
    const file = await readFile(join(SITE, name));
    for (const [path, accepted, encoding] of [
      [PAGE, "identity", undefined],
      [PAGE, "gzip", "gzip"],
      [PAGE, "gzip, br", "br"],
      [PLAIN, "gzip, br", "gzip"],
    ]) {
      const { status, headers, body } = await request(`${path}${name}`, accepted);
      const about = `${path}${name} as ${accepted}`;
      assert.equal(status, 200, about);
      assert.equal(headers["content-type"], MEDIA_TYPES[extname(name)], about);
      assert.deepEqual(Object.fromEntries(NAMES.map((name) => [name, headers[name]])), expected, about);
      const isCompressed = files.includes(`${name}.gz`);
      assert.equal(headers["content-encoding"], isCompressed ? encoding : undefined, about);
      const decode = { br: brotliDecompressSync, gzip: gunzipSync }[headers["content-encoding"]] ?? ((body) => body);
      assert.ok(decode(body).equals(file), `${about}: the content`);
      if (isCompressed) assert.equal(headers.vary, "Accept-Encoding", about);
    }
  }
});

test("the documentation, the headers and the journeys have the same policy", async () => {
  const headersOf = headersIn(await readFile(join(SITE, "_headers"), "utf8"));
  assert.equal(headersOf("/index.html")["Content-Security-Policy"], POLICY);
  const guide = await readFile(new URL("../../static/docs/hosting.md", import.meta.url), "utf8");
  assert.ok(guide.includes(`\nContent-Security-Policy: ${POLICY}\n`));
});

test("the folder shows its page, and a folder without its slash leads to it", async () => {
  const { status, headers, body } = await request(PAGE);
  assert.deepEqual([status, headers["cache-control"]], [200, "no-cache"]);
  assert.ok(body.equals(await readFile(join(SITE, "index.html"))));
  const folder = await request(`${PAGE}lessons`);
  assert.deepEqual([folder.status, folder.headers.location], [301, `${PAGE}lessons/`]);
});

test("a file that is missing is an error that is not stored, which pages of other origins can read", async () => {
  for (const name of ["none.js", "web-0123456789abcdef_bg.wasm", "lessons/none.lesson"]) {
    const { status, headers } = await request(`${PAGE}${name}`, "gzip, br");
    assert.equal(status, 404, name);
    assert.match(headers["content-type"], /^text\/html/, name);
    assert.equal(headers["cache-control"], undefined, name);
    assert.equal(headers["access-control-allow-origin"], "*", name);
  }
});

/** Serves a page of docs that is isolated from other origins and allows Sparsebox only, and returns its address. */
async function serveDocs(body) {
  docs?.close();
  const policy = `default-src 'none'; img-src data:; script-src ${nginx.address}; frame-src ${nginx.address}`;
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy, "Cross-Origin-Embedder-Policy": "require-corp" };
  const html = `<!doctype html><html lang="en"><head><title>Docs</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;
  docs = createServer((_, response) => response.writeHead(200, headers).end(html)).listen(0, "127.0.0.1");
  await once(docs, "listening");
  // Another name of this machine, so that it is another site as well.
  return `http://localhost:${docs.address().port}/`;
}

const frame = (path, title, more = "") =>
  `<iframe src="${nginx.address}${path}index.html?view=table,gsi:OpenOrders" title="${title}" width="640" height="420" ${more}></iframe>`;

journey("a frame of an opaque origin and an element work in an isolated page of another site", { url: "about:blank", waitForProgram: false }, async ({ page }) => {
  const address = await serveDocs(`${frame(PAGE, "Sandboxed", 'sandbox="allow-scripts allow-popups"')}
    <sparse-box view="table,gsi:OpenOrders" title="Element" height="420"></sparse-box>
    <script type="module" src="${nginx.address}${PAGE}embed/sparse-box.js"></script>`);
  await page.goto(address);
  assert.equal(await page.evaluate(() => crossOriginIsolated), false, "COEP alone isolates from other origins, not from popups");
  const sandboxed = await frameOf(page, "Sandboxed");
  assert.equal(await sandboxed.evaluate(() => self.origin), "null");
  await removeAndSee(sandboxed, (button) => button.click());
  await removeAndSee(await elementFrame(page, "sparse-box"), (button) => button.press("Enter"));
});

journey("two versions of the page are side by side, and a new one changes only what names the latest", { url: "about:blank", waitForProgram: false }, async ({ page }) => {
  const address = await serveDocs(`${frame(PINNED, "Pinned")} ${frame(LATEST, "Latest")}
    <sparse-box view="table,gsi:OpenOrders" title="Element" height="420"></sparse-box>
    <script type="module" src="${nginx.address}${PINNED}embed/sparse-box.js"></script>`);
  const versionsOf = async () => {
    await page.goto(address);
    const frames = [await frameOf(page, "Pinned"), await frameOf(page, "Latest"), await elementFrame(page, "sparse-box")];
    for (const frame of frames) await says(sandbox(frame).region("OpenOrders"), "3 of 10");
    return { frames, versions: await Promise.all(frames.map((frame) => frame.evaluate(() => document.querySelector("meta[name=version]").content))) };
  };
  const first = await versionsOf();
  assert.deepEqual(first.versions, ["1.4.0", "latest", "1.4.0"]);
  for (const [position, folder] of [PINNED, LATEST, PINNED].entries()) {
    const full = await first.frames[position].getByRole("link", { name: "Open full" }).evaluate((link) => link.href);
    assert.ok(full.startsWith(`${nginx.address}${folder}`), full);
  }
  await removeAndSee(first.frames[0], (button) => button.click());
  await removeAndSee(first.frames[1], (button) => button.click());

  const latest = join(versions, "latest");
  await rm(latest, { recursive: true });
  await cp(SITE, latest, { recursive: true });
  await mark(latest, "1.5.0");
  assert.deepEqual((await versionsOf()).versions, ["1.4.0", "1.5.0", "1.4.0"]);
});
