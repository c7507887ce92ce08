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

journey(
  "Cards show loading placeholders while another sort order loads, and a page change scrolls to the top",
  async ({ page }) => {
    const discovered = linksDiscovered(page);
    await hydrated(page, "/categories/graphics-design");
    await discovered;
    const go = await hold(page, /graphics-design\.data\?sort=price-low/);
    await page.getByLabel("Sort By").selectOption("price-low");
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

    await page.getByRole("link", { name: "Next" }).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  },
);

journey(
  "A loading skeleton shows while a category loads, and an aborted navigation leaves the page unchanged",
  async ({ page }) => {
    await hydrated(page, "/categories/graphics-design");
    await page.getByLabel("Highest price").fill("about 50");
    const go = await hold(page, /\/categories\/data\.data/);
    const elsewhere = page.locator("footer").getByRole("link", { name: "Data", exact: true });
    await elsewhere.click();
    const frame = page.locator("main > div > .load");
    await expect(frame).toHaveAttribute("aria-busy", "true");
    await expect(frame.locator("> [role=status]")).toHaveText("Loading category");
    await expect(frame.locator("> .wait")).toHaveCSS("opacity", "1");

    // A link to the current page aborts the navigation. The field keeps a text that was not applied.
    await page.getByRole("link", { name: "All Services" }).dispatchEvent("click");
    await expect(frame).not.toHaveAttribute("aria-busy");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Graphics & Design Services");
    await expect(page.getByLabel("Highest price")).toHaveValue("about 50");

    await elsewhere.click();
    go();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Data Services");
    await expect(frame).not.toHaveAttribute("aria-busy");
  },
);

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

journey(
  "A filter of a category applies without a press and keeps focus and scroll; Back takes it back; what was chosen before the scripts ran applies too",
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto("/categories/graphics-design");
    // No script runs yet: the button is still there.
    await expect(page.getByRole("button", { name: "Apply filters" })).toBeVisible();
    await page.getByLabel("Rating").evaluate((field) => {
      if (field instanceof HTMLSelectElement) field.value = "4";
    });
    await page.mouse.move(200, 300);
    await expect(page).toHaveURL("/categories/graphics-design?rating=4");
    await expect(page.getByRole("button", { name: "Apply filters" })).toHaveCount(0);
    const title = page.getByRole("heading", { name: /^All Graphics & Design Services/ });
    const before = await title.textContent();

    const highest = page.getByLabel("Highest price");
    await highest.focus();
    const scrolled = await page.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(100);
    await page.keyboard.type("40", { delay: 50 });
    await expect(page).toHaveURL("/categories/graphics-design?max=40&rating=4");
    await expect(title).not.toHaveText(before ?? "");
    await expect(highest).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);

    const level = page.getByLabel("Level 2");
    await level.focus();
    await page.keyboard.press("Space");
    await expect(page).toHaveURL("/categories/graphics-design?max=40&level=level-2&rating=4");
    await expect(level).toBeFocused();

    await page.goBack();
    await expect(page).toHaveURL("/categories/graphics-design?max=40&rating=4");
    await expect(level).not.toBeChecked();
    await page.getByRole("link", { name: "Clear all" }).click();
    await expect(highest).toHaveValue("");
    await expect(page.getByLabel("Rating")).toHaveValue("");
    await expect(title).toContainText("Graphics");
  },
);
