import type { Page } from "@playwright/test";
import { expect, hydration, signedIn, test } from "#tests/e2e/journey.ts";

/** The background colour of the page, which shows its theme. */
function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}
const light = "rgb(248, 243, 232)";
const dark = "rgb(24, 21, 17)";

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

test("A notice moves away when the focus reaches the footer behind it", async ({ page, baseURL }) => {
  const notice = JSON.stringify({ kind: "info", text: "A code was sent to your address" });
  await page.context().addCookies([{ name: "toast", value: encodeURIComponent(notice), url: baseURL ?? "" }]);
  await page.goto("/help");
  await expect(page.locator(".toast")).toBeVisible();
  const covered: (string | null)[] = [];
  const controls = page.locator("footer :is(a, button)");
  await controls.first().focus();
  for (let left = await controls.count(); left > 0; left--) {
    const hidden = await page.evaluate(() => {
      const focused = document.activeElement;
      const { left = 0, top = 0, width = 0, height = 0 } = focused?.getBoundingClientRect() ?? {};
      const shown = document.elementFromPoint(left + width / 2, top + height / 2);
      return focused?.contains(shown) ? null : (focused?.textContent ?? "nothing");
    });
    if (hidden !== null) covered.push(hidden);
    await page.keyboard.press("Tab");
  }
  expect(covered).toEqual([]);
});

test("After a client navigation the title is announced, and the footer's switches return to the current address", async ({
  page,
}) => {
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
  // Screen readers are told the title.
  await expect(page.locator("p.vh[aria-live]")).toHaveText(await page.title());
  const here = page.url();

  await page.getByRole("button", { name: "Dark" }).click();
  await expect(page.getByRole("button", { name: "Dark", pressed: true })).toBeVisible();
  await expect(page).toHaveURL(`${here}#theme`);
  await page.getByRole("switch", { name: "Lite" }).click();
  await expect(page.getByRole("switch", { name: "Lite" })).toBeChecked();
  await expect(page).toHaveURL(`${here}#theme`);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("The 404 in place of a console page starts its scripts without an error, and Back shows it again", async ({
  browser,
}) => {
  const page = await browser.newPage();
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  for (const path of ["/admin", "/admin/orders", "/admin/orders/1"]) {
    await page.goto(path);
    await page.mouse.move(200, 300);
    await hydration(page);
    await expect(page.getByRole("heading", { name: "404" })).toBeVisible();
  }
  await page.getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL("/contact");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "404" })).toBeVisible();
  expect(errors).toEqual([]);
  await page.close();
});

test("Scripts start without an error in a browser whose time zones and names of months are not the server's", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const Real = Intl.DateTimeFormat;
    Intl.DateTimeFormat = new Proxy(Real, {
      construct: (_, [, options]) =>
        new Real("fr", options?.timeZone ? { ...options, timeZone: "Pacific/Kiritimati" } : options),
    });
  });
  await signedIn(page, "seller");
  for (const path of ["/dashboard", "/messages", "/earnings", "/profile/security"]) {
    await page.goto(path);
    await page.mouse.move(200, 300);
    await hydration(page);
  }
  await page.goto("/dashboard");
  await page.goto((await page.locator("main a[href^='/orders/']").first().getAttribute("href")) ?? "");
  await page.mouse.move(200, 400);
  await hydration(page);
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

// Without scripts the footer's switches are plain forms: tests/layout/preferences.test.ts.

test("The footer sets the theme to light, dark or system, and returns to the footer of the same address with its query", async ({
  page,
}) => {
  const here = "/search?q=logo&sort=price-low";
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(here);
  const theme = page.getByRole("group", { name: "Theme" });
  const steps = [
    { name: "Light", color: light },
    { name: "Dark", color: dark },
    { name: "System", color: light },
  ];
  for (const { name, color } of steps) {
    await theme.getByRole("button", { name }).click();
    await expect(theme.getByRole("button", { name, pressed: true })).toBeVisible();
    await expect(page).toHaveURL(`${here}#theme`);
    expect([name, await background(page)]).toEqual([name, color]);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await background(page)).toBe(dark);
  await theme.getByRole("button", { name: "Light" }).click();
  await expect(theme.getByRole("button", { name: "Light", pressed: true })).toBeVisible();
  expect(await background(page)).toBe(light);
});

test("The footer turns Lite on and off, and returns to the footer of the same address with its query", async ({
  page,
}) => {
  const here = "/search?q=logo&sort=price-high";
  await page.goto(here);
  const lite = page.getByRole("switch", { name: "Lite" });
  for (const on of [true, false]) {
    await lite.click();
    await expect(lite).toBeChecked({ checked: on });
    await expect(page).toHaveURL(`${here}#theme`);
    // The data and the modules of the framework. Lite has the scripts in the page itself, too.
    const framework = page.locator("script[type='text/boot'], script[type='module'], script[src]");
    expect((await framework.count()) > 0).toBe(!on);
  }
});
