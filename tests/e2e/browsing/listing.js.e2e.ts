import type { Page, Route } from "@playwright/test";
import { expect, hydration, test as journey, linksDiscovered } from "#tests/e2e/journey.ts";

/** Opens a page and waits for hydration. Scripts load at the first user interaction. */
async function hydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.mouse.move(200, 300);
  await hydration(page);
}

/** Holds the requests to an address. @returns a function that releases them */
async function hold(page: Page, path: RegExp): Promise<() => void> {
  let go = () => {};
  const opened = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(path, async (route: Route) => {
    await opened;
    await route.continue().catch(() => {}); // The browser may have aborted it.
  });
  return go;
}

journey("Cards show loading placeholders while another sort order loads", async ({ page }) => {
  const discovered = linksDiscovered(page);
  await hydrated(page, "/categories/graphics-design");
  await discovered;
  const go = await hold(page, /graphics-design\.data\?sort=price-low/);
  await page.getByLabel("Sort By").selectOption("price-low");
  await page.getByRole("button", { name: "Apply" }).click();
  const results = page.locator("main .list .load");
  await expect(results).toHaveAttribute("aria-busy", "true");
  await expect(results.getByRole("status")).toHaveText("Loading services");
  await expect(results.locator(".wait .card")).toHaveCount(6);
  await expect(results.locator(".wait")).toHaveCSS("opacity", "1");
  await expect(results.locator("> div").first()).toHaveCSS("opacity", "0");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Graphics & Design Services");
  go();
  await expect(results).not.toHaveAttribute("aria-busy");
  await expect(results.locator(".wait")).toHaveCount(0);
  await expect(page).toHaveURL(/sort=price-low/);
});

journey(
  "A loading skeleton shows while a category loads, and an aborted navigation leaves the page unchanged",
  async ({ page }) => {
    await hydrated(page, "/categories/graphics-design");
    await page.getByLabel("Sort By").selectOption("price-high");
    const go = await hold(page, /\/categories\/data\.data/);
    const elsewhere = page.locator("footer").getByRole("link", { name: "Data", exact: true });
    await elsewhere.click();
    const frame = page.locator("main > div > .load");
    await expect(frame).toHaveAttribute("aria-busy", "true");
    await expect(frame.locator("> [role=status]")).toHaveText("Loading category");
    await expect(frame.locator("> .wait")).toHaveCSS("opacity", "1");

    // A link to the current page aborts the navigation. The field keeps a choice that was not submitted.
    await page.getByRole("link", { name: "All Services" }).dispatchEvent("click");
    await expect(frame).not.toHaveAttribute("aria-busy");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Graphics & Design Services");
    await expect(page.getByLabel("Sort By")).toHaveValue("price-high");

    await elsewhere.click();
    go();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Data Services");
    await expect(frame).not.toHaveAttribute("aria-busy");
  },
);

journey("A page change scrolls to the top", async ({ page }) => {
  await hydrated(page, "/categories/graphics-design");
  await page.getByRole("link", { name: "Next" }).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

journey(
  "'Loading skeleton while the category loads' also shows on the way from the home page",
  async ({ page }) => {
    await hydrated(page, "/");
    const go = await hold(page, /\/categories\/data\.data/);
    await page.locator("main .index").getByRole("link", { name: "Data", exact: true }).click();
    await expect(page.locator("main [role=status]").filter({ hasText: "Loading category" })).toBeAttached();
    await expect(page.locator("main .hero")).toBeHidden();
    await expect(page.locator("main .card:has(.sk)")).toHaveCount(6);
    go();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Data Services");
    await expect(page.locator("main .sk")).toHaveCount(0);
  },
);
