// A teacher chooses lessons in an order, and learners take them by one link.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { journey, violations } from "./harness.mjs";
import { gone, lesson, sandbox, says } from "./sandbox.mjs";

const teachers = (page) => page.getByRole("dialog", { name: "For teachers", exact: true });
const gallery = (page) => page.getByRole("dialog", { name: "Learn", exact: true });

/** Opens the page with these parameters. */
async function visit(page, parameters) {
  const address = new URL(page.url());
  address.search = parameters;
  address.hash = "";
  await page.goto(address.href);
}

/** Goes to the last step of the open lesson, without the steps before. */
async function toTheEnd(page) {
  await lesson(page).panel.getByRole("button", { name: /^Step \d+: / }).last().click();
}

for (const [width, height] of [[1440, 900], [640, 420], [390, 844], [360, 740]]) {
  journey(`a teacher makes a link of three lessons, and a learner takes them in this order, ${width} × ${height}`, { width, height }, async ({ page }) => {
    await visit(page, "?teach=1");
    const dialog = teachers(page);
    const titles = dialog.getByRole("listitem");
    const course = dialog.getByRole("combobox", { name: "Lesson to add" });
    const add = dialog.getByRole("button", { name: "Add", exact: true });
    await course.getByRole("option", { name: "Three bytes, 10 minutes" }).waitFor({ state: "attached" });
    for (const id of ["first-change", "open-orders", "item-cost"]) {
      await course.selectOption(id);
      await add.press("Enter");
      assert.ok(await course.evaluate((it) => it === document.activeElement), "the next lesson can be chosen");
    }
    await says(titles.nth(2), "Three bytes");
    await dialog.getByRole("button", { name: "Move up: Three bytes" }).press("Enter");
    await says(titles.nth(1), "Three bytes");
    await dialog.getByRole("textbox", { name: /^Address of another lesson/ }).fill("no-such-lesson");
    await page.keyboard.press("Enter");
    await says(dialog.getByRole("alert"), "This is not the address of a lesson.");
    await says(dialog, "3 lessons, 21 minutes");
    assert.equal(await dialog.getByRole("textbox", { name: /^Address of another lesson/ }).inputValue(), "no-such-lesson");
    assert.deepEqual(await violations(page), []);
    assert.ok(await dialog.evaluate((it) => it.scrollWidth <= it.clientWidth));
    const link = new URL(await dialog.getByRole("textbox", { name: "Link to the lessons" }).inputValue());
    assert.equal(link.search, "?course=first-change,item-cost,open-orders");
    const [sheet] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Save a sheet to print" }).click()]);
    const html = await readFile(await sheet.path(), "utf8");
    assert.match(html, /<td>Three bytes<\/td><td class="number">10<\/td>/);
    assert.match(html, /<td>In all<\/td><td class="number">21<\/td>/);
    assert.match(html, /class="qr-code"/);

    // The learner: one lesson after the other, also after a reload.
    await visit(page, link.search);
    const { title, panel, button } = lesson(page);
    await says(panel, "Lesson 1 of 3");
    await toTheEnd(page);
    await button("Next lesson: Three bytes").waitFor();
    assert.equal(await button("Finish").count(), 0, "nothing leads out of the list before its end");
    const next = await button("Next lesson: Three bytes").boundingBox();
    assert.ok(next.y + next.height <= height && next.x + next.width <= width, "the next lesson is in view");
    await button("Next lesson: Three bytes").click();
    await says(title, "Change three bytes");
    await page.reload();
    await says(title, "Change three bytes");
    assert.equal(new URL(page.url()).searchParams.get("course"), "first-change,item-cost,open-orders");
    await toTheEnd(page);
    await button("Next lesson: A row that is not there").click();
    await toTheEnd(page);
    assert.equal(await panel.getByRole("button", { name: /^Next lesson/ }).count(), 0);
    // The end leads to the list.
    await button("Back to the list").click();
    await gallery(page).getByRole("region", { name: "Chosen for you: 3 lessons, 21 minutes" }).waitFor();
  });
}

journey("a link with a lesson that is not there opens the others, and says which it is", {}, async ({ page }) => {
  await visit(page, "?course=no-such-lesson,../secrets,own:mine,item-cost");
  await says(lesson(page).title, "Change three bytes");
  await sandbox(page).button("Learn").click();
  const chosen = gallery(page).getByRole("region", { name: "Chosen for you: 1 lesson, 10 minutes" });
  await says(chosen, "Your list names lessons that are not here: no-such-lesson, ../secrets, own:mine.");
  assert.equal(await chosen.getByRole("article").count(), 1);

  await visit(page, "?course=no-such-lesson");
  await says(gallery(page), "Your list names lessons that are not here: no-such-lesson.");
  await page.keyboard.press("Escape");
  await gone(gallery(page));
});

