// Finds the parts of a sandbox on the page by role and text, for the journeys that use them.

/** What a phone has behind ⋯ in the bar, and in the menu of the table. */
const IN_MORE = ["Learn", "Share", "Present", "Help"];
const IN_TABLE_MENU = ["Query", "Scan"];

/** Opens ⋯ on a phone, if it is not open. */
export async function openMore(page) {
  const isClosed = await page.locator("#bar-rest").evaluate((it) => getComputedStyle(it).display === "none");
  if (isClosed) await page.getByRole("button", { name: "More", exact: true }).click();
}

/** Opens the menu of the table on a phone, if it is not open. */
async function openTableMenu(page) {
  const isClosed = await page.locator("#open-query, #menu-table-popover").evaluateAll((all) => all.length > 1 && all.every((it) => !it.checkVisibility()));
  if (isClosed) await page.getByRole("button", { name: "Table menu", exact: true }).click();
}

/** A control that a phone has in a menu, which is opened before what is done to it. */
function inMenu(page, control, open) {
  for (const verb of ["click", "press", "focus"]) {
    const act = control[verb].bind(control);
    control[verb] = async (...words) => {
      await open(page);
      await act(...words);
    };
  }
  return control;
}

/** Finds the parts of the sandbox on a page. */
export function sandbox(page) {
  const named = (name) => page.getByRole("button", { name, exact: true });
  const button = (name) => {
    if (IN_MORE.includes(name)) return inMenu(page, named(name), openMore);
    return IN_TABLE_MENU.includes(name) ? inMenu(page, named(name), openTableMenu) : named(name);
  };
  const region = (name) => page.getByRole("region", { name, exact: true });
  const itemKey = (key) => page.getByRole("button", { name: new RegExp(`^${key}, [\\d,]+\\sB`) });
  const item = (key) => page.getByRole("rowgroup").filter({ has: itemKey(key) });
  return {
    button,
    region,
    field: (name) => page.getByLabel(name, { exact: true }),
    /** What the last operation was, cost and found. */
    why: region("Last operation"),
    /** The buttons of the workspaces. */
    workspace: (name) => {
      const tab = page.getByRole("navigation", { name: "Workspaces" }).getByRole("button", { name, exact: true });
      return inMenu(page, tab, openMore);
    },
    clock: region("Clock"),
    meter: region("Units consumed"),
    lag: page.getByRole("combobox", { name: /GSI/ }),
    title: page.getByRole("textbox", { name: "Title of this sandbox" }),
    /** An item by its key, such as "C1, O-1003", and the button that is its key. */
    item,
    itemKey,
    // On a phone, below a selected item once more.
    attribute: (key, name) => item(key).getByRole("button", { name: new RegExp(`^${name} `) }).first(),
    /** The entry of an index for the item whose key ends with `key`. */
    entry: (index, key) => {
      const link = page.getByRole("button", { name: `Show the item ${key}`, exact: true });
      return region(index).getByRole("row").filter({ has: link });
    },
  };
}

/** The parts of a lesson on the page. */
export function lesson(page) {
  const panel = page.getByRole("complementary", { name: "Lesson", exact: true });
  const button = (name) => panel.getByRole("button", { name, exact: true });
  return { panel, button, title: panel.getByRole("heading", { level: 2 }), next: button("Next step") };
}

/** Opens an example from the gallery, by the title of its lesson. */
export async function openExample(page, title) {
  await sandbox(page).button("Learn").click();
  await page.getByRole("button", { name: `Open the example: ${title}`, exact: true }).click();
  await page.waitForFunction((title) => document.title === title, title);
}

/** The part after `#` of the link of the sandbox, with its sign: the same sandbox has the same. */
export async function linkOf(page) {
  const { button, field } = sandbox(page);
  await button("Share").click();
  let link = await field("Link").inputValue();
  // Without what was done, which is in the link while the clock is paused with a change on its way.
  const steps = page.getByLabel("With what was done");
  if ((await steps.count()) && (await steps.isChecked())) {
    await steps.uncheck();
    await page.waitForFunction(([field, link]) => field.value !== link, [await field("Link").elementHandle(), link]);
    link = await field("Link").inputValue();
  }
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  return new URL(link).hash;
}

/** Waits until all that was done is stored: a change is not called saved before it is. */
export async function saved(page) {
  await page.getByText("Saved in this browser", { exact: true }).waitFor({ state: "attached" });
}

/** The slot that the address of a page names. */
export const slotOf = (page) => /work=(\w+)/.exec(page.url())[1];

/** Waits until the address has the sandbox beside its slot. */
export const hasSandboxInAddress = (page) => page.waitForFunction(() => /^#z2\..+&work=\w+$/.test(location.hash));

/** Waits until a part of the page says something. */
export async function says(part, words) {
  await part.filter({ hasText: words }).first().waitFor();
}

/**
 * Waits until the page announces something to a screen reader. An announcement that another one has replaced meanwhile
 * counts; one that an earlier call has found does not.
 */
export async function announces(page, words) {
  const take = (words) => {
    const found = window.announcements.findIndex((announcement) => announcement.includes(words));
    return window.announcements.splice(0, found + 1).length > 0;
  };
  await page.waitForFunction(take, words);
}

/** Waits until a part of the page is not there any more. */
export async function gone(part) {
  await part.waitFor({ state: "detached" });
}

/** In the first example: removes an attribute from an item, as `press` presses buttons, and sees its entry leave the index. */
export async function removeAndSee(frame, press) {
  const { button, region, item, entry } = sandbox(frame);
  await press(item("C1, O-1003").getByRole("button", { name: "Remove OrderOpenDate" }));
  await press(button("Remove"));
  const leaving = entry("OpenOrders", "O-1003");
  await says(leaving, "leaves in");
  await gone(leaving.getByText("leaves in"));
  await says(region("OpenOrders"), "2 of 10");
}

/** The card of an experiment in Load. */
export const card = (page, title) =>
  page.getByRole("region", { name: "Experiments", exact: true }).getByRole("button", { name: new RegExp(`^${title} ?[A-Z0-9]`) });

/** Runs an experiment by its card, to its end. */
export async function experiment(page, title) {
  await page.evaluate(() => (window.announcements.length = 0));
  await card(page, title).click();
  // A short run can be over before it is said that it runs.
  await announces(page, "The workload ");
  const panel = page.getByRole("region", { name: "Workload", exact: true });
  // On a phone, what was planned is hidden while it runs.
  await panel.getByText(title, { exact: true }).first().waitFor({ state: "attached" });
  await panel.getByRole("button", { name: /^Run [\d,]+ requests?$/ }).waitFor({ timeout: 120_000 });
}

/** Sends a request by the form. */
export async function send(page, operation, request) {
  const { button } = sandbox(page);
  // On a phone it is in the menu of the table.
  const isPhone = !await button("All operations").isVisible();
  if (!isPhone) await button("All operations").click();
  else {
    await button("Table menu").click();
    await button("All operations…").click();
  }
  const form = page.getByRole("form", { name: "Request" });
  await form.getByLabel("Operation").selectOption(operation);
  await form.getByLabel("The request as JSON or as code").fill(JSON.stringify(request));
  await form.getByRole("button", { name: "Run" }).click();
  // There the form takes the place of the cards, until a request about a table is accepted.
  if (isPhone && operation !== "CreateTable") await button("Close the form").click();
}
