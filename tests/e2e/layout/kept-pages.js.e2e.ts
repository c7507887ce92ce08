import type { Page } from "@playwright/test";
import { expect, hydration, retrying, service, signedIn, test, withPictures } from "#tests/e2e/journey.ts";

test.use(withPictures);

/** Some pages that the page cache holds. */
async function keptPaths(page: Page): Promise<string[]> {
  const first = async (path: string, href: string) => {
    const html = await (await page.request.get(path, retrying)).text();
    return new RegExp(`href="(${href}[^"/]+)"`).exec(html.slice(html.indexOf("<main")))?.[1] ?? "none";
  };
  const category = await first("/categories", "/categories/");
  return ["/", "/categories", category, await first(category, `${category}/`), service];
}

test("A public page requests no script before the first interaction, and no stylesheet; the content security policy refuses nothing, not even on a second visit", async ({
  page,
}) => {
  const kept = await keptPaths(page);
  const early: string[] = [];
  let untouched = true;
  page.on("request", (request) => {
    const isScript = request.resourceType() === "script" && untouched;
    if (isScript || request.url().endsWith(".css")) early.push(`${page.url()} ${request.url()}`);
  });
  const listed = ["/search?q=logo", "/@seller", "/services/recent", "/sign-in", "/sign-up"];
  const first = [...kept, ...listed];
  for (const [at, path] of [...first, "/", service].entries()) {
    untouched = true;
    await page.goto(path, { waitUntil: at < first.length ? "networkidle" : "load" });
    untouched = false;
    await page.mouse.move(100, 200);
    await page.mouse.move(100, 300);
    await hydration(page);
  }
  expect(early).toEqual([]);

  // After hydration a link changes the page without loading a document.
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents.push(request.url());
  });
  await page.locator("header .logo").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Good work");
  expect(documents).toEqual([]);
});

test("A script that a cached page does not name is refused", async ({ browser }) => {
  const page = await browser.newPage();
  const refused = page.waitForEvent("console", (message) =>
    message.text().includes("Content Security Policy"),
  );
  await page.goto("/categories");
  const title = await page.title();
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.text = "document.title = 'Not ours'";
    document.body.appendChild(script);
  });
  await refused;
  expect(await page.title()).toBe(title);
  await page.close();
});

test("Opening a cached page again transfers less than 1 KB", async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  const documents = new Set<string>();
  const sizes: number[] = [];
  devtools.on("Network.requestWillBeSent", ({ requestId, type }) => {
    if (type === "Document") documents.add(requestId);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (documents.has(requestId)) sizes.push(encodedDataLength);
  });
  await devtools.send("Network.enable");
  const paths = await keptPaths(page);
  for (const path of paths) await page.goto(path);
  sizes.length = 0;
  for (const path of paths) await page.goto(path);
  await expect.poll(() => sizes).toHaveLength(paths.length);
  expect(sizes.filter((size) => size > 1024)).toEqual([]);
  await expect(page.locator("main h1")).toBeVisible();
});

test("Going back does not show a cached page of another theme or session", async ({ page, baseURL }) => {
  const root = page.locator("html");
  await page.goto("/categories");
  await page.goto("/");
  await page.context().addCookies([{ name: "theme", value: "dark", url: baseURL }]);
  await page.goBack();
  await expect(root).toHaveAttribute("data-theme", "dark");

  await page.goto("/");
  const other = await page.context().newPage();
  await signedIn(other, "buyer");
  await other.close();
  await page.goBack();
  await expect(page.locator("header").getByText("Sign In")).toHaveCount(0);
});
