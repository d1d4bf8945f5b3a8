// A teacher records a lesson, as the guide `static/docs/write-a-lesson.md` says.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { journey, violations } from "./harness.mjs";
import { gone, says, sandbox } from "./sandbox.mjs";

/** What the guide shows below one of its comments. */
async function guide(comment) {
  const text = await readFile(new URL("../../static/docs/write-a-lesson.md", import.meta.url), "utf8");
  const shown = [];
  for (const line of text.split(`<!-- ${comment} -->\n`)[1].split("\n")) {
    if (!line.startsWith("    ") && line !== "") break;
    shown.push(line.slice(4));
  }
  return `${shown.join("\n").trim()}\n`;
}

/** The recorder on the page. */
function recorder(page) {
  const dialog = page.getByRole("dialog", { name: "Record a lesson" });
  const button = (name) => dialog.getByRole("button", { name, exact: true });
  return { dialog, button, file: dialog.getByRole("textbox"), ask: () => button("Ask what it costs").first().click() };
}

/** Does what the guide does before it records. */
async function prepare(page) {
  const { button, field, item, region, title, why } = sandbox(page);
  await title.fill("Filters");
  await title.press("Enter");
  await button("Scan").click();
  await button("+ Filter").click();
  await field("Attribute or path").fill("Total");
  await field("Comparison").selectOption("≥");
  await region("Orders").getByLabel("Type").selectOption("N");
  await field("Value").fill("60");
  await button("Run").click();
  await says(why, /Count\s*3\s*ScannedCount\s*10/);
  await item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }).click();
  await button("Remove").click();
  await says(region("OpenOrders"), "2 of 10");
}

const RIGHT = "Everything is as its files say.";

/** Saves both files into a folder, and returns their paths. */
async function save(page, button, folder) {
  const paths = [];
  const saved = new Promise((resolve) => {
    page.on("download", async (download) => {
      const path = join(folder, download.suggestedFilename());
      await download.saveAs(path);
      if (paths.push(path) === 2) resolve();
    });
  });
  await button("Save both files").click();
  await saved;
  return paths.sort();
}

