import { expect, service, test } from "#tests/e2e/journey.ts";

test("A page contains its styles; a client navigation waits for the other page's stylesheet, and drops the page's own", async ({
  page,
}) => {
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "stylesheet") requested.push(new URL(request.url()).pathname);
  });
  await page.goto("/", { waitUntil: "networkidle" });
  expect(requested).toEqual([]);
  await expect(page.locator(".hero h1")).toHaveCSS("letter-spacing", /^-/);

  await page.mouse.move(200, 300);
  const card = page.locator(".cards .card a").first();
  await expect
    .poll(() => card.evaluate((link) => Object.keys(link).some((key) => key.startsWith("__reactProps"))))
    .toBe(true);
  await card.click();
  await expect(page.locator(".box")).toHaveCSS("overflow", "hidden auto");
  expect(requested.map((path) => path.replace(/-.{8}\.css$/, ""))).toEqual(["/assets/gig"]);
  await expect(page.locator("style#own")).toHaveCount(0);
  // Back on the first page, an empty copy would break the content security policy.
  await page.locator("header .logo").click();
  await expect(page.locator(".hero h1")).toHaveCSS("letter-spacing", /^-/);
  await expect(page.locator("style#own")).toHaveCount(0);

  await page.goto(service, { waitUntil: "networkidle" });
  await expect(page.locator(".box")).toHaveCSS("overflow", "hidden auto");
  expect(requested).toHaveLength(2);
});
