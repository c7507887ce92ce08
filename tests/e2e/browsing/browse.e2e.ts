import { isDeepStrictEqual } from "node:util";
import { applyFilters, expect, test } from "#tests/e2e/journey.ts";

/** For an address with these parameters, and no others but empty ones, which a form without scripts sends. */
const asks = (wanted: Record<string, string>) => (url: URL) =>
  isDeepStrictEqual(Object.fromEntries([...url.searchParams].filter(([, value]) => value !== "")), wanted);

test("A visitor goes from all categories to a subcategory, sorts, opens page 2 and a gig", async ({
  page,
}, info) => {
  await page.goto("/categories");
  const main = page.locator("main");
  await main.getByRole("link", { name: /^Graphics & Design/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Graphics & Design Services");
  await expect(main.getByText("About Graphics & Design Services")).toBeVisible();

  await main.getByRole("link", { name: "Logo Design", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Logo Design Services");
  await expect(page).toHaveURL(/\/categories\/graphics-design\/logo-design$/);
  await main.getByRole("link", { name: "Back to Graphics & Design" }).click();
  await expect(main.getByRole("heading", { name: /^All Graphics & Design Services \(\d+\)$/ })).toBeVisible();

  // As a person does: scripts start at the first gesture.
  await main.getByLabel("Sort By").focus();
  await main.getByLabel("Sort By").selectOption({ label: "Price: Low to High" });
  await applyFilters(main, info);
  await expect(page).toHaveURL(asks({ sort: "price-low" }));
  await main.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(asks({ sort: "price-low", page: "2" }));
  await expect(main.getByRole("navigation", { name: "Pages" }).locator("[aria-current]")).toHaveText(
    "Page 2",
  );
  await expect(main.getByLabel("Sort By")).toHaveValue("price-low");

  // Filters too, which the next pages keep.
  const form = main.getByRole("form", { name: "Sort and filter" });
  await form.getByLabel("Lowest price").fill("30");
  await applyFilters(form, info);
  await expect(page).toHaveURL(asks({ sort: "price-low", min: "30" }));
  await expect(main.getByRole("link", { name: /^From \$30/ })).toBeVisible();
  await main.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(asks({ sort: "price-low", min: "30", page: "2" }));
  // The address changes a moment before the page does.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  const card = main.locator(".card h3 a").first();
  const title = (await card.textContent()) ?? "";
  await card.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});
