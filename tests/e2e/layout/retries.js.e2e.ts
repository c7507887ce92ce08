import { expect, type Page, test } from "@playwright/test";
import { hydration, runClockUntil, stopClock } from "#tests/e2e/journey.ts";

// This test expects failures, so it does not check the console: the browser logs every 503.

const sentence = "Failed to load category: please try again (request 1)";
/** The server's response to a client navigation if the category cannot be read. */
const failure = `[{"_1":2},"catalog/category.route",{"_3":4},"error",["ErrorResponse",5,6,7],"${sentence}",503,"Service Unavailable"]\n`;

/** Navigates to a category whose first reads fail. @returns the number of reads so far */
async function openFailingCategory(page: Page, failures: number): Promise<() => number> {
  let reads = 0;
  await page.unrouteAll();
  await page.route(/\/categories\/data\.data/, async (route) => {
    if (++reads > failures) return await route.continue();
    const headers = { "Content-Type": "text/x-script", "X-Remix-Response": "yes" };
    await route.fulfill({ status: 503, headers, body: failure });
  });
  await page.goto("/categories");
  await page.mouse.move(200, 300);
  await page.mouse.move(200, 310);
  await hydration(page);
  await page.locator("main").getByRole("link", { name: "Data", exact: true }).click();
  await expect(page.getByText(sentence)).toBeVisible();
  return () => reads;
}

test("A failed category is read again twice with growing delays up to 3 s, and the error stays; offline it stays, too, until a read succeeds", async ({
  page,
  context,
}) => {
  await stopClock(page);
  const reads = await openFailingCategory(page, 3);
  expect(await runClockUntil(page, () => reads() === 2)).toBeGreaterThanOrEqual(1000);
  expect(await runClockUntil(page, () => reads() === 3)).toBeGreaterThanOrEqual(3000);
  let passed = 0;
  await runClockUntil(page, () => ++passed > 40);
  expect(reads()).toBe(3);
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByRole("link", { name: "Try Again" })).toHaveAttribute("href", "/categories/data");

  // A browser that is offline during a retry keeps the error screen, and loads the page later.
  const later = await openFailingCategory(page, 1);
  let lost = false;
  page.on("requestfailed", (request) => {
    lost ||= request.url().endsWith("/healthz");
  });
  await context.setOffline(true);
  expect(await runClockUntil(page, () => lost)).toBeGreaterThanOrEqual(1000);
  await expect(page.getByText(sentence)).toBeVisible();
  await context.setOffline(false);
  await runClockUntil(page, () => later() === 2);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Data Services");
  expect(later()).toBe(2);
});
