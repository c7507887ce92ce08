import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, signedIn, test } from "#tests/e2e/journey.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

test("axe finds nothing in list and conversation on a phone, orders wrap, and the field stays in view above its keyboard", async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    bypassCSP: true,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await signedIn(page, "buyer");
  const check = async (place: string) => {
    expect([
      place,
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ]).toEqual([place, 0]);
    await page.evaluate(axe);
    const violations = await page.evaluate(
      "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((r) => r.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html.slice(0, 120)).join(' | ')))",
    );
    expect([place, violations]).toEqual([place, []]);
  };
  await page.goto("/messages");
  await check("list");
  const list = page.getByRole("navigation", { name: "Conversations" });
  await list.locator("a[href*='conversation=']").first().click();
  await expect(page.locator("html[data-live=open]:not([data-waiting])")).toBeVisible();
  await check("conversation");
  // A polite live region that can be scrolled with the keyboard.
  await expect(page.getByRole("log", { name: "Messages" })).toHaveAttribute("tabindex", "0");

  // The orders of the two users wrap: nothing is hidden to the side, and the messages keep their height.
  await page.setViewportSize({ width: 320, height: 568 });
  const orders = page.getByRole("list", { name: "Orders and offers" });
  await expect(orders.getByRole("listitem").nth(1)).toBeVisible();
  expect(await orders.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  const log = page.getByRole("log", { name: "Messages" });
  expect(await log.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(180);

  const field = page.getByPlaceholder("Type a message...");
  await page.setViewportSize({ width: 360, height: 400 });
  await field.tap();
  await expect(field).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Send" })).toBeInViewport({ ratio: 1 });
  expect(
    await field.evaluate((element) => parseFloat(getComputedStyle(element).fontSize)),
  ).toBeGreaterThanOrEqual(16);
  // On a touch screen, Enter inserts a line break.
  await field.fill("One");
  await field.press("End");
  await field.press("Enter");
  await expect(field).toHaveValue("One\n");
  await field.fill("");
  await context.close();
});
