// Unpacks each file that is named into one that ends in `.unpacked`, as the page would. What is refused has none.

import { readFileSync, writeFileSync } from "node:fs";
import { decoder } from "../static/unpack.mjs";

/** Chunks end anywhere, as they do on their way to a page. */
const CHUNK_BYTES = 997;

for (const file of process.argv.slice(2)) {
  const packed = readFileSync(file);
  const { take, finish } = decoder();
  try {
    for (let start = 0; start < packed.length; start += CHUNK_BYTES) take(packed.subarray(start, start + CHUNK_BYTES));
    writeFileSync(`${file}.unpacked`, finish());
  } catch (error) {
    console.log(`${file}: ${error.message}`);
  }
}
