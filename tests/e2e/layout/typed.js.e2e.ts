import type { Locator, Page } from "@playwright/test";
import { expect, hydration, signedIn, test, verifiedNewcomer } from "#tests/e2e/journey.ts";

test("What is typed and chosen before the scripts arrive is kept when they start", async ({ page }) => {
  await verifiedNewcomer(page);
  await page.goto("/profile");
  const bio = page.getByLabel("Bio", { exact: true });
  const zone = page.getByLabel("Time zone");
  const save = page.locator("main").getByRole("button", { name: "Save profile", exact: true });
  await bio.fill("I bind books.");
  await save.click();
  await expect(page.getByText("Profile saved")).toBeVisible();

  const startScripts = await openWithoutScripts(page, "/profile");
  await bio.press("ControlOrMeta+End");
  await bio.pressSequentially(" By hand, in Ghent.");
  await zone.selectOption("Europe/Brussels");
  await startScripts(bio);
  await expect(bio).toHaveValue("I bind books. By hand, in Ghent.");
  await expect(zone).toHaveValue("Europe/Brussels");
});

test("What was typed is kept if an extension's elements make React replace the document", async ({
  browser,
}) => {
  // Not the page that other journeys check: React reports that it replaces the document.
  const page = await browser.newPage();
  const startScripts = await openWithoutScripts(page, "/contact");
  const message = page.getByLabel("Your message");
  await message.evaluate((field) => field.parentElement?.appendChild(document.createElement("an-extension")));
  const name = page.getByLabel("Your name");
  const topic = page.locator("main input[name=topic]").nth(1);
  await name.pressSequentially("Nora Lind");
  await topic.check();
  await message.pressSequentially("My parcel is late.");
  await message.press("ArrowLeft");
  await startScripts(message);
  await expect(message).toBeFocused();
  await page.keyboard.type(" again");
  await expect(message).toHaveValue("My parcel is late again.");
  await expect(name).toHaveValue("Nora Lind");
  await expect(topic).toBeChecked();
  await page.close();
});

test("A service's title typed before the scripts arrive takes precedence over the one that the browser kept, which can be viewed and used", async ({
  page,
}) => {
  await signedIn(page, "newseller");
  await page.goto("/services/create");
  const title = page.getByLabel("Title", { exact: true });
  const tags = page.getByLabel("Tags", { exact: true });
  const category = page.getByLabel("Category", { exact: true });
  const subcategory = page.getByLabel("Subcategory");
  await title.fill("I will bind");
  await category.selectOption({ index: 1 });
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(page).toHaveURL(/\/packages/);
  const overview = page.url().replace("packages", "overview");
  await page.goto(overview);
  await typeUnsaved(page, [
    [title, "I will bind your books"],
    [tags, "books"],
  ]);

  const startScripts = await openWithoutScripts(page, overview);
  await category.selectOption({ index: 2 });
  const choice = await subcategory.locator("optgroup").nth(1).locator("option").first().getAttribute("value");
  await subcategory.selectOption(choice);
  await title.fill("I will mend");
  await startScripts(title);
  await expect(tags).toHaveValue("books");
  // The title has kept its caret, too.
  await page.keyboard.type(" your books");
  await expect(title).toHaveValue("I will mend your books");
  await expect(subcategory).toHaveValue(choice ?? "");

  // Saving does not delete the kept text.
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await page.reload();
  await expect(title).toHaveValue("I will mend your books");
  await expect(subcategory).toHaveValue(choice ?? "");
  await page.getByText("Show the earlier version of Title").click();
  await expect(page.getByLabel("Earlier version of Title")).toHaveValue("I will bind your books");
  await page.getByRole("button", { name: "Use this version" }).click();
  await expect(title).toHaveValue("I will bind your books");
  await page.getByText("Show the earlier version of Title").click();
  await expect(page.getByLabel("Earlier version of Title")).toHaveValue("I will mend your books");
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(page.getByText("earlier version")).toHaveCount(0);
});

test("A seller application typed before the scripts arrive takes precedence over the one that the browser kept", async ({
  page,
}) => {
  await verifiedNewcomer(page);
  await page.goto("/services/sell");
  const bio = page.getByLabel("Bio", { exact: true });
  const skills = page.getByLabel("Skills", { exact: true });
  await typeUnsaved(page, [
    [bio, "I repair old clocks"],
    [skills, "Brass work"],
  ]);

  const startScripts = await openWithoutScripts(page, "/services/sell");
  await bio.pressSequentially("I mend old watches");
  await startScripts(bio);
  await expect(skills).toHaveValue("Brass work");
  await expect(bio).toHaveValue("I mend old watches");
  await page.getByText("Show the earlier version of Bio").click();
  await expect(page.getByLabel("Earlier version of Bio")).toHaveValue("I repair old clocks");
});

/** Types into a form whose saves get no valid answer, so that the browser keeps the texts. */
async function typeUnsaved(page: Page, texts: [Locator, string][]): Promise<void> {
  await page.route("**/save", (route) => route.fulfill({ body: "not an answer" }));
  for (const [field, text] of texts) await field.fill(text);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  // The last field is saved on leaving it, and the first answer also says that the browser is offline.
  const keptNow = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  for (const [, text] of texts) await expect.poll(keptNow).toContain(text);
}

/** Opens a page and holds back its scripts. @returns lets them arrive, and waits until a field is hydrated */
async function openWithoutScripts(page: Page, path: string): Promise<(field: Locator) => Promise<void>> {
  const held = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return async (field) => {
    await page.unroute("**/save");
    held.resolve();
    const isHydrated = () =>
      field.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactProps")));
    await expect.poll(isHydrated).toBe(true);
  };
}

test("Text typed into an application while a refused one is reloaded stays in its field", async ({
  page,
}) => {
  await verifiedNewcomer(page);
  await page.goto("/services/sell");
  await page.mouse.move(200, 300);
  await hydration(page);
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route("**/services/sell.data*", async (route) => {
    if (route.request().method() === "GET") await held;
    await route.continue();
  });
  // Saved automatically, so that the page differs when it is read again.
  const saved = page.waitForResponse("**/services/sell/save");
  await page.getByLabel("Bio").fill("I repair old clocks");
  await saved;
  await page.getByRole("button", { name: "Submit and Continue to Payment ($50)" }).click();
  await expect(page.getByText("Please describe your experience").first()).toBeVisible();
  const experience = page.getByRole("textbox", { name: "Experience", exact: true });
  await experience.fill("Twelve years at a workshop");
  const read = page.waitForResponse((answer) => /sell\.data/.test(answer.url()));
  go();
  await (await read).finished();
  // The next automatic save comes after the page shows what was read.
  await page.waitForResponse("**/services/sell/save");
  await expect(experience).toHaveValue("Twelve years at a workshop");
});
