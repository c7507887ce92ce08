import type { BrowserContext, Page } from "@playwright/test";
import { decode, encode } from "turbo-stream";
import { expect, hydration, retrying, runClockUntil, stopClock, test, watch } from "#tests/e2e/journey.ts";

/** Changes to the home page's data on its way to the browser. */
type Changes = { placeholdersReady?: boolean; featured?: null; hotSellers?: null };

/**
 * Opens the home page by a client navigation, and changes the server's responses.
 * @param changes for the first request, the second, and so on; further responses are not changed
 * @returns the number of requests so far
 */
async function goHome(page: Page, changes: Changes[]): Promise<{ requests: number }> {
  const count = { requests: 0 };
  await page.unroute("**/_root.data*");
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
  await hydration(page);
  await page.locator("header .logo").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Good work");
  return count;
}

function bytes(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([text]).stream();
}

const tiles = (page: Page) => page.locator("section[data-placeholders]");

test("Placeholder image setup goes through checking, creating and ready; an existing one ends the check, and nothing is checked if the server reports them as ready", async ({
  page,
}) => {
  const requested: string[] = [];
  let contentType = "image/svg+xml";
  await page.route("**/images/placeholder-1?w=320", async (route) => {
    requested.push(route.request().method());
    expect(await tiles(page).getAttribute("data-placeholders")).toBe("checking");
    await expect(tiles(page).getByRole("link")).toHaveCount(6);
    await route.fulfill({ status: 200, contentType });
  });
  await page.route("**/functions/create-placeholders", async (route) => {
    requested.push(`${route.request().method()} ${route.request().postData()}`);
    await expect(tiles(page)).toHaveAttribute("data-placeholders", "creating");
    await route.fulfill({ json: { ready: true, created: 6 } });
  });
  await goHome(page, [{ placeholdersReady: false }]);
  await expect(tiles(page)).toHaveAttribute("data-placeholders", "ready");
  expect(requested.splice(0)).toEqual(["HEAD", 'POST {"init":true}']);

  contentType = "image/webp";
  await goHome(page, [{ placeholdersReady: false }]);
  await expect(tiles(page)).toHaveAttribute("data-placeholders", "ready");
  expect(requested.splice(0)).toEqual(["HEAD"]);
  await goHome(page, [{ placeholdersReady: true }]);
  await expect(tiles(page)).toHaveAttribute("data-placeholders", "ready");
  await page.waitForTimeout(300);
  expect(requested).toEqual([]);
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
  await stopClock(page);
  await goHome(page, [{ placeholdersReady: false }]);
  for (const made of [2, 3, 4])
    expect(await runClockUntil(page, () => checks === made)).toBeGreaterThanOrEqual(1000);
  await expect(page.getByRole("alert")).toContainText(
    "Network error while setting up images. Please refresh the page.",
  );
  expect(checks).toBe(4);
  await page.close();
});

test("Featured services are loaded again with 2 retries, without a page load; if both fail, the error stays", async ({
  page,
}) => {
  // The examples shown meanwhile need the placeholder pictures.
  const setup = await page.request.post("/functions/create-placeholders", {
    ...retrying,
    data: { init: true },
    headers: { Origin: process.env.E2E_URL ?? "" },
  });
  expect((await setup.json()).ready).toBe(true);
  await stopClock(page);
  const failed = { featured: null, hotSellers: null } as const;
  const home = await goHome(page, [failed, failed]);
  const error = page.getByText("Failed to load featured services");
  await expect(error).toBeVisible();
  await expect(page.getByText("Example", { exact: true })).toHaveCount(4);
  expect(await runClockUntil(page, () => home.requests === 2)).toBeGreaterThanOrEqual(1000);
  expect(await runClockUntil(page, () => home.requests === 3)).toBeGreaterThanOrEqual(2000);
  await expect(error).toBeHidden();
  await expect(page.getByText("Example", { exact: true })).toHaveCount(0);
  expect(home.requests).toBe(3);

  const lost = { featured: null } as const;
  const broken = await goHome(page, [lost, lost, lost, lost, lost]);
  await runClockUntil(page, () => broken.requests === 3);
  let steps = 0;
  await runClockUntil(page, () => ++steps > 40);
  expect(broken.requests).toBe(3);
  await expect(error).toBeVisible();
});

/** The films that a browser requests on the home page. They get no answer: a download only takes time. */
async function films(context: BrowserContext, expected: number): Promise<string[]> {
  const page = await context.newPage();
  const requested = new Set<string>();
  await page.route(/hero[\w-]*\.(webm|mp4)$/, (route) => {
    requested.add(new URL(route.request().url()).pathname);
  });
  await page.goto("/", { waitUntil: "domcontentloaded" });
  await expect.poll(() => requested.size).toBeGreaterThanOrEqual(expected);
  await page.waitForTimeout(500);
  await context.close();
  return [...requested];
}

const moving = { reducedMotion: "no-preference", viewport: { width: 768, height: 740 } } as const;

// What the server decides, a chosen theme and Lite among it, is in tests/home/hero.test.ts.
test("The film is requested from 768 px on if motion is allowed, and in the system's theme", async ({
  browser,
}) => {
  const cases: [options: Parameters<typeof browser.newContext>[0], films: string[]][] = [
    [{ ...moving, viewport: { width: 767, height: 740 } }, []],
    [moving, ["/hero.webm"]],
    [{ ...moving, colorScheme: "dark" }, ["/hero-dark.webm"]],
    [{ ...moving, reducedMotion: "reduce" }, []],
  ];
  await Promise.all(
    cases.map(async ([options, expected]) => {
      const found = await films(await browser.newContext(options), expected.length);
      expect(found, JSON.stringify(options)).toEqual(expected);
    }),
  );
});
