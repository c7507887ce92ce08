import type { Locator } from "@playwright/test";
import { expect, test } from "#tests/e2e/journey.ts";

// With scripts: search.js.e2e.ts, and the same filters in listing.js.e2e.ts.

const applyFilters = (form: Locator) => form.getByRole("button", { name: "Apply filters" }).click();

test("A visitor searches, filters, opens page 2 and a gig, and goes back; a chip removes its filter", async ({
  page,
}) => {
  await page.goto("/");
  const hero = page.getByRole("search", { name: "Find a service" });
  await hero.getByLabel("Search services").fill("  the ");
  await hero.getByRole("button").click();
  await expect(page.getByRole("heading", { level: 2, name: /results for “the”/ })).toBeVisible();

  const form = page.getByRole("search", { name: "Search with filters" });
  await form.getByLabel("Sort By").selectOption("Price: Low to High");
  await form.getByLabel("Delivery time").selectOption("Up to 14 days");
  await form.getByLabel("Lowest price").fill("100");
  await form.getByLabel("Highest price").fill("10");
  await applyFilters(form);
  const chips = page.getByRole("list", { name: "Active filters" });
  await expect(chips.getByRole("link")).toHaveText([
    /^From \$10/,
    /^Up to \$100/,
    /^Up to 14 days/,
    "Clear all",
  ]);
  await expect(form.getByLabel("Lowest price")).toHaveValue("10");
  const prices = () => page.locator("main .cost b").allTextContents();
  const dollars = (await prices()).map((price) => Number(price.slice(1)));
  expect(dollars).toHaveLength(20);
  expect(dollars).toEqual(dollars.toSorted((a, b) => a - b));

  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/search?q=the&sort=price-low&min=10&max=100&days=14&page=2");
  await expect(page.locator('.pages [aria-current="page"]')).toContainText("2");
  const [second] = await prices();
  const first = page.locator("main .card a").first();
  const title = await first.textContent();
  await first.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");

  await page.goBack();
  await expect(page).toHaveURL("/search?q=the&sort=price-low&min=10&max=100&days=14&page=2");
  await expect(page.locator("main .cost b").first()).toHaveText(second ?? "");
  await expect(form.getByLabel("Highest price")).toHaveValue("100");

  await chips.getByRole("link", { name: "Up to $100" }).click();
  await expect(page).toHaveURL("/search?q=the&sort=price-low&min=10&days=14");
  await expect(form.getByLabel("Highest price")).toHaveValue("");

  // A new term keeps the filters. An empty term with filters lists all matching gigs.
  await form.getByLabel("Search services").fill("logo");
  await form.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: /for “logo”/ })).toBeVisible();
  await expect(chips.getByRole("link")).toHaveText([/^From \$10/, /^Up to 14 days/, "Clear all"]);
  await form.getByLabel("Search services").fill("");
  await form.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: /for “logo”/ })).toBeVisible();
  await form.getByLabel("Top Rated").check();
  await applyFilters(form);
  await expect(chips.getByRole("link")).toHaveCount(4);
  await expect(page.getByRole("heading", { level: 2, name: /^\d+ results$/ })).toBeVisible();
  await chips.getByRole("link", { name: "Clear all" }).click();
  await expect(chips).toHaveCount(0);
});

test("On a phone sorting and filters are collapsed, and open", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/search?q=the&max=100");
  const form = page.getByRole("search", { name: "Search with filters" });
  await expect(form.getByLabel("Sort By")).toBeHidden();
  await form.getByText("Filters and sorting (1)").click();
  await form.getByLabel("Sort By").selectOption("Price: High to Low");
  await applyFilters(form);
  await expect(page).toHaveURL(/sort=price-high/);
  await expect(form.getByLabel("Sort By")).toBeHidden();
  await expect(page.locator("main .card").first()).toBeVisible();
});
