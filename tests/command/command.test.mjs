// The command `sparsebox` as others install it: from a package of npm, and by cargo. Both are run in an empty folder.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

const { PACKAGE, PROGRAM } = process.env;

const GOOD = `# Orders

<iframe src="https://sparsebox.example/?view=table,gsi:OpenOrders" title="Open orders"></iframe>
`;

const WRONG = `# Orders

See [this sandbox](https://sparsebox.example/#z2.cut).

<iframe src="https://sparsebox.example/?view=table,gsi:Closed" title="Open orders"></iframe>
<!-- sparsebox units: 5 = Orders 4 + OpenOrders 1 -->
`;

let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "sparsebox-"));
  const [packed] = JSON.parse(execFileSync("npm", ["pack", "--json", PACKAGE], { cwd: folder, encoding: "utf8" }));
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${packed.filename}`], { cwd: folder, stdio: "ignore" });
  for (const [name, text] of [["good", GOOD], ["wrong", WRONG]]) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "page.md"), text);
  }
});

after(() => rmSync(folder, { recursive: true }));

/** The exit codes and outputs of both programs, which must be the same. */
function run(...words) {
  const programs = [[PROGRAM], ["node_modules/.bin/sparsebox"]];
  const [native, wasm] = programs.map(([program]) => {
    const environment = { ...process.env, GITHUB_ACTIONS: undefined };
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: "utf8", env: environment });
    return { status, stdout, stderr };
  });
  assert.deepEqual(wasm, native);
  return native;
}

test("the package has what its manifest lists, and nothing else", () => {
  const files = readdirSync(join(folder, "node_modules/sparsebox-cli")).sort();
  assert.deepEqual(files, ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json", "sparsebox.mjs", "sparsebox.wasm"]);
});

test("embeds that are as written are counted", () => {
  assert.deepEqual(run("embeds", "good"), { status: 0, stdout: "1 file, 1 embed or link, 0 faults\n\n", stderr: "" });
});

test("a fault has its file, line and column, and the command fails", () => {
  const { status, stdout } = run("embeds", "wrong");
  assert.equal(status, 1);
  const lines = stdout.trim().split("\n");
  assert.match(lines[0], /^wrong\/page\.md:3:20: This link is cut short/);
  assert.match(lines[1], /^wrong\/page\.md:5:1: The table has no index Closed/);
  assert.match(lines[2], /^wrong\/page\.md:5:1: “5 = Orders 4 \+ OpenOrders 1” is stated, but the link has no operation/);
  assert.equal(lines[3], "1 file, 2 embeds and links, 3 faults");
});

test("a fault is an annotation for GitHub", () => {
  const { stdout } = run("embeds", "--format", "github", "wrong");
  assert.match(stdout, /^::error file=wrong\/page\.md,line=3,col=20::This link is cut short/);
});

test("a folder that is missing is neither right nor wrong", () => {
  for (const words of [["embeds", "none"], ["lessons", "none"]]) {
    const programs = [PROGRAM, "node_modules/.bin/sparsebox"];
    const runs = programs.map((program) => spawnSync(program, words, { cwd: folder, encoding: "utf8" }));
    assert.deepEqual(runs.map(({ status }) => status), [2, 2], words[0]);
    for (const { stdout } of runs) assert.match(stdout, /^none: /);
  }
});
