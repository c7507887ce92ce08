import type { Page } from "@playwright/test";
import { expect, newSeller, picture, test } from "#tests/e2e/journey.ts";

const pictures = [picture("front.png", [180, 40, 40]), picture("side.png", [40, 160, 60])];
/** A picture in a file of over 5 MB: a browser with scripts makes it smaller. */
const heavy = picture("front.png", [180, 40, 40]);
heavy.buffer = Buffer.concat([heavy.buffer, Buffer.alloc(5.5 * 1024 * 1024)]);
const description =
  "I clean the movement of your clock, replace what is worn, and tell you what I found. You get a film of it running, and a year of care.";

const next = (page: Page) => page.getByRole("button", { name: "Save and continue" }).click();
const step = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name });

test("A seller publishes a service with two pictures; it is found", async ({ page }, info) => {
  const hasScripts = info.project.name === "js";
  const word = `clock${Date.now().toString(36)}${hasScripts ? "j" : "n"}`;
  await newSeller(page);
  await page.goto("/dashboard");
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Services" }).click();
  await expect(page).toHaveURL("/dashboard/services");
  await page.getByRole("main").getByRole("link", { name: "Create a Gig" }).first().click();

  // Overview, then the description first: the steps can be taken in any order.
  await page.getByLabel("Title").fill(`I will restore your ${word}`);
  await next(page);
  // The step is saved as it is. The next page says what is missing, and so does its entry in the list.
  await expect(page.getByText("Saved. Overview: 2 things to fix")).toBeVisible();
  await expect(step(page, "Overview 2 things to fix")).toBeVisible();
  await page.getByRole("link", { name: "Choose a category" }).click();
  await expect(page.getByText("Please fix 2 things")).toBeVisible();
  await expect(page.getByLabel("Category", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Title")).toHaveValue(`I will restore your ${word}`);
  await page.getByLabel("Category", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Subcategory").selectOption({ index: 1 });
  await next(page);
  await expect(step(page, "Done: Overview")).toBeVisible();
  await step(page, "Description").click();
  await page.getByLabel("Description").fill(description);
  await page.getByRole("button", { name: "Add a question" }).click();
  await page.getByRole("textbox", { name: "Question 1", exact: true }).fill("Do you ship?");
  await page.getByLabel("Answer").fill("Yes, insured.");
  await page.getByRole("button", { name: "Add a question" }).click();
  await page.getByRole("textbox", { name: "Question 2", exact: true }).fill("Which clocks?");
  await page.getByLabel("Answer").nth(1).fill("All with a pendulum.");
  await page.getByRole("button", { name: "Move up question 2" }).click();
  await expect(page.getByRole("textbox", { name: "Question 1", exact: true })).toHaveValue("Which clocks?");

  // Packages: Premium by the rules.
  await step(page, "Packages").click();
  await page.getByLabel("Price in US dollars").first().fill("$ 80.50");
  await page.getByLabel("Delivery time in days").first().fill("3");
  await page.getByLabel("Revisions").first().selectOption("1");
  await page.getByLabel("Feature 1").first().fill("A cleaned movement");
  // What is not offered is folded, until its box is ticked.
  await expect(page.getByLabel("Price in US dollars")).toHaveCount(3);
  await expect(page.getByLabel("Price in US dollars").nth(1)).toBeHidden();
  await page.getByLabel("Offer Standard").check();
  await expect(page.getByLabel("Price in US dollars").nth(1)).toBeVisible();
  await page.getByLabel("Offer Standard").uncheck();
  await page.getByRole("button", { name: "Fill from Basic for Premium" }).click();
  await expect(page.getByLabel("Price in US dollars").nth(1)).toBeHidden();
  await expect(page.getByLabel("Price in US dollars").nth(2)).toHaveValue(/^161/);
  await page.getByLabel("Faster delivery: days sooner").first().fill("1");
  await page.getByLabel("Faster delivery: price").first().fill("20");
  await page.getByRole("button", { name: "Add an extra" }).click();
  await page.getByRole("textbox", { name: "Extra 1", exact: true }).fill("A spare key");
  await page.getByLabel("Price of extra 1").fill("12.50");
  await page.getByLabel("Days that extra 1 adds").fill("0");

  // The rest: questions and pictures.
  await step(page, "Requirements").click();
  await page.getByRole("button", { name: "Add a question" }).click();
  await page.getByRole("textbox", { name: "Question 1", exact: true }).fill("Which clock is it?");
  await next(page);
  await page.getByLabel("Fit: show all of it").check();
  await page.getByLabel(/^Add pictures/).setInputFiles(hasScripts ? [heavy, ...pictures.slice(1)] : pictures);
  if (!hasScripts) await page.getByRole("button", { name: "Upload" }).click();
  for (const [i, { name }] of pictures.entries())
    await page.getByLabel(`What picture ${i + 1} shows`).fill(`A clock, ${name}`);
  await page.getByRole("button", { name: "Move up picture 2" }).click();
  await expect(page.getByLabel("What picture 1 shows")).toHaveValue("A clock, side.png");
  await expect(page.getByLabel("Fit: show all of it")).toBeChecked();

  // Publish: the page names what is missing, the preview shows the service, the rights are confirmed.
  await step(page, "Publish").click();
  await expect(page.getByText("Your service is ready")).toBeVisible();
  await page.getByRole("link", { name: "Preview it as a buyer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`I will restore your ${word}`);
  await expect(page.getByRole("button", { name: /Order Now/ })).toHaveCount(0);
  await page.goBack();
  await page.getByRole("button", { name: "Publish service" }).click();
  await expect(page.getByText("Confirm that you hold the rights").first()).toBeVisible();
  await page.getByLabel("I hold the rights to everything I deliver").check();
  await page.getByRole("button", { name: "Publish service" }).click();
  await expect(page.getByText("Your service is published")).toBeVisible();

  // It is found. Orders are in orders/purchase.e2e.ts, later changes in tests/gigs/editor/changing.test.ts.
  await page.goto(`/search?q=${word}`);
  await page
    .getByRole("link", { name: `I will restore your ${word}` })
    .first()
    .click();
  await expect(page.getByRole("img", { name: "A clock, side.png" }).first()).toBeVisible();
});
