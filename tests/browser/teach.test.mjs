// Lessons for teachers: their own files.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { journey, violations } from "./harness.mjs";
import { gone, says, sandbox, saved } from "./sandbox.mjs";

/** The two files of the guide `static/docs/write-a-lesson.md`, with the result that the check prints. */
async function guide() {
  const text = await readFile(new URL("../../static/docs/write-a-lesson.md", import.meta.url), "utf8");
  const parts = text.split(/^<!-- (one-attribute\.\S+) -->$/m);
  const indented = (part) => part.split("\n").filter((line) => line.startsWith("    ") || line === "").map((line) => line.slice(4)).join("\n");
  const files = parts.slice(1).filter((_, position) => position % 2 === 0).map((name, position) => [name, indented(parts[2 * position + 2])]);
  const lesson = Object.fromEntries(files);
  // The lines that the guide prints after the `?` that they replace.
  const result = "read 1.5 = Products 1.5\nreturns 1 of 1\n";
  lesson["one-attribute.lesson"] = lesson["one-attribute.lesson"].replace(result, "").replace("?\n", result);
  return lesson;
}

/** Drops files on the page. */
async function drop(page, files) {
  await page.evaluate((files) => {
    const data = new DataTransfer();
    for (const [name, text] of Object.entries(files)) data.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);
}

/** The lesson on the page. */
function lesson(page) {
  const panel = page.getByRole("complementary", { name: "Lesson", exact: true });
  const button = (name) => panel.getByRole("button", { name, exact: true });
  return { panel, button, title: panel.getByRole("heading", { level: 2 }) };
}

const bytes = (files) => Object.entries(files).map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) }));

journey("a teacher's lesson opens by a drop, from a menu and by its address, and is kept", {}, async ({ page }) => {
  const { panel, button: inLesson, title } = lesson(page);
  const { button } = sandbox(page);
  const files = await guide();
  const [steps, words] = ["one-attribute.lesson", "one-attribute.en.md"];

  // One file after the other.
  await drop(page, { [steps]: files[steps] });
  await says(panel, "a file one-attribute.en.md, which begins with # The title of the lesson");
  await says(title, "projection");
  await drop(page, { [words]: files[words] });
  await says(title, "A small reply");
  assert.equal(await panel.getByText("Some lines of this lesson are wrong").count(), 0);
  await panel.getByRole("radio", { name: /1.5 read units/ }).check();
  await inLesson("Predict").click();
  await says(panel, "What happened");

  // It stays after a reload, and others cannot open its link.
  await saved(page);
  await page.reload();
  await says(panel, "What happened");
  assert.equal(await inLesson("Copy link").count(), 0);
  assert.equal(new URL(page.url()).searchParams.get("lesson"), "own:one-attribute");
  await inLesson("Next step").click();
  await says(title, "An item of its own");

  // A later revision without that step, from the menu: the first step is still done.
  const later = files[steps].replace("revision  1", "revision  2").replaceAll("own-item", "small-item");
  await inLesson("Close the lesson").click();
  await button("Learn").click();
  assert.deepEqual(await violations(page), []);
  await page.getByLabel("Open a lesson from files…").setInputFiles(bytes({ [words]: files[words].replaceAll("own-item", "small-item"), [steps]: later }));
  await says(title, "A small reply");
  await panel.getByRole("button", { name: "Step 1: A small reply (done)" }).waitFor();

  // A line that is wrong is named, and the rest is played.
  await drop(page, { [steps]: later.replace("! a  last read 0.5", "! a  last dance") });
  await says(panel, "Line 21 of the lesson: expected a choice and what is the case if it is right: * a last write 5");
  await says(title, "A small reply");
  assert.deepEqual(await violations(page), []);
  // The check plays the whole lesson, as `sparsebox lessons` does.
  await drop(page, { [steps]: later.replace("read 1.5 = Products 1.5", "read 2 = Products 2") });
  await says(title, "A small reply");
  await inLesson("Check the lesson").click();
  await says(panel, "expected read 2 = Products 2; found read 1.5 = Products 1.5");
  await drop(page, { [steps]: later });
  await inLesson("Check the lesson").click();
  await says(panel, "Everything is as its files say.");
  await drop(page, { "broken.lesson": "no heading\n", "broken.en.md": "" });
  await says(panel, "This lesson cannot be shown");
  await says(panel, "a heading with the id of the lesson: # open-orders");
  await inLesson("Close the lesson").click();
  await gone(panel);
  await button("Learn").click();
  await page.getByRole("button", { name: "Remove broken from this browser" }).click();
  await page.getByRole("button", { name: "One attribute", exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "broken", exact: true }).count(), 0);
});

