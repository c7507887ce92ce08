import { expect, test } from "#tests/e2e/journey.ts";

test("The categories menu opens by keyboard, and its links work", async ({ page }) => {
  await page.goto("/categories");
  const menu = page.locator(".rail details");
  const focused = page.locator(":focus");
  // Skip link, logo, search field and button, Sign In, Join; then the menu.
  for (let steps = 0; steps < 7; steps++) await page.keyboard.press("Tab");
  await expect(focused).toHaveText("Categories");
  await page.keyboard.press("Enter");
  const links = menu.getByRole("link");
  await expect(links.first()).toBeVisible();
  // Tab through a category and its first two subcategories.
  for (const at of [0, 1, 2]) {
    await page.keyboard.press("Tab");
    await expect(links.nth(at)).toBeFocused();
  }
  const to = await links.nth(2).getAttribute("href");
  expect(to).toMatch(/^\/categories\/[^/]+\/[^/]+$/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(to ?? "");
  await expect(page.locator(".rail details")).not.toHaveAttribute("open");
});

test.describe("below 768 px", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("The mobile menu opens by touch and shows search, categories and popular links in this order", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(page.locator(".rail")).toBeHidden();
    await page.locator(".menu summary").tap();
    const menu = page.getByRole("navigation", { name: "Menu" });
    await expect(menu.getByLabel("Search services")).toBeVisible();
    const top = async (name: string) => (await menu.getByText(name, { exact: true }).boundingBox())?.y ?? 0;
    const search = (await menu.getByLabel("Search services").boundingBox())?.y ?? 0;
    expect(search).toBeLessThan(await top("Categories"));
    expect(await top("Categories")).toBeLessThan(await top("Popular"));
    await menu.getByRole("link", { name: "Web Development" }).tap();
    await expect(page).toHaveURL("/categories/programming-tech/web-development");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Web Development Services");

    await page.locator(".menu summary").tap();
    await page.getByLabel("Search services").last().fill("logo");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/search?q=logo");
  });
});
