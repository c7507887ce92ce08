import type { BrowserContext, Page } from "@playwright/test";
import { decode, encode } from "turbo-stream";
import { expect, hydration, retrying, test, watch } from "#tests/e2e/journey.ts";

/** Changes to the home page's data on its way to the browser. */
type Changes = { placeholdersReady?: boolean; featured?: null; hotSellers?: null };

/**
 * Opens the home page by a client navigation, and changes the server's responses.
 * @param changes for the first request, the second, and so on; further responses are not changed
 * @returns the number of requests so far
 */
async function goHome(page: Page, changes: Changes[]): Promise<{ requests: number }> {
  const count = { requests: 0 };
  await page.route("**/_root.data*", async (route) => {
    const change = changes[count.requests++];
    const response = await route.fetch(retrying);
    if (!change) return route.fulfill({ response });
    const { value } = await decode(bytes(await response.text()));
    for (const part of Object.values(value as Record<string, { data?: object }>)) {
      if (part.data && "featured" in part.data) Object.assign(part.data, change);
    }
    return route.fulfill({
      response,
      body: await new Response(encode(value)).text(),
    });
  });
  await page.goto("/search?q=logo");
  await page.mouse.move(200, 300);
  const logo = page.locator("header .logo");
  await hydration(page);
  await logo.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Good work");
  return count;
}

function bytes(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([text]).stream();
}

const tiles = (page: Page) => page.locator("section[data-placeholders]");

test("Placeholder image setup goes through checking, creating and ready; the tiles stay visible", async ({
  page,
}) => {
  const requested: string[] = [];
  await page.route("**/images/placeholder-1?w=320", async (route) => {
    requested.push(route.request().method());
    expect(await tiles(page).getAttribute("data-placeholders")).toBe("checking");
    await expect(tiles(page).getByRole("link")).toHaveCount(6);
    await route.fulfill({ status: 200, contentType: "image/svg+xml" });
  });
  await page.route("**/functions/create-placeholders", async (route) => {
    requested.push(`${route.request().method()} ${route.request().postData()}`);
    await expect(tiles(page)).toHaveAttribute("data-placeholders", "creating");
    await route.fulfill({ json: { ready: true, created: 6 } });
  });
  await goHome(page, [{ placeholdersReady: false }]);
  await expect(tiles(page)).toHaveAttribute("data-placeholders", "ready");
  expect(requested).toEqual(["HEAD", 'POST {"init":true}']);
});

test("An existing placeholder ends the check, and the browser does not check if the server reports them as ready", async ({
  page,
}) => {
  const requested: string[] = [];
  page.on("request", (request) => {
    if (/create-placeholders|images\/placeholder-1\?w=320/.test(request.url()))
      requested.push(request.method());
  });
  await page.route("**/images/placeholder-1?w=320", (route) => route.fulfill({ contentType: "image/webp" }));
  await goHome(page, [{ placeholdersReady: false }]);
  await expect(tiles(page)).toHaveAttribute("data-placeholders", "ready");
  expect(requested).toEqual(["HEAD"]);
  await goHome(page, [{ placeholdersReady: true }]);
  await expect(tiles(page)).toHaveAttribute("data-placeholders", "ready");
  await page.waitForTimeout(300);
  expect(requested).toEqual(["HEAD"]);
});

test("Placeholders: 'Failed to create placeholder images. Some images may not display properly.'", async ({
  browser,
}) => {
  const page = await browser.newPage();
  const errors = watch(page);
  await page.route("**/images/placeholder-1?w=320", (route) =>
    route.fulfill({ contentType: "image/svg+xml" }),
  );
  await page.route("**/functions/create-placeholders", (route) =>
    route.fulfill({ status: 503, json: { ready: false, error: { message: "no" } } }),
  );
  await goHome(page, [{ placeholdersReady: false }]);
  const toast = page.getByRole("alert");
  await expect(toast).toContainText(
    "Failed to create placeholder images. Some images may not display properly.",
  );
  await expect(tiles(page)).toHaveAttribute("data-placeholders", "error");
  await expect(tiles(page).getByRole("link").first()).toBeVisible();
  await toast.getByText("Close").click();
  await expect(toast).toBeHidden();
  // The browser logs the 503 itself; there are no other errors.
  expect(errors.filter((error) => !error.includes("503"))).toEqual([]);
  await page.close();
});