journey("a teacher records a lesson by the guide, checks it, saves it and plays it", { speed: 400 }, async ({ page }) => {
  const { button: onPage } = sandbox(page);
  const { dialog, button, file, ask } = recorder(page);
  await prepare(page);
  await onPage("Learn").click();
  await page.getByRole("button", { name: "Record a lesson", exact: true }).click();
  await says(dialog, "Expected at least one prediction; found none");
  assert.deepEqual(await violations(page), []);

  await ask();
  await says(dialog, RIGHT);
  await ask();
  await says(dialog, RIGHT);
  assert.equal(await button("Ask what it costs").count(), 0);
  const [from, to] = (await guide("recorded: replace in Steps")).trim().split("\n");
  const steps = await file.inputValue();
  assert.ok(steps.includes(from), steps);
  await file.fill(steps.replace(from, to));
  // The choice still says the number that was replaced.
  await says(dialog, "Expected a label with the number 1.5; found 9 read units");
  await dialog.getByRole("button", { name: /^Line \d+ of the words$/ }).click();
  await dialog.getByRole("textbox", { name: "Words" }).waitFor();
  await says(dialog, "lines of the words must be replaced");
  const words = await guide("recorded: words");
  await file.fill(words);
  await says(dialog, RIGHT);
  await says(dialog, "There are ten orders of 3.5 KB each.");
  assert.equal(await dialog.getByText("must be replaced (✎)").count(), 0);
  assert.deepEqual(await violations(page), []);

  // A reload loses nothing.
  await page.waitForFunction((words) => Object.values(sessionStorage).some((text) => text.includes(JSON.stringify(words).slice(1, 60))), words);
  await page.reload();
  await says(dialog, RIGHT);
  await button("Words").click();
  assert.equal(await file.inputValue(), words);

  const folder = await mkdtemp(join(tmpdir(), "sparsebox-record-"));
  try {
    const [wordsPath, lessonPath] = await save(page, button, folder);
    assert.ok(lessonPath.endsWith("filters.lesson") && wordsPath.endsWith("filters.en.md"), `${lessonPath} ${wordsPath}`);
    assert.equal(await readFile(wordsPath, "utf8"), words);
    const cwd = fileURLToPath(new URL("../..", import.meta.url));
    const check = spawnSync("cargo", ["run", "--quiet", "--package", "cli", "--", "lessons", "--falsify", lessonPath], { cwd, encoding: "utf8" });
    assert.equal(check.status, 0, check.stdout + check.stderr);
    assert.match(check.stdout, /filters\.en\.md: ok\n {2}(\d+) of \1 changes are found/);
  } finally {
    await rm(folder, { recursive: true });
  }

  await button("Play it").click();
  const panel = page.getByRole("complementary", { name: "Lesson", exact: true });
  const inLesson = (name) => panel.getByRole("button", { name, exact: true });
  await says(panel.getByRole("heading", { level: 2 }), "A filter");
  await gone(dialog);
  await panel.getByRole("radio", { name: "1.5 read units" }).check();
  await inLesson("Predict").click();
  await says(panel, "This would pay for the three orders that are returned.");
  await inLesson("Next step").click();
  await panel.getByRole("radio", { name: "5 write units" }).check();
  await inLesson("Predict").click();
  await says(panel, "4 for the item of 3.5 KB, and 1 to delete its entry.");
  await inLesson("Next step").click();
  await says(panel.getByRole("heading", { level: 2 }), "Continue");

  // Back to the files: a claim that is false is found, and played again it is the same lesson.
  await inLesson("Edit the lesson").click();
  assert.equal(await file.inputValue(), steps.replace(from, to));
  await file.fill(steps.replace(from, to).replace("write 5 = Orders 4", "write 6 = Orders 5"));
  await says(dialog, "Expected write 6 = Orders 5");
  await dialog.getByRole("button", { name: /^Line \d+ of the steps$/ }).first().click();
  const selected = await file.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
  assert.match(selected, /^```result$|^write 6 = Orders 5/);
  await file.fill(steps.replace(from, to).replace("minutes   5", "minutes   3"));
  await says(dialog, RIGHT);
  await button("Play it").click();
  await gone(dialog);
  await onPage("Learn").click();
  assert.equal(await page.getByRole("button", { name: "Filters", exact: true }).count(), 1);
});

journey("the recorder says what it cannot record, keeps the draft, and works by keyboard", { speed: 400 }, async ({ page }) => {
  const { dialog, button, file } = recorder(page);
  const open = async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Find by name" }).waitFor();
    await page.keyboard.type("record a lesson");
    await page.keyboard.press("Enter");
    await dialog.waitFor();
  };
  await open();
  await says(dialog, "nothing was done since the sandbox was opened");
  await page.keyboard.press("Escape");
  await gone(dialog);
  // A draft that was not changed is recorded anew; one that was stays until the teacher asks for another.
  await page.getByRole("button", { name: "Scan", exact: true }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await says(sandbox(page).why, /Count\s*10/);
  await page.keyboard.press("Escape");
  await open();
  await button("Ask how many items").waitFor();
  await file.fill("# mine\n");
  await says(dialog, "a lesson without steps");
  await page.keyboard.press("Escape");
  await open();
  assert.equal(await file.inputValue(), "# mine\n");
  // Twice, and after a reload, the edited draft is still there.
  await button("Record the sandbox again").focus();
  await page.keyboard.press("Enter");
  await button("Ask how many items").waitFor();
  await button("Record the sandbox again").press("Enter");
  await button("Ask how many items").waitFor();
  await page.waitForFunction(() => Object.values(sessionStorage).some((text) => text.includes("# mine")));
  await page.reload();
  await dialog.waitFor();
  await button("Restore the earlier draft").focus();
  await page.keyboard.press("Enter");
  await says(dialog, "a lesson without steps");
  assert.equal(await file.inputValue(), "# mine\n");
  // Text of any kind never becomes markup, and nothing breaks.
  await file.fill("# mine\n```lesson\nrevision  1\n## <img src=x onerror=alert(1)>\n```play Scan\n");
  await says(dialog, "block");
  assert.equal(await dialog.locator("img").count(), 0);
  assert.deepEqual(await violations(page), []);

  await file.fill(`# mine\n${"x".repeat(300_000)}`);
  await says(dialog, "it can be saved, but not played");
  // A workload takes longer than a pause between two words.
  const workload = '```workload\n60 s\n100  PutItem  { "TableName": "Things", "Item": { "id": "a" } }\n```\n```outcome\nrun issued 1\n```\n';
  await file.fill(`# mine\n\`\`\`lesson\nrevision  1\nminutes   5\n\`\`\`\n\`\`\`table\nThings  id S\n\`\`\`\n## a\n${workload}`);
  await button("Words").click();
  await file.fill("# Mine\n\nA lesson.\n\n## a: A step\n\nText.\n");
  await says(dialog, "too large to be checked while you type");
  await button("Check").click();
  await says(dialog, "Expected run issued 1; found 6000");
});
