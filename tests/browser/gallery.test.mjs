// The gallery of lessons, and the documents that they teach.

import assert from "node:assert/strict";
import { journey, violations } from "./harness.mjs";
import { gone, lesson, openExample, removeAndSee, sandbox, says } from "./sandbox.mjs";

const gallery = (page) => page.getByRole("dialog", { name: "Learn", exact: true });

/** Types in the search of the gallery, and waits for what it says of what it found. */
async function search(page, words, found) {
  await gallery(page).getByLabel("Search").fill(words);
  await says(gallery(page).getByRole("status"), found);
}

for (const [width, height] of [[1440, 900], [640, 420], [390, 844]]) {
  journey(`the gallery finds a lesson and a rule, and opens the step that shows it, ${width} × ${height}`, { width, height }, async ({ page }) => {
    await sandbox(page).button("Learn").press("Enter");
    await says(gallery(page).getByRole("status"), "40 lessons");
    assert.deepEqual(await violations(page), []);
    await search(page, "champion", "1 lesson");
    await gallery(page).getByRole("button", { name: /^Cups and champions/ }).waitFor();
    await search(page, "", "40 lessons");

    await gallery(page).getByRole("button", { name: "Five documents, rule by rule" }).press("Enter");
    await says(gallery(page).getByRole("status"), "89 rules");
    assert.equal(await gallery(page).getByRole("listitem").count(), 89);
    assert.deepEqual(await violations(page), []);
    assert.ok(await gallery(page).evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth));
    await search(page, "burst 300", "1 rule");
    await gallery(page).getByRole("button", { name: "See it in More than usual" }).press("Enter");
    await gone(gallery(page));
    await lesson(page).title.waitFor();
    assert.equal(new URL(page.url()).searchParams.get("lesson"), "burst");
  });
}

journey("the gallery opens the example of a lesson as a sandbox, and gives the focus back", {}, async ({ page }) => {
  const { button, region } = sandbox(page);
  await button("Learn").press("Enter");
  await gallery(page).getByLabel("Search").fill("votes of nobody");
  await says(gallery(page), "Nothing has these words.");
  await gallery(page).getByLabel("Search").fill("");
  await page.keyboard.press("Escape");
  await gone(gallery(page));
  assert.ok(await button("Learn").evaluate((it) => it === document.activeElement));

  await button("Learn").press("Enter");
  await gallery(page).getByRole("button", { name: "Open the example: A row that is not there" }).press("Enter");
  await gone(gallery(page));
  await says(region("OpenOrders"), "of 10");
  assert.equal(await sandbox(page).title.inputValue(), "A row that is not there");
  assert.equal(await lesson(page).panel.count(), 0);
  await removeAndSee(page, (it) => it.press("Enter"));
});

journey("an example offers what can be done first, opens where that is seen, and leads to its lesson", {}, async ({ page }) => {
  const { button, region, why } = sandbox(page);
  const tries = region("Try");
  await openExample(page, "Three bytes");
  await tries.getByRole("button", { name: "Read three bytes", exact: true }).press("Enter");
  await says(why, /1\.5\s*read units/);
  await tries.getByRole("button", { name: "Change three bytes", exact: true }).press("Enter");
  await says(why, /12\s*write units/);
  assert.deepEqual(await violations(page), []);

  await openExample(page, "One partition too hot");
  await tries.getByRole("button", { name: "400 units, four partitions", exact: true }).press("Enter");
  await says(region("Result"), /[\d,]+ requests in 10\ss/);
  await tries.getByRole("button", { name: "Take the lesson", exact: true }).press("Enter");
  await lesson(page).title.waitFor();
  await gone(tries);

  // Another sandbox has nothing of it.
  await openExample(page, "Three bytes");
  await tries.waitFor();
  await tries.getByRole("button", { name: "Hide these suggestions", exact: true }).press("Enter");
  await gone(tries);
  await button("Learn").waitFor();
});
