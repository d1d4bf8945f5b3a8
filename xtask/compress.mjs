// Writes a `.br` and a `.gz` beside each file of a folder that compresses well.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const EXTENSIONS = new Set([".css", ".html", ".js", ".json", ".md", ".svg", ".txt", ".wasm"]);

const folder = process.argv[2];
for (const name of readdirSync(folder, { recursive: true })) {
  if (!EXTENSIONS.has(extname(name))) continue;
  const path = join(folder, name);
  const bytes = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(bytes));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
