import type { Page } from "@playwright/test";
import { expect, test } from "#tests/e2e/journey.ts";

/** The browser's prefetches, with their addresses and outcomes. */
async function watchPrefetches(page: Page): Promise<{ path: string; status: string }[]> {
  const prefetches: { path: string; status: string }[] = [];
  const devtools = await page.context().newCDPSession(page);
  devtools.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
    prefetches.push({ path: new URL(prefetchUrl).pathname, status });
  });
  await devtools.send("Preload.enable");
  return prefetches;
}

/** Presses a link, waits until its page is loaded, and releases it. */
async function pressUntilFetched(page: Page, selector: string): Promise<void> {
  const link = page.locator(selector).first();
  const path = (await link.getAttribute("href")) ?? "";
  const prefetches = await watchPrefetches(page);
  await link.hover();
  await page.mouse.down();
  await expect.poll(() => prefetches).toContainEqual({ path, status: "Ready" });
  // The next page requests its own speculation rules. Until they arrive, a press prefetches nothing.
  const rules = page.waitForResponse("**/speculation-rules.json");
  await page.mouse.up();
  await expect(page).toHaveURL(path);
  await rules;
}

const howDelivered = (page: Page) =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType("navigation");
    return entry && "deliveryType" in entry ? entry.deliveryType : null;
  });

test("While its link is pressed, the next page is prefetched; it counts as viewed once it is shown", async ({
  page,
}) => {
  // As on a slow connection: the scripts do not load before the visitor leaves.
  await page.route("**/assets/*.js", () => {});
  const rules = page.waitForResponse("**/speculation-rules.json");
  await page.goto("/categories");
  await rules;
  await pressUntilFetched(page, 'main a[href^="/categories/"]');
  expect(await howDelivered(page)).toBe("navigational-prefetch");

  await pressUntilFetched(page, 'main a[href^="/services/s/"]');
  expect(await howDelivered(page)).toBe("navigational-prefetch");
  await expect
    .poll(async () => (await page.context().cookies()).some(({ name }) => name === "recent"))
    .toBe(true);
});

test("Once its scripts have started, a page prefetches no other page", async ({ page }) => {
  await page.goto("/categories");
  await page.mouse.move(100, 200);
  await expect(page.locator("html")).not.toHaveAttribute("data-waiting");
  const prefetches = await watchPrefetches(page);
  await page.locator('main a[href^="/categories/"]').first().click();
  await expect(page.locator("main h1")).not.toHaveText(/Categories/);
  expect(prefetches).toEqual([]);
});
