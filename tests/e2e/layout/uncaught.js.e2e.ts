import type { Browser, Page } from "@playwright/test";
import { expect, signedIn, test, withoutPointer } from "#tests/e2e/journey.ts";

/** A separate page, not the one that other journeys check: an error is expected here. */
async function newPage(browser: Browser) {
  const page = await browser.newPage();
  await withoutPointer(page);
  const reports: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/client-errors") reports.push(request.postData() ?? "");
  });
  return { page, reports };
}

/** Opens a page. @returns its request's id */
async function open(page: Page): Promise<string> {
  const answer = await page.goto("/help");
  return /desc=([\w-]+)/.exec(answer?.headers()["server-timing"] ?? "")?.[1] ?? "none";
}

async function startScripts(page: Page): Promise<void> {
  // Away from the header, where the browser's own pointer may be: a move within one element starts no
  // scripts.
  await page.mouse.move(10, 500);
  await page.waitForFunction(() => !document.documentElement.hasAttribute("data-waiting"));
}

/** Runs a script file of the site. */
async function run(page: Page, body: string): Promise<void> {
  await page.route("**/assets/faulty.js", (route) => route.fulfill({ contentType: "text/javascript", body }));
  await page.addScriptTag({ url: "/assets/faulty.js" });
}

const failing = `setTimeout(() => {\nthrow new Error("made by the test"); });`;
const toastOf = (page: Page) => page.getByText("Something went wrong. We're working on it!");

test("An error before the first touch of a signed-in page shows a toast and is reported with the request's id; a later one is reported once", async ({
  browser,
}) => {
  const { page, reports } = await newPage(browser);
  await signedIn(page, "buyer");
  const id = await open(page);
  const answered = page.waitForResponse("**/client-errors");
  await run(page, failing);
  await expect(toastOf(page)).toBeInViewport();
  expect((await answered).status()).toBe(204);
  await expect
    .poll(() => reports)
    .toEqual([expect.stringMatching(new RegExp(`^\\["made by the test",.*/assets/faulty\\.js:2:.*${id}`))]);
  await open(page);
  await startScripts(page);
  await run(page, failing);
  await expect(toastOf(page)).toHaveCount(1);
  await expect.poll(() => reports).toHaveLength(2);
  await page.close();
});

test("An error in Lite shows the toast too", async ({ browser, baseURL }) => {
  const { page, reports } = await newPage(browser);
  await page.context().addCookies([{ name: "lite", value: "1", url: baseURL ?? "" }]);
  await open(page);
  await run(page, failing);
  await expect(toastOf(page)).toBeInViewport();
  await expect(toastOf(page)).toHaveCSS("position", "fixed");
  await expect.poll(() => reports).toHaveLength(1);
  await page.close();
});

test("An error on a public page whose scripts have not started is reported too", async ({ browser }) => {
  const { page, reports } = await newPage(browser);
  const id = await open(page);
  await run(page, failing);
  await expect(toastOf(page)).toBeInViewport();
  await expect(page.locator("html")).toHaveAttribute("data-waiting");
  await expect
    .poll(() => reports)
    .toEqual([expect.stringMatching(new RegExp(`^\\["made by the test",.*${id}`))]);
  await page.close();
});

test("On a public page an aborted navigation is not an error, but a rejected promise is", async ({
  browser,
}) => {
  const { page, reports } = await newPage(browser);
  const thrown: string[] = [];
  page.on("pageerror", ({ message }) => thrown.push(message));
  await page.goto("/categories");
  await startScripts(page);
  // The first of two pages does not answer before the second is requested.
  await page.route(/\/categories\/data/, () => {});
  await page.locator("main").getByRole("link", { name: "Data", exact: true }).click();
  await page.locator("header .logo").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Good work");
  await run(page, `Promise.reject(new DOMException("aborted", "AbortError"));`);
  await run(page, `setTimeout(() => { Promise.reject(new Error("made by the test, too")); }, 100);`);
  await expect(toastOf(page)).toBeVisible();
  await expect.poll(() => reports).toEqual([expect.stringContaining("made by the test, too")]);
  expect(thrown).toEqual(["made by the test, too"]);
  await page.close();
});