test("'Network error while setting up images. Please refresh the page.'; the check retries up to 3 times", async ({
  browser,
}) => {
  const page = await browser.newPage();
  let checks = 0;
  await page.route("**/images/placeholder-1?w=320", (route) => {
    checks += 1;
    return route.abort();
  });
  await goHome(page, [{ placeholdersReady: false }]);
  await expect(page.getByRole("alert")).toContainText(
    "Network error while setting up images. Please refresh the page.",
    { timeout: 15_000 },
  );
  expect(checks).toBe(4);
  await page.close();
});

test("Featured services are loaded again with 2 retries, without a page load", async ({ page }) => {
  // The examples shown in the meantime need the placeholder pictures.
  const setup = await page.request.post("/functions/create-placeholders", {
    ...retrying,
    data: { init: true },
    headers: { Origin: process.env.E2E_URL ?? "" },
  });
  expect((await setup.json()).ready).toBe(true);
  const failed = { featured: null, hotSellers: null } as const;
  const home = await goHome(page, [failed, failed]);
  await expect(page.getByText("Failed to load featured services")).toBeVisible();
  await expect(page.getByText("Example", { exact: true })).toHaveCount(4);
  await expect(page.getByText("Failed to load featured services")).toBeHidden({ timeout: 15_000 });
  await expect(page.getByText("Example", { exact: true })).toHaveCount(0);
  expect(home.requests).toBe(3);
});

test("Featured services: the error stays after 2 failed retries", async ({ page }) => {
  const failed = { featured: null } as const;
  const home = await goHome(page, [failed, failed, failed, failed, failed]);
  await expect.poll(() => home.requests, { timeout: 15_000 }).toBe(3);
  await page.waitForTimeout(4000);
  expect(home.requests).toBe(3);
  await expect(page.getByText("Failed to load featured services")).toBeVisible();
});

/** The films that a browser requests on the home page. */
async function films(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage();
  const requested = new Set<string>();
  page.on("request", (request) => {
    const name = /hero[\w-]*\.(webm|mp4)$/.exec(request.url())?.[0];
    if (name) requested.add(name);
  });
  await page.goto("/", { waitUntil: "load" });
  await page.waitForTimeout(500);
  await context.close();
  return [...requested];
}

const moving = { reducedMotion: "no-preference" } as const;
const phone = { viewport: { width: 360, height: 740 }, ...moving };
const desktop = { viewport: { width: 1280, height: 800 }, ...moving };

test("The film is requested if motion is allowed and Lite is off, on phones by a script", async ({
  browser,
}) => {
  // In Lite the page has no film at all: tests/home/hero.test.ts.
  const cases: [options: Parameters<typeof browser.newContext>[0], films: string[]][] = [
    [{ ...phone, colorScheme: "dark" }, ["hero-dark.webm"]],
    [{ ...phone, javaScriptEnabled: false }, []],
    [{ ...phone, reducedMotion: "reduce" }, []],
    [{ ...desktop, viewport: { width: 768, height: 740 } }, ["hero.webm"]],
    [{ ...desktop, javaScriptEnabled: false, colorScheme: "dark" }, ["hero-dark.webm"]],
    [{ ...desktop, reducedMotion: "reduce" }, []],
  ];
  await Promise.all(
    cases.map(async ([options, expected]) =>
      expect(await films(await browser.newContext(options)), JSON.stringify(options)).toEqual(expected),
    ),
  );
  const chosen = await browser.newContext({ ...desktop, colorScheme: "light" });
  await chosen.addCookies([{ name: "theme", value: "dark", url: process.env.E2E_URL ?? "" }]);
  expect(await films(chosen)).toEqual(["hero-dark.webm"]);
});
