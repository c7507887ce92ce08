import { expect, test } from "#tests/e2e/journey.ts";

test("The header's search box suggests: arrow keys and Escape work, and Enter searches what was typed", async ({
  page,
}) => {
  await page.goto("/categories");
  const box = page.locator("header").getByLabel("Search services").first();
  await box.click();
  await box.pressSequentially(" trans");
  const list = page.getByRole("listbox", { name: "Suggestions" });
  const options = list.getByRole("option");
  await expect(options.first()).toHaveText(/Writing & Translation\s*Category/);
  await expect(options).not.toHaveCount(0);
  await expect(page.getByText(/^\d suggestions$/)).toBeAttached();
  await expect(box).toHaveAttribute("aria-expanded", "true");
  expect(await options.count()).toBeLessThanOrEqual(8);

  // Past either end of the list, the box itself is active again.
  const active = () => list.locator("[aria-selected=true]");
  await box.press("ArrowDown");
  await expect(active()).toHaveText(/Writing & Translation/);
  await expect(box).toHaveAttribute("aria-activedescendant", "site-q-list-0");
  await box.press("ArrowUp");
  await expect(active()).toHaveCount(0);
  await expect(box).not.toHaveAttribute("aria-activedescendant");

  // The first Escape closes the list only.
  await box.press("Escape");
  await expect(list).toBeHidden();
  await expect(box).toHaveValue(" trans");
  await box.press("ArrowDown");
  await expect(list).toBeVisible();

  await box.press("Enter");
  await expect(page).toHaveURL("/search?q=trans");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(page.getByRole("search")).toHaveCount(1);
});

test("A chosen suggestion opens its page; without an answer no suggestions are shown", async ({ page }) => {
  await page.goto("/categories");
  const box = page.locator("header").getByLabel("Search services").first();
  await box.click();
  await box.pressSequentially("logo de");
  await expect(page.getByRole("option", { name: /Logo Design/ })).toBeVisible();
  await box.press("ArrowDown");
  await box.press("Enter");
  await expect(page).toHaveURL("/categories/graphics-design/logo-design");

  await page.route(/\/search\/suggestions/, (route) => route.fulfill({ status: 403 }).catch(() => {}));
  await page.goto("/categories");
  await box.click();
  const asked = page.waitForResponse(/\/search\/suggestions/);
  await box.pressSequentially("logo");
  await asked;
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(box).toHaveAttribute("aria-expanded", "false");
});