journey("a lesson opens by an address of the same site", {}, async ({ page, faults }) => {
  const { panel, title } = lesson(page);
  const files = await guide();
  for (const [name, text] of Object.entries(files)) {
    await page.route(`**/talks/${name}`, (route) => route.fulfill({ body: text }));
  }
  const address = new URL(page.url());
  address.hash = "";
  address.search = `?lesson=${new URL("talks/one-attribute.lesson", address).href}&step=own-item`;
  await page.goto(address.href);
  await says(title, "An item of its own");
  assert.equal(new URL(page.url()).searchParams.get("step"), "own-item");
  // The policy of the page allows no other site.
  address.search = "?lesson=https://other.example/a.lesson";
  await page.goto(address.href);
  await says(panel, "The lesson could not be loaded from https://other.example/a.lesson");
  address.search = "?lesson=own:nowhere";
  await page.goto(address.href);
  await says(panel, "This browser does not have this lesson.");
  const expected = /other\.example|Failed to load resource|Content Security Policy|Content-Security-Policy|Fetch API cannot load/;
  assert.deepEqual(faults.splice(0).filter((fault) => !expected.test(fault)), []);
});

journey("a learner copies a finish code, and a teacher counts thirty", { speed: 400 }, async ({ page, context }) => {
  const { panel, button: inLesson, title } = lesson(page);
  const { button } = sandbox(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await drop(page, await guide());
  // The first answer counts, whatever is answered when the step begins again.
  await panel.getByRole("radio", { name: /0.5 read units/ }).check();
  await inLesson("Predict").click();
  await says(panel, "What happened");
  await inLesson("Start this step again").click();
  await panel.getByRole("radio", { name: /1.5 read units/ }).check();
  await inLesson("Predict").click();
  await inLesson("Next step").click();
  await inLesson("Show me").click();
  await inLesson("Next step").click();
  await says(title, "Continue");
  await says(panel, "3 of 3 steps are done, and that 0 of 1 prediction was right at the first try");
  assert.deepEqual(await violations(page), []);
  await inLesson("Copy the code").click();
  await says(panel, "Code copied");
  const own = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(own, /^one-attribute:[0-9A-Z]{4}(-[0-9A-Z]{1,4})+$/);

  await button("Learn").click();
  await page.getByRole("button", { name: "For teachers", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "For teachers" });
  const field = dialog.getByLabel("Finish codes");
  const thirty = (await readFile(new URL("finish-codes.txt", import.meta.url), "utf8")).trim();
  const first = thirty.split("\n")[0];
  // What is typed after a code that is complete is not lost.
  await field.pressSequentially(`${first}\n${first}`);
  await says(dialog, "Line 2:");
  assert.equal(await field.inputValue(), `${first}\n${first}`);
  await field.fill(`${thirty}\n  ${first.toLowerCase()} \n${first.slice(0, -1)}\nhello\nAnn (12:30): ${own}\n`);
  const orders = dialog.getByRole("region", { name: "A row that is not there" });
  await says(orders, "30 learners, of whom 28 finished.");
  await says(orders, /Most missed: “.*” \(\d+ of 30 answered wrong\)/);
  assert.equal(await orders.getByRole("row").count(), 5);
  // The codes are of an earlier revision of the lesson, whose questions are not known any more.
  await orders.getByRole("rowheader", { name: "Prediction 1", exact: true }).waitFor();
  await says(dialog.getByRole("region", { name: "One attribute" }), "1 learner, of whom 1 finished. Most missed: “A small reply: What does it cost to read only the price?” (1 of 1 answered wrong).");
  await says(dialog, `Line 31: ${first.toLowerCase()} is from the same learner as line 1. Only line 1 is counted.`);
  await says(dialog, "Line 32:");
  await says(dialog, "Line 33: hello is not a finish code.");
  await says(dialog, "A code proves no identity");
  assert.deepEqual(await violations(page), []);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save the table as CSV" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  assert.equal(csv.trim().split("\n").length, 6);
  assert.match(csv, /^open-orders,1,30,28,1,Prediction 1,/m);
  await page.keyboard.press("Escape");
  await gone(dialog);
  // What was pasted survives a reload.
  const address = new URL(page.url());
  address.search = "?teach=1";
  await page.goto(address.href);
  await says(dialog, "30 learners, of whom 28 finished.");
});

journey("a lesson is presented in one window, with its notes in another", { speed: 400 }, async ({ page, context, faults }) => {
  const address = new URL(page.url());
  address.hash = "";
  address.search = "?lesson=open-orders";
  await page.goto(address.href);
  const { panel, title } = lesson(page);
  await says(title, "Find the open orders the hard way");
  await page.keyboard.press("p");
  await page.getByRole("banner", { name: "Presentation" }).waitFor();
  await says(title, "Find the open orders the hard way");
  assert.deepEqual(await violations(page), []);

  const opened = context.waitForEvent("page");
  await page.getByRole("button", { name: "Open notes" }).click();
  const notes = await opened;
  notes.on("pageerror", (error) => faults.push(String(error)));
  await notes.getByRole("heading", { name: "Find the open orders the hard way" }).waitFor();
  await notes.getByText("Step 1 of 7").waitFor();
  await notes.getByText("Most common wrong answer").first().waitFor();
  await notes.getByText("Next step: The index beside the table").waitFor();
  assert.match(await notes.getByRole("timer").innerText(), /^0:\d\d$/);
  assert.deepEqual(await violations(notes), []);

  // The question, what happens, the next step: by the keys of a remote control, in either window.
  await page.bringToFront();
  await page.keyboard.press("PageDown");
  await says(panel, "What happened");
  await notes.getByText("Shows the next step.").waitFor();
  await notes.getByRole("button", { name: "Next", exact: true }).click();
  await says(title, "The index beside the table");
  // Also while an answer is typed: it is the prediction.
  await panel.getByRole("textbox").fill("3");
  await page.keyboard.press("PageDown");
  await says(panel, "You predicted");
  await page.keyboard.press("PageDown");
  await says(title, "Ask the index");
  await notes.getByText("Plays the solution of the task.").waitFor();
  await notes.keyboard.press("PageDown");
  await notes.getByText("Shows the next step.").waitFor();
  await notes.keyboard.press("PageUp");
  await notes.getByText("Plays the solution of the task.").waitFor();
  await page.keyboard.press("PageUp");
  await says(title, "The index beside the table");

  // Either window is loaded again.
  await notes.reload();
  await notes.getByRole("heading", { name: "The index beside the table" }).waitFor();
  await page.reload();
  await page.getByRole("banner", { name: "Presentation" }).waitFor();
  await says(title, "The index beside the table");
  await notes.getByRole("heading", { name: "The index beside the table" }).waitFor();
  await page.keyboard.press("PageDown");
  await notes.getByText("Shows the next step.").waitFor();

  // A presentation in another tab has notes of its own.
  const other = await context.newPage();
  await other.goto(address.href);
  await says(lesson(other).title, "The index beside the table");
  await other.keyboard.press("p");
  await other.getByRole("banner", { name: "Presentation" }).waitFor();
  const openedThere = context.waitForEvent("page");
  await other.getByRole("button", { name: "Open notes" }).click();
  const otherNotes = await openedThere;
  await otherNotes.getByText("Step 2 of 7").waitFor();
  await otherNotes.getByRole("button", { name: "Next", exact: true }).click();
  await other.close();
  await otherNotes.getByRole("heading", { name: "No presentation was found" }).waitFor();
  await notes.getByRole("heading", { name: "The index beside the table" }).waitFor();
  await page.bringToFront();

  // Without a presentation the notes say so, and find the next one.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Learn", exact: true }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("present"), null);
  await notes.getByRole("heading", { name: "No presentation was found" }).waitFor();
  assert.deepEqual(await violations(notes), []);
  await page.keyboard.press("p");
  await notes.getByText("Step 2 of 7").waitFor();
});

journey("two tabs with one lesson keep what each has done", { speed: 400 }, async ({ page, context }) => {
  const address = new URL(page.url());
  address.hash = "";
  address.search = "?lesson=open-orders";
  await page.goto(address.href);
  const first = lesson(page);
  await says(first.title, "Find the open orders the hard way");
  const tab = await context.newPage();
  address.search = "?lesson=open-orders&step=entries";
  await tab.goto(address.href);
  const second = lesson(tab);
  await second.panel.getByRole("heading", { level: 2 }).waitFor();
  await tab.goto(`${address.href.split("?")[0]}?lesson=open-orders`);
  await second.panel.getByRole("button", { name: "Step 2: The index beside the table" }).click();
  await second.panel.getByRole("textbox").fill("3");
  await second.button("Predict").click();
  await second.panel.getByRole("button", { name: "Step 2: The index beside the table (done)" }).waitFor();
  await first.panel.getByRole("textbox").fill("4.5");
  await first.button("Predict").click();
  await first.panel.getByRole("button", { name: "Step 1: Find the open orders the hard way (done)" }).waitFor();
  await saved(page);
  await page.reload();
  await first.panel.getByRole("button", { name: "Step 1: Find the open orders the hard way (done)" }).waitFor();
  await first.panel.getByRole("button", { name: "Step 2: The index beside the table (done)" }).waitFor();
});
