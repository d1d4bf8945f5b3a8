// Pages that docs tools have built, with the frame, element and picture that `docs/embed.md` describes. `cargo xtask test --stage docs` builds them.

import assert from "node:assert/strict";
import { join } from "node:path";
import { DOCS_SITES } from "./environment.mjs";
import { journey, started } from "./harness.mjs";
import { SPARSEBOX, elementFrame, frameOf, serveFolder, serveSparsebox } from "./hosts.mjs";
import { removeAndSee, sandbox } from "./sandbox.mjs";

/** The tools, and where their pages name them. */
const TOOLS = [
  { tool: "mkdocs", name: "MkDocs with its theme Material", mark: "meta[name=generator][content*='mkdocs-material']" },
  { tool: "sphinx", name: "Sphinx with MyST and Furo", mark: "a[href*='pradyunsg/furo']" },
  { tool: "vitepress", name: "VitePress", mark: "meta[name=generator][content^='VitePress']" },
  { tool: "mdx", name: "MDX with React", mark: "main > h1" },
  { tool: "hugo", name: "Hugo", mark: "meta[name=generator][content^='Hugo']" },
];

const SPARSEBOX_HOST = new URL(SPARSEBOX).origin;

/** What `docs/embed.md` says that a page must allow, and what these themes need for themselves. */
const POLICY = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline' ${SPARSEBOX_HOST}`,
  `frame-src ${SPARSEBOX_HOST}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
].join("; ");

for (const { tool, name, mark } of TOOLS) {
  const address = `https://${tool}.example/`;
  const prepare = async (context) => {
    await serveSparsebox(context);
    await serveFolder(context, address, join(DOCS_SITES, tool, "site"), () => ({ "Content-Security-Policy": POLICY }));
  };

  journey(`a frame, an element and a picture work in a page of ${name}`, { url: address, waitForProgram: false, prepare }, async ({ page, context }) => {
    await page.getByRole("heading", { name: "Sparse indexes" }).waitFor();
    assert.equal(await page.locator(mark).count(), 1, `a page of ${name}`);

    await page.locator("iframe[title='Open orders in a frame']").scrollIntoViewIfNeeded();
    const frame = await frameOf(page, "Open orders in a frame");
    await removeAndSee(frame, (button) => button.click());

    const element = page.locator("sparse-box");
    await element.scrollIntoViewIfNeeded();
    const inElement = await elementFrame(page, "sparse-box");
    await removeAndSee(inElement, (button) => button.press("Enter"));
    assert.equal(await element.getByRole("table").isVisible(), false, "the fallback");
    await page.emulateMedia({ media: "print" });
    assert.match(await element.getByRole("table").innerText(), /O-1003/, "print shows the fallback");
    await page.emulateMedia({ media: "screen" });

    const picture = page.getByRole("img", { name: "Champions as a picture" });
    const width = await picture.evaluate((it) => it.decode().then(() => it.naturalWidth));
    assert.ok(width > 100, "the picture is shown");
    const target = await page.getByRole("link", { name: "Champions as a picture" }).getAttribute("href");
    const whole = await context.newPage();
    await whole.goto(target);
    await started(whole);
    await sandbox(whole).region("Champions").waitFor();
  });
}