journey("a lesson of the course leads to the next one, and a chapter is saved to print", {}, async ({ page }) => {
  const { button, panel } = lesson(page);
  await sandbox(page).button("Learn").click();
  const document = gallery(page).getByRole("combobox", { name: "Of which document" });
  await says(gallery(page).getByRole("status"), "40 lessons");
  await document.selectOption({ index: 3 });
  await gallery(page).getByRole("status").filter({ hasText: /^[1-9] lessons?$/ }).waitFor();
  await document.selectOption({ index: 0 });
  await says(gallery(page).getByRole("status"), "40 lessons");
  const [file] = await Promise.all([page.waitForEvent("download"), gallery(page).getByRole("button", { name: "Save to print: Items and keys" }).click()]);
  assert.equal(file.suggestedFilename(), "items-and-keys.html");
  const html = await readFile(await file.path(), "utf8");
  assert.equal(html.match(/class="lesson-picture"/g).length, 7);
  assert.match(html, /In the picture: 4 items of the tables, gray, and 2 entries of their indexes\./);
  assert.ok(html.includes("The primary key of a table is a partition key alone, or a partition key and a sort key. (Best practices, rule 5)</li>"));

  await gallery(page).getByRole("button", { name: /^The first change/ }).click();
  await says(panel, "The first change");
  await toTheEnd(page);
  await button("Next lesson: Three bytes").click();
  await says(panel, "Three bytes");
});

for (const [width, height] of [[1440, 900], [390, 844]]) {
  journey(`a learner answers questions, and is told where to begin, ${width} × ${height}`, { width, height, speed: 400 }, async ({ page }) => {
    const { panel, title, button, next } = lesson(page);
    await sandbox(page).button("Learn").click();
    await gallery(page).getByRole("button", { name: "Where do I begin?" }).click();
    await says(title, "A counter");
    await panel.getByRole("radio", { name: "6 write units" }).check();
    await button("Predict").click();
    await says(panel, "The whole item is charged");
    await next.click();
    await says(title, "Three orders");
    await panel.getByRole("radio", { name: "O2, O9, O10" }).check();
    await button("Predict").click();
    await says(panel, "You expect the order of numbers");
    await toTheEnd(page);
    const begin = panel.getByRole("region", { name: "Where to begin" });
    await says(begin, "Begin with the chapter “Items and keys”.");
    // What was not answered is not known.
    assert.ok(await begin.getByRole("button").count() > 8);
    assert.deepEqual(await violations(page), []);
    await begin.getByRole("button", { name: "Three bytes" }).click();
    await says(title, "Change three bytes");
  });
}

journey("progress is saved as a file, and opened in another browser", {}, async ({ page }) => {
  const { button, title } = lesson(page);
  await visit(page, "?lesson=first-change");
  await says(title, "A book comes back");
  await button("Run UpdateItem").click();
  await lesson(page).panel.getByRole("radio").first().check();
  await button("Predict").click();
  await lesson(page).panel.getByRole("button", { name: "Step 1: A book comes back (done)" }).waitFor();
  await sandbox(page).button("Learn").click();
  const card = gallery(page).getByRole("article").filter({ hasText: "The first change" });
  await says(card, "1 of 4 steps done");
  const [file] = await Promise.all([page.waitForEvent("download"), gallery(page).getByRole("button", { name: "Save my progress" }).click()]);
  assert.equal(file.suggestedFilename(), "lessons.progress");
  const text = await readFile(await file.path(), "utf8");

  // As another browser, which has done another step.
  const other = JSON.stringify({ v: 1, lessons: { "first-change": { revision: 1, step: "lend", part: 0, answers: {}, done: ["lend"] } } });
  await page.evaluate((other) => localStorage.setItem("sparsebox:lessons", other), other);
  await visit(page, "");
  await sandbox(page).button("Learn").click();
  const choose = (name, content) => gallery(page).locator("input[type=file]").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(content) });
  await says(card, "1 of 4 steps done");
  await choose("lessons.progress", text);
  await says(card, "2 of 4 steps done");
  await choose("broken.progress", text.slice(0, 40));
  await says(lesson(page).panel, "The file broken.progress has no progress that can be read.");
  await sandbox(page).button("Learn").click();
  await says(card, "2 of 4 steps done");
});

journey("a look into a lesson leaves the list of a teacher as it is", {}, async ({ page }) => {
  await visit(page, "?teach=1");
  await teachers(page).getByRole("option", { name: "The first change" }).waitFor({ state: "attached" });
  await teachers(page).getByRole("combobox", { name: "Lesson to add" }).selectOption("first-change");
  await teachers(page).getByRole("button", { name: "Add", exact: true }).click();
  await says(teachers(page).getByRole("listitem"), "The first change");
  await page.keyboard.press("Escape");
  await sandbox(page).button("Learn").click();
  await gallery(page).getByRole("button", { name: /^Three bytes/ }).click();
  await says(lesson(page).title, "Change three bytes");
  await sandbox(page).button("Learn").click();
  await gallery(page).getByRole("button", { name: "For teachers" }).click();
  await says(teachers(page).getByRole("listitem"), "The first change");
});

journey("the last task of the first lesson is done in the table", {}, async ({ page }) => {
  await visit(page, "?lesson=first-change");
  const { panel, button, title, next } = lesson(page);
  await button("Run UpdateItem").click();
  await panel.getByRole("radio", { name: /^It leaves the index/ }).check();
  await button("Predict").click();
  await panel.getByRole("button", { name: "Step 1: A book comes back (done)" }).waitFor();
  await next.click();
  await panel.getByRole("textbox").fill("2");
  await button("Predict").click();
  await panel.getByRole("button", { name: /^Step 2: .* \(done\)$/ }).waitFor();
  await next.click();
  await says(title, "Now you");
  await sandbox(page).item("B1").getByRole("button", { name: "Remove Borrower" }).click();
  await sandbox(page).button("Remove").click();
  await panel.getByRole("button", { name: "Step 3: Now you (done)" }).waitFor();
});
