import { expect, type Page, test } from "@playwright/test";
import { encode } from "turbo-stream";
import { hydration, signedIn } from "#tests/e2e/journey.ts";

// These tests expect failures, so they do not check the console: the browser logs every 503.

const sentence = "Failed to load category: please try again (request 1)";
/** The server's response to a client navigation if the category cannot be read. */
const failure = `[{"_1":2},"browse/category.route",{"_3":4},"error",["ErrorResponse",5,6,7],"${sentence}",503,"Service Unavailable"]\n`;

/**
 * Navigates to a category whose first reads fail.
 * @returns the times of the reads, in ms; the list keeps growing
 */
async function openFailingCategory(page: Page, failures: number): Promise<number[]> {
  const reads: number[] = [];
  await page.route(/\/categories\/data\.data/, async (route) => {
    reads.push(Date.now());
    if (reads.length > failures) return await route.continue();
    const headers = { "Content-Type": "text/x-script", "X-Remix-Response": "yes" };
    await route.fulfill({ status: 503, headers, body: failure });
  });
  await page.goto("/categories");
  await page.mouse.move(200, 300);
  const logo = page.locator("header .logo");
  await expect
    .poll(() => logo.evaluate((link) => Object.keys(link).some((key) => key.startsWith("__reactProps"))))
    .toBe(true);
  await page.locator("main").getByRole("link", { name: "Data", exact: true }).click();
  await expect(page.getByRole("heading", { name: sentence })).toBeVisible();
  return reads;
}

test("A failed category is read again twice with growing delays up to 3 s, and shows once a read succeeds", async ({
  page,
}) => {
  const reads = await openFailingCategory(page, 2);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Data Services", { timeout: 10_000 });
  expect(reads).toHaveLength(3);
  const [first = 0, second = 0, third = 0] = reads;
  expect(second - first).toBeGreaterThanOrEqual(1000);
  expect(third - second).toBeGreaterThanOrEqual(3000);
});

test("If both retries fail, the error stays, with 'Try Again'", async ({ page }) => {
  const reads = await openFailingCategory(page, 9);
  await expect.poll(() => reads.length, { timeout: 10_000 }).toBe(3);
  await page.waitForTimeout(4000);
  expect(reads).toHaveLength(3);
  await expect(page.getByRole("heading", { name: sentence })).toBeVisible();
  await expect(page.getByRole("link", { name: "Try Again" })).toHaveAttribute("href", "/categories/data");
});

test("A browser that is offline during a retry keeps the error screen, and loads the page later", async ({
  page,
  context,
}) => {
  const reads = await openFailingCategory(page, 1);
  await context.setOffline(true);
  await page.waitForTimeout(2000);
  await expect(page.getByRole("heading", { name: sentence })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Data Services", { timeout: 10_000 });
  expect(reads).toHaveLength(2);
});

test("A form whose sender the server cannot check comes back with its text, and can be sent again", async ({
  page,
}) => {
  await signedIn(page, "buyer");
  await page.goto("/profile/replies");
  await page.mouse.move(200, 300);
  await hydration(page);
  const text = `Thank you, I will look at it today ${Date.now()}`;
  await page.locator("form:has-text('Save reply') textarea").fill(text);
  // As the worker answers while the database does not (tests/workers/request/unknown-sender.test.ts).
  const html = `<form method="post"><h1>Please try again in a moment</h1><input type="hidden" name="content" value="${text}"><button type="submit">Send again</button></form>`;
  const isForm = (url: URL) => url.pathname === "/profile/replies.data";
  await page.route(isForm, async (route) => {
    if (route.request().method() !== "POST") return await route.continue();
    const stream = encode(
      { error: new Unsent() },
      {
        plugins: [
          (value) => (value instanceof Unsent ? ["ErrorResponse", { title: "", html }, 503, ""] : false),
        ],
      },
    );
    const body = Buffer.from(await new Response(stream).arrayBuffer());
    await route.fulfill({ status: 503, contentType: "text/x-script", body });
  });
  await page.getByRole("button", { name: "Save reply" }).click();
  await expect(page.getByRole("heading", { name: "Please try again in a moment" })).toBeVisible();
  await page.unroute(isForm);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText(text).first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/profile/replies");
});

class Unsent {}
