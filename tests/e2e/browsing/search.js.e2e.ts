import { expect, hydration, test } from "#tests/e2e/journey.ts";

test("With scripts the address has no empty fields, and Enter in a price field applies the filters without a term", async ({
  page,
}) => {
  await page.goto("/search");
  await page.mouse.move(200, 300);
  const form = page.getByRole("search", { name: "Search with filters" });
  await hydration(page);
  await form.getByLabel("Highest price").fill("60");
  await form.getByLabel("Highest price").press("Enter");
  // Text that is typed while the results load is kept.
  await form.getByLabel("Search services").fill(" logo ");
  await expect(page).toHaveURL("/search?max=60");
  await expect(page.getByRole("link", { name: /Up to \$60/ })).toBeVisible();
  await form.getByLabel("Search services").press("Enter");
  await expect(page).toHaveURL("/search?q=logo&max=60");
});

test("While results load, 8 placeholders and a status message are shown: from another page, and instead of other results", async ({
  page,
}) => {
  await page.goto("/categories");
  await page.mouse.move(200, 300);
  await hydration(page);
  let go = () => {};
  const hold = () => {
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    return page.route(/\/search\.data/, async (route) => {
      await held;
      await route.continue();
    });
  };
  await hold();
  await page.locator("main").getByRole("link", { name: "See all services" }).click();
  await expect(page.locator("main [aria-hidden] .card")).toHaveCount(8);
  await expect(page.getByText("Loading results")).toBeAttached();
  go();
  await expect(page.getByRole("heading", { name: /results/ })).toBeVisible();
  await expect(page.locator("main [aria-busy]")).toHaveCount(0);

  await page.unroute(/\/search\.data/);
  await hold();
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Next" }).click();
  await expect(page.locator("main .wait .card")).toHaveCount(8);
  await expect(page.getByText("Loading results")).toBeAttached();
  await expect(page.locator("main [aria-busy=true]")).toBeVisible();
  go();
  await expect(page.locator('.pages [aria-current="page"]')).toContainText("2");
  await expect(page.locator("main .wait")).toHaveCount(0);
});

test("On a phone the filters stay open while they apply themselves, and a button closes them", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/search?q=the&max=100");
  const form = page.getByRole("search", { name: "Search with filters" });
  await form.getByText("Filters and sorting (1)").click();
  await form.getByLabel("Sort By").selectOption("Price: High to Low");
  await expect(page).toHaveURL(/sort=price-high/);
  await expect(form.getByLabel("Sort By")).toBeVisible();
  await form.getByRole("button", { name: /^Show \d+ results$/ }).click();
  await expect(form.getByLabel("Sort By")).toBeHidden();
});
