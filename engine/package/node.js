// The package in Node, which fetches no files: without an argument the program is read from the disk.

import { readFile } from "node:fs/promises";
import start from "./sparsebox.js";

export * from "./sparsebox.js";

export default async function init(options) {
  const program = new URL("sparsebox_bg.wasm", import.meta.url);
  return start(options ?? { module_or_path: await readFile(program) });
}
