import { expect, hydration, service, test } from "#tests/e2e/journey.ts";

const publicPages = ["/", "/search?q=logo", "/categories/graphics-design", service, "/@seller"];

for (const path of publicPages) {
  test(`${path} requests no script before the first user interaction, hydrates after it, and requests no stylesheet`, async ({
    page,
  }) => {
    const scripts: string[] = [];
    const stylesheets: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
      if (request.url().endsWith(".css")) stylesheets.push(request.url());
    });
    await page.goto(path, { waitUntil: "networkidle" });
    expect([scripts, stylesheets]).toEqual([[], []]);
    await page.mouse.move(200, 300);
    await expect.poll(() => scripts.length).toBeGreaterThan(0);
    const logo = page.locator("header .logo");
    await hydration(page);
    expect(stylesheets).toEqual([]);
    // After hydration a link changes the page without loading a document.
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "document") documents.push(request.url());
    });
    await logo.click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Good work");
    expect(documents).toEqual([]);
  });
}
