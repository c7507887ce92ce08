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

test("Search results that load from another page show 8 placeholders", async ({ page }) => {
  await page.goto("/categories");
  await page.mouse.move(200, 300);
  const all = page.locator("main").getByRole("link", { name: "See all services" });
  await hydration(page);
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/\/search\.data/, async (route) => {
    await held;
    await route.continue();
  });
  await all.click();
  await expect(page.locator("main [aria-hidden] .card")).toHaveCount(8);
  await expect(page.getByText("Loading results")).toBeAttached();
  go();
  await expect(page.getByRole("heading", { name: /results/ })).toBeVisible();
  await expect(page.locator("main [aria-busy]")).toHaveCount(0);
});

test("While other results load, 8 placeholders and a status message are shown", async ({ page }) => {
  await page.goto("/search?q=the");
  await page.mouse.move(200, 300);
  const next = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Next" });
  await hydration(page);
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/\/search\.data/, async (route) => {
    await held;
    await route.continue();
  });
  await next.click();
  await expect(page.locator("main .wait .card")).toHaveCount(8);
  await expect(page.getByText("Loading results")).toBeAttached();
  await expect(page.locator("main [aria-busy=true]")).toBeVisible();
  go();
  await expect(page.locator('.pages [aria-current="page"]')).toContainText("2");
  await expect(page.locator("main .wait")).toHaveCount(0);
});
