import { encode } from "turbo-stream";
import { expect, linksDiscovered, service, test, watch, withPictures } from "#tests/e2e/journey.ts";

test.use(withPictures);

test("'Recently viewed: max 10 ids in local storage, shows 4'", async ({ page }) => {
  await page.goto("/search");
  const links = page.locator(".card h3 a");
  const paths = await links.evaluateAll((all) =>
    all.slice(0, 5).map((link) => link.getAttribute("href") ?? ""),
  );
  // Seven were viewed long ago.
  await page.evaluate(() => {
    localStorage.recentlyViewed = JSON.stringify(Array.from({ length: 7 }, () => crypto.randomUUID()));
  });
  for (const path of paths) await page.goto(path);
  const storedCount = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem("recentlyViewed") ?? "[]").length);
  expect(await storedCount()).toBe(10);
  await page.goto(service);
  await expect(page.getByRole("heading", { name: "Recently Viewed Services" })).toHaveCount(0);
  // Scrolling is enough, without a touch, key or pointer.
  const discovered = linksDiscovered(page);
  await page.evaluate(() => window.scrollTo(0, 600));
  await discovered;
  const recent = page.locator("section", {
    has: page.getByRole("heading", { name: "Recently Viewed Services" }),
  });
  await expect(recent).toBeVisible();
  const shown = await recent
    .locator(".card h3 a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(shown).toEqual(paths.slice(-4).reverse());
  expect(await storedCount()).toBe(10);

  // The next gig shows its description, even if another tab was open.
  const about = page.getByRole("navigation", { name: "About this service" });
  await about.getByRole("link", { name: "Reviews" }).click();
  await expect(page.locator("section#reviews")).toBeVisible();
  await recent.locator(".card h3 a").first().click();
  await expect(page).toHaveURL(new RegExp(`${shown[0]}$`));
  await expect(page.locator("section#description")).toBeVisible();
});

test("'A failed image falls back through a placeholder list, then to the first letter of the title'", async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const requested: string[] = [];
  await page.route(/\/images\//, (route) => {
    requested.push(new URL(route.request().url()).pathname);
    return route.abort();
  });
  await page.goto(service);
  await page.mouse.move(200, 300);
  const main = page.locator("main .ph").first();
  await expect(main).toHaveText(/^(L|No images available)$/);
  for (const n of [1, 2, 3]) expect(requested).toContain(`/images/placeholder-${n}`);
  await context.close();
});

/** The server's response to a client navigation if a gig cannot be read. */
class Failure {}
const failed = () =>
  encode(
    { "gigs/page/gig.route": { error: new Failure() } },
    {
      plugins: [
        (value) =>
          value instanceof Failure
            ? ["ErrorResponse", "Error fetching service: please try again (request 0-1)", 503, ""]
            : false,
      ],
    },
  );

test("'On error up to 3 attempts at 1 s spacing; a further manual retry runs up to 3 times'; then Service Not Found", async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors = watch(page);
  const attempts: number[] = [];
  let broken = true;
  await page.route(/\/services\/s\/[^?]*\.data/, async (route) => {
    if (!broken) return route.continue();
    attempts.push(Date.now());
    const body = Buffer.from(await new Response(failed()).arrayBuffer());
    return route.fulfill({ status: 503, contentType: "text/x-script", body });
  });
  await page.goto("/search");
  await page.mouse.move(200, 300);
  const card = page.locator(".card h3 a").first();
  const title = (await card.textContent()) ?? "";
  await expect
    .poll(() => card.evaluate((link) => Object.keys(link).some((key) => key.startsWith("__reactProps"))))
    .toBe(true);
  await card.click();
  await expect(page.getByText("Error fetching service: please try again")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Home" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Service Not Found" })).toBeVisible({ timeout: 15_000 });
  expect(attempts).toHaveLength(1 + 3);
  for (const i of [1, 2, 3]) expect((attempts[i] ?? 0) - (attempts[i - 1] ?? 0)).toBeGreaterThanOrEqual(1000);
  await expect(page.getByText("Request: 0-1")).toBeVisible();

  const again = Date.now();
  await page.getByRole("link", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Service Not Found" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Service Not Found" })).toBeVisible({ timeout: 20_000 });
  expect(attempts).toHaveLength(1 + 3 + 3);
  expect(Date.now() - again).toBeGreaterThanOrEqual(1000 + 2000 + 3000);

  broken = false;
  await page.getByRole("link", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title, { timeout: 10_000 });
  expect(errors.filter((error) => !error.includes("503"))).toEqual([]);
  await context.close();
});
