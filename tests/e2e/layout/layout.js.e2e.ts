import { expect, hydration, test } from "#tests/e2e/journey.ts";

test("Escape closes a menu and returns the focus; moving the focus or clicking elsewhere also closes it", async ({
  page,
}) => {
  await page.goto("/search?q=logo");
  const menu = page.locator(".rail details");
  const summary = menu.locator("summary");
  await summary.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(menu.getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).not.toHaveAttribute("open");
  await expect(summary).toBeFocused();

  // After its last link the open menu would hide the focused element.
  await page.keyboard.press("Enter");
  await expect(menu).toHaveAttribute("open");
  const links = await menu.getByRole("link").count();
  for (let steps = 0; steps < links; steps++) await page.keyboard.press("Tab");
  await expect(menu).toHaveAttribute("open");
  await page.keyboard.press("Tab");
  await expect(menu).not.toHaveAttribute("open");

  await summary.click();
  await expect(menu).toHaveAttribute("open");
  await page.mouse.click(640, 700);
  await expect(menu).not.toHaveAttribute("open");
});

test("After a client navigation the footer's switches return to the current address", async ({ page }) => {
  const documents: string[] = [];
  await page.goto("/search?q=logo");
  await page.mouse.move(200, 300);
  await hydration(page);
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents.push(new URL(request.url()).pathname);
  });
  await page.locator("main .card a").first().click();
  await expect(page).toHaveURL(/\/services\/s\//);
  await expect(page.getByRole("button", { name: /^Order Now/ }).first()).toBeVisible();
  expect(documents).toEqual([]);
  const here = page.url();

  await page.getByRole("button", { name: "Dark" }).click();
  await expect(page.getByRole("button", { name: "Dark", pressed: true })).toBeVisible();
  await expect(page).toHaveURL(`${here}#theme`);
  await page.getByRole("switch", { name: "Lite" }).click();
  await expect(page.getByRole("switch", { name: "Lite" })).toBeChecked();
  await expect(page).toHaveURL(`${here}#theme`);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("Lite never requests a script", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("switch", { name: "Lite" }).click();
  await expect(page.getByRole("switch", { name: "Lite" })).toBeChecked();
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.mouse.move(200, 300);
  await page.locator("header .logo").press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(scripts).toEqual([]);
});
