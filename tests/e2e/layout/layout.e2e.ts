import type { Page } from "@playwright/test";
import { expect, test } from "#tests/e2e/journey.ts";

/** The background colour of the page, which shows its theme. */
function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}
const light = "rgb(248, 243, 232)";
const dark = "rgb(24, 21, 17)";

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

test("The footer sets the theme to light, dark or system, and returns to the footer of the same address with its query", async ({
  page,
}) => {
  const here = "/search?q=logo&sort=price-low";
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(here);
  const theme = page.getByRole("group", { name: "Theme" });
  const steps = [
    { name: "Light", color: light },
    { name: "Dark", color: dark },
    { name: "System", color: light },
  ];
  for (const { name, color } of steps) {
    await theme.getByRole("button", { name }).click();
    await expect(theme.getByRole("button", { name, pressed: true })).toBeVisible();
    await expect(page).toHaveURL(`${here}#theme`);
    expect([name, await background(page)]).toEqual([name, color]);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await background(page)).toBe(dark);
  await theme.getByRole("button", { name: "Light" }).click();
  await expect(theme.getByRole("button", { name: "Light", pressed: true })).toBeVisible();
  expect(await background(page)).toBe(light);
});

test("The footer turns Lite on and off, and returns to the footer of the same address with its query", async ({
  page,
}) => {
  const here = "/search?q=logo&sort=price-high";
  await page.goto(here);
  const lite = page.getByRole("switch", { name: "Lite" });
  for (const on of [true, false]) {
    await lite.click();
    await expect(lite).toBeChecked({ checked: on });
    await expect(page).toHaveURL(`${here}#theme`);
    // The data and the modules of the framework. Lite has the scripts in the page itself, too.
    const framework = page.locator("script[type='text/boot'], script[type='module'], script[src]");
    expect((await framework.count()) > 0).toBe(!on);
  }
});
