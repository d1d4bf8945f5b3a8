// `trunk serve`, called directly, builds the same page as `cargo xtask serve`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { close, open } from "./chromium.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A development build of all packages on two cores, and some minutes more. */
const BUILD_MS = 15 * 60_000;

after(close);

test("plain trunk serve builds and serves the page", { timeout: BUILD_MS }, async () => {
  const port = await freePort();
  const { NO_COLOR, ...environment } = process.env;
  const trunk = spawn("trunk", ["serve", "--offline", "--port", port, "--dist", "target/trunk"], {
    cwd: ROOT,
    env: environment,
    // A group of its own: cargo and the hooks run below it.
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(trunk, "exit");
  try {
    await listening(trunk, port, ended);
    const { page, context, faults } = await open({ url: `http://127.0.0.1:${port}/` });
    await page.getByRole("button", { name: "Share" }).waitFor();
    assert.deepEqual(faults, []);
    const missing = await page.request.get(`http://127.0.0.1:${port}/missing.json`);
    assert.equal(missing.status(), 404);
    await context.close();
  } finally {
    process.kill(-trunk.pid, "SIGTERM");
    await ended;
  }
});

/** Waits until Trunk has built the page and listens. */
async function listening(trunk, port, ended) {
  trunk.stdout.resume();
  const exit = ended.then(([code]) => assert.fail(`trunk ended with code ${code}`));
  const answers = async () => {
    while (!(await fetch(`http://127.0.0.1:${port}/`).then((response) => response.ok, () => false))) {
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  await Promise.race([answers(), exit]);
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return String(port);
}
