// Serves a built site as a plain static host would: somewhere below the root, so that only relative addresses work.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const BASE = "/below/any/path/";

/** The policy under which the page runs. `docs/hosting.md` recommends it to hosts. */
export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'";

/** The types of files by the ends of their names. */
export const MEDIA_TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".lesson": "text/plain; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ts": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

/**
 * Serves `folder` on a free port of this machine; returns its address and a way to end it. `headers` go with every
 * file, and `onRequest` is called with the path of each request. With `compressed`, a file that has a `.br` beside it is sent as that. With `hold`, `{ from, until }`, the
 * document arrives in two parts: what begins with the text `from` is sent when the promise `until` is resolved.
 */
export async function serve(folder, headers = { "Content-Security-Policy": POLICY }, { compressed = false, hold, onRequest = () => {} } = {}) {
  const server = createServer(async ({ url }, response) => {
    const path = new URL(url, "http://localhost").pathname;
    onRequest(path);
    const name = path === BASE ? "index.html" : path.slice(BASE.length);
    try {
      if (!path.startsWith(BASE)) throw new Error("outside the site");
      const file = join(folder, normalize(`/${name}`));
      const brotli = compressed ? await readFile(`${file}.br`).catch(() => null) : null;
      const body = brotli ?? (await readFile(file));
      if (brotli) response.setHeader("Content-Encoding", "br");
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader("Content-Type", MEDIA_TYPES[extname(name)] ?? "application/octet-stream");
      const cut = hold && name === "index.html" ? body.indexOf(hold.from) : 0;
      if (cut > 0) {
        response.write(body.subarray(0, cut));
        await hold.until;
      }
      response.end(body.subarray(cut));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}${BASE}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
