// Prints what each crate, and each module of our crates, adds to a WebAssembly module that has names: bytes of code,
// plain and with brotli.
//
// Brotli compresses each part separately, so the parts add up to a little more than the whole. A function belongs to the
// first of our modules that its name contains, because a generic function is compiled for it; otherwise to its crate.

import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const OURS = /\b(engine|playground|web)::(?:\w+::)?\w+/;
const CRATE = /[a-z_][a-z0-9_]*(?=::)/;

/** Ids of sections, the kind of an import that is a function, and the part of the names that names functions. */
const [CUSTOM, IMPORT, CODE, DATA] = [0, 2, 10, 11];
const [FUNCTION, TABLE, MEMORY, GLOBAL] = [0, 1, 2, 3];
const FUNCTION_NAMES = 1;

/** Reads the binary format of WebAssembly from front to back. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  isAtEnd() {
    return this.at >= this.bytes.length;
  }

  byte() {
    this.at += 1;
    return this.bytes[this.at - 1];
  }

  /** LEB128, unsigned. */
  number() {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  limits() {
    const hasMax = this.byte() & 1;
    this.number();
    if (hasMax) this.number();
  }

  part(length) {
    this.at += length;
    return new Reader(this.bytes.subarray(this.at - length, this.at));
  }

  text() {
    return Buffer.from(this.part(this.number()).bytes).toString();
  }
}

const bytes = readFileSync(process.argv[2]);
const { functions, names, data } = readModule(bytes);
if (names.size === 0) throw new Error(`${process.argv[2]} has no names`);

const parts = new Map();
for (const [index, code] of functions) {
  const part = partOf(names.get(index) ?? "");
  parts.set(part, [...(parts.get(part) ?? []), code]);
}
parts.set("(data: texts, tables)", data);

const rows = [...parts].map(([name, codes]) => {
  const all = Buffer.concat(codes);
  return { name, plain: all.length, brotli: brotliCompressSync(all).length };
});
rows.sort((left, right) => right.brotli - left.brotli);
const sum = (rows, size) => rows.reduce((total, row) => total + row[size], 0);
const print = (name, plain, brotli) => console.log(String(plain).padStart(10) + String(brotli).padStart(10) + `  ${name}`);
console.log("     plain    brotli");
const shown = rows.filter(({ brotli }) => brotli >= 1_000);
shown.forEach(({ name, plain, brotli }) => print(name, plain, brotli));
const rest = rows.filter(({ brotli }) => brotli < 1_000);
print(`${rest.length} smaller parts`, sum(rest, "plain"), sum(rest, "brotli"));
print("in all, each part by itself", sum(rows, "plain"), sum(rows, "brotli"));

/** `web::panel::cost` for our code, `yew` for that of others. */
function partOf(name) {
  const ours = OURS.exec(name);
  if (ours) return ours[0].split("::").slice(0, 3).join("::");
  const crate = CRATE.exec(name)?.[0];
  return crate ?? "(without a crate)";
}

/** The code and the name of each function, by its index, and the data. */
function readModule(bytes) {
  const reader = new Reader(bytes, 8);
  const found = { functions: [], names: new Map(), data: [] };
  let imported = 0;
  while (!reader.isAtEnd()) {
    const id = reader.byte();
    const section = reader.part(reader.number());
    if (id === IMPORT) imported = countImports(section);
    if (id === CODE) {
      const count = section.number();
      for (let index = 0; index < count; index += 1) {
        found.functions.push([imported + index, section.part(section.number()).bytes]);
      }
    }
    if (id === DATA) found.data.push(section.bytes);
    if (id === CUSTOM && section.text() === "name") readNames(section, found.names);
  }
  return found;
}

function countImports(section) {
  let functions = 0;
  for (let left = section.number(); left > 0; left -= 1) {
    section.text();
    section.text();
    const kind = section.byte();
    if (kind === FUNCTION) {
      functions += 1;
      section.number();
    } else if (kind === TABLE) {
      section.byte();
      section.limits();
    } else if (kind === MEMORY) {
      section.limits();
    } else if (kind === GLOBAL) {
      section.byte();
      section.byte();
    } else {
      section.byte();
      section.number();
    }
  }
  return functions;
}

function readNames(section, names) {
  while (!section.isAtEnd()) {
    const id = section.byte();
    const part = section.part(section.number());
    if (id !== FUNCTION_NAMES) continue;
    for (let left = part.number(); left > 0; left -= 1) names.set(part.number(), part.text());
  }
}
