// Takes a WebAssembly module apart into the parts that `static/unpack.mjs` joins: `node take-apart.mjs MODULE PARTS`.
//
// The module that comes back is the same but for hints of alignment, or this fails.

import { readFileSync, writeFileSync } from "node:fs";
import * as unpack from "../static/unpack.mjs";

/** Magic number and version. */
const PREAMBLE_BYTES = 8;

const [source, target] = process.argv.slice(2);
const module = readFileSync(source);
const parts = takenApart(module);
if (!module.equals(unpack.joined(parts))) throw new Error("the parts do not join to what they were");
writeFileSync(target, parts);

/** The parts of a module, after their lengths. The module gets natural alignments. */
function takenApart(bytes) {
  const module = new unpack.Tape(bytes);
  const parts = Array.from({ length: unpack.PART_COUNT }, () => new unpack.Tape(new Uint8Array(bytes.length)));
  const nowhere = new unpack.Tape(new Uint8Array(bytes.length));
  const move = {
    byte: (kind) => module.byte(parts[kind]),
    number: (kind) => module.number(parts[kind]),
    constant() {
      const start = module.position;
      module.number(nowhere);
      const following = module.next();
      module.position = start;
      module.number(parts[unpack.I32 + following]);
    },
    align(natural) {
      if (bytes[module.position] > natural) throw new Error(`no alignment of a load or store at ${module.position}`);
      bytes[module.position++] = natural;
    },
  };
  let kind = unpack.BEFORE;
  parts[kind].put(bytes.subarray(0, PREAMBLE_BYTES));
  module.position = PREAMBLE_BYTES;
  while (module.position < bytes.length) {
    const start = module.position;
    const section = module.byte(nowhere);
    const size = module.number(nowhere);
    const end = module.position + size;
    if (section === unpack.CODE_SECTION) {
      kind = unpack.AFTER;
      for (let count = module.number(parts[unpack.DECLARATION]); count > 0; count--) {
        module.number(nowhere);
        unpack.moveFunction(move);
      }
    } else {
      parts[kind].put(bytes.subarray(start, end));
      module.position = end;
    }
  }
  const lengths = Buffer.alloc(4 * parts.length);
  parts.forEach(({ position }, kind) => lengths.writeUInt32LE(position, 4 * kind));
  return Buffer.concat([lengths, ...parts.map((part) => part.written())]);
}
