#!/usr/bin/env node
// Runs the command `sparsebox`, which is compiled to WebAssembly, with the files of this machine.

import { readFile } from "node:fs/promises";

// Node warns each time that its support for WASI may change.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  if (!String(warning).includes("WASI")) emitWarning.call(process, warning, ...rest);
};
const { WASI } = await import("node:wasi");

// Windows has no folder that contains all others: there, only files below the working folder can be named.
const isWindows = process.platform === "win32";
const wasi = new WASI({
  version: "preview1",
  args: ["sparsebox", ...process.argv.slice(2)],
  env: { ...process.env, PWD: isWindows ? "/" : process.cwd() },
  preopens: { "/": isWindows ? "." : "/" },
});
const program = await WebAssembly.compile(await readFile(new URL("sparsebox.wasm", import.meta.url)));
const instance = await WebAssembly.instantiate(program, wasi.getImportObject());
process.exitCode = wasi.start(instance);
