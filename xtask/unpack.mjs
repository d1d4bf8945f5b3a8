// Unpacks each file that is named into one that ends in `.unpacked`, as the page would: `node unpack.mjs UNPACKER FILE…`.
// What is refused has none.

import { readFileSync, writeFileSync } from "node:fs";
import { unpacking } from "../static/unpack.mjs";

/** Chunks end anywhere, as they do on their way to a page. */
const CHUNK_BYTES = 997;

const [unpacker, ...files] = process.argv.slice(2);
const { module } = await WebAssembly.instantiate(readFileSync(unpacker));
for (const file of files) {
  const packed = readFileSync(file);
  const { take, finish } = unpacking((await WebAssembly.instantiate(module)).exports);
  try {
    for (let start = 0; start < packed.length; start += CHUNK_BYTES) take(packed.subarray(start, start + CHUNK_BYTES));
    writeFileSync(`${file}.unpacked`, finish());
  } catch (error) {
    console.log(`${file}: ${error.message}`);
  }
}
