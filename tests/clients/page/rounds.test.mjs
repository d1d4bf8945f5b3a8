// The AWS SDK for JavaScript on the engine: each round in Node, and in a page in Chromium, from which nothing is sent.
//
// `cargo xtask test` runs this. By hand, after it: `node --test tests/clients/page/*.test.mjs`.

import assert from "node:assert/strict";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { journey } from "../../browser/harness.mjs";
import { serve } from "../../browser/site.mjs";
import * as rounds from "./rounds.mjs";

const PAGE = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="page.js"></script>';

/** What each round sees. Units and members of the index: `static/lessons/conditional-index.lesson` has the same. */
const EXPECTED = {
  conditionalIndex: {
    // Eight final items of 2,064 bytes and two of 2,097, three units each; two entries of 47 bytes.
    loadUnits: [30, 2],
    atFirst: ["a-03", "a-05"],
    entered: {
      attachmentId: "a-01",
      customerState: "Attaching",
      isIntermediateState: 1,
      IntermediateStatePK: "INTERMEDIATE",
      payload: 2000,
    },
    enterUnits: [3, 1],
    meanwhile: ["a-01", "a-03", "a-05"],
    left: { attachmentId: "a-03", customerState: "Attached", isIntermediateState: 0, payload: 2000 },
    leaveUnits: [3, 1],
    atLast: ["a-01", "a-05"],
    queryUnits: [0, 0.5],
  },
  rejections: {
    condition: rejected("ConditionalCheckFailedException", "The conditional request failed", {
      Item: { id: { S: "there" }, count: { N: "1" } },
    }),
    table: rejected("ResourceNotFoundException", "Requested resource not found"),
    transaction: rejected(
      "TransactionCanceledException",
      "Transaction cancelled, please refer cancellation reasons for specific reasons [ConditionalCheckFailed]",
      {
        CancellationReasons: [
          {
            Code: "ConditionalCheckFailed",
            Message: "The conditional request failed",
            Item: { id: { S: "there" }, count: { N: "1" } },
          },
        ],
      },
    ),
    validation: rejected(
      "ValidationException",
      "One or more parameter values were invalid: Missing the key id in the item",
    ),
    aborted: {
      ...rejected("AbortError", "Request aborted"),
      reply: { status: null, attempts: null, requestIdLength: 0 },
    },
  },
  valuesAndPages: {
    got: {
      id: "everything",
      bytes: [0, 127, 255],
      list: [1, "two", null, [true]],
      map: { deep: { number: 0.5 } },
      set: ["a", "b"],
      text: "naïve 日本 🙂",
    },
    pages: [4, 4, 2],
    isListed: true,
  },
  stream: [
    ["INSERT", null, "1"],
    ["MODIFY", "1", "2"],
    ["REMOVE", "2", null],
  ],
  virtualTime: {
    early: "ResourceNotFoundException",
    counts: [0, 0, 1],
    now: 1_200,
    TableNames: ["Slow"],
    elsewhere: 0,
  },
};

const site = await servePage();
after(() => site.close());

test("there is an expectation for each round", () => {
  assert.deepEqual(Object.keys(EXPECTED).sort(), Object.keys(rounds).sort());
});

for (const [name, expected] of Object.entries(EXPECTED)) {
  test(`${name}, in Node`, async () => {
    assert.deepEqual(await rounds[name](), expected);
  });

  journey(`${name}, in a page`, { url: site.address, waitForProgram: false }, async ({ page }) => {
    await page.waitForFunction(() => window.rounds);
    const sent = [];
    page.on("request", (request) => sent.push(request.url()));
    assert.deepEqual(await page.evaluate((name) => window.rounds[name](), name), expected);
    assert.deepEqual(sent, []);
  });
}

/** A rejection of the service as `rejection` sees it, which the SDK does not try again. */
function rejected(name, message, members = {}) {
  const reply = { status: 400, attempts: 1, requestIdLength: 52 };
  return { name, message, isOfItsKind: true, reply, ...members };
}

/** Bundles the rounds as anybody would, and serves them with the program beside. */
async function servePage() {
  const folder = process.env.PAGE ?? fileURLToPath(new URL("../../../target/page-client", import.meta.url));
  await mkdir(folder, { recursive: true });
  const entryPoints = [fileURLToPath(new URL("page.mjs", import.meta.url))];
  const outfile = join(folder, "page.js");
  await build({ entryPoints, outfile, bundle: true, format: "esm", target: "es2022", logLevel: "warning" });
  const program = fileURLToPath(import.meta.resolve("sparsebox/sparsebox_bg.wasm"));
  await copyFile(program, join(dirname(outfile), "sparsebox_bg.wasm"));
  await writeFile(join(folder, "index.html"), PAGE);
  return serve(folder);
}
