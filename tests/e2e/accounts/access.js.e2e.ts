import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser } from "@playwright/test";
import {
  expect,
  newDraft,
  service,
  signedIn,
  signedInAsOperator,
  test,
  withPictures,
} from "#tests/e2e/journey.ts";

test.use(withPictures);

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * By how many px the page is wider than the screen, and which words, including names and amounts, are broken
 * although a line could hold them. A table's head is hidden where the table becomes a list.
 */
function findBreaks(): [wider: number, broken: string[]] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    if (!element?.checkVisibility() || element.closest("script, style, option, .vh, .rows thead")) continue;
    for (const { 0: word, index } of node.textContent?.matchAll(/[^\s/@.–-]+/g) ?? []) {
      if (word.length > 20) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(word);
    }
  }
  return [scrollWidth - clientWidth, found];
}

/** A narrow window. `open` checks the lines of a screen; `check` also checks its accessibility. */
async function narrowWindow(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 320, height: 700 }, bypassCSP: true });
  const page = await context.newPage();
  const open = async (path: string) => {
    await page.goto(path);
    const [wider, broken] = await page.evaluate(findBreaks);
    expect([path, wider, broken]).toEqual([path, 0, []]);
  };
  const check = async (path: string) => {
    await open(path);
    // Only violations are needed, and none of these rules needs the stylesheets again.
    const violations = await page.evaluate(`${axe};
      axe.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        resultTypes: ["violations"],
        selectors: false,
        preload: { assets: ["media"] },
      }).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")))`);
    expect([path, violations]).toEqual([path, []]);
  };
  return { context, page, open, check };
}

test("axe reports no violations, no screen is wider than 320 px or breaks a word, and text can be doubled", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { context, page, open, check } = await narrowWindow(browser);
  for (const path of [
    "/",
    "/search?q=logo",
    "/categories",
    "/categories/graphics-design",
    service,
    "/ai-assistant",
    "/ai-assistant?query=I+need+a+logo+for+a+small+coffee+cooperative",
    "/sign-in",
    "/sign-up",
    "/contact",
    "/help",
    "/faq?q=refund",
    "/privacy",
    "/terms",
    "/no-such-page",
  ])
    await check(path);
  // Screens like those above, with other or longer words; one comes from the address, and has no break
  // opportunity. The bench checks each of them with axe, in both themes (bench/screens.ts).
  for (const path of [
    "/categories/graphics-design/logo-design",
    "/ai-assistant?query=abc",
    "/ai-assistant?query=Can+I+cancel+a+zzyzx",
    "/faq",
    "/categories/programming-tech",
    `/categories/${"handmade".repeat(20)}/none`,
  ])
    await open(path);
  await signedIn(page, "buyer");
  await page.goto("/orders");
  const order = await page.locator(".orders h3 a").first().getAttribute("href");
  await page.goto(service);
  const report = await page.getByRole("link", { name: "Report this service" }).getAttribute("href");
  await page.goto("/contact/requests");
  const request = await page.locator("main a[href*='/requests/HW-']").first().getAttribute("href");
  for (const path of [
    "/orders",
    order ?? "",
    "/messages",
    report ?? "",
    "/contact/requests",
    request ?? "",
    "/payment-success?type=service",
    "/payment-canceled",
  ])
    await check(path);
  for (const path of ["/contact", service]) await open(path);
  await context.clearCookies();
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto("/faq");
  await page.addStyleTag({ content: "html { font-size: 200% }" });
  expect(await page.evaluate(findBreaks)).toEqual([0, []]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect((await page.evaluate(findBreaks))[0]).toBe(0);
  await signedIn(page, "seller");
  for (const path of [
    "/dashboard",
    "/orders?tab=selling",
    "/dashboard/services",
    "/earnings",
    "/dashboard/reviews",
  ])
    await check(path);
  await context.clearCookies();
  await signedIn(page, "newseller");
  const draft = await newDraft(page, "A clock");
  for (const step of ["overview", "packages", "description", "requirements", "gallery", "publish"])
    await check(`${draft}${step}?check=1`);
  await check("/services/create");
  await check("/earnings/setup");
  await context.close();
});

test("axe reports no violations on payouts and settings either, and no page is wider than 320 px", async ({
  browser,
}) => {
  const { context, page, check } = await narrowWindow(browser);
  await signedIn(page, "seller");
  for (const path of ["/earnings/bank", "/earnings/not-me?token=none", "/services/sell/receipt"])
    await check(path);
  await page.goto("/earnings");
  const statements = page.getByRole("navigation", { name: "Statements" }).getByRole("link");
  // The statement of a year and of a month.
  const year = await statements.first().getAttribute("href");
  const month = await statements.last().getAttribute("href");
  await check(year ?? "");
  await check(month ?? "");

  await context.clearCookies();
  await signedInAsOperator(page);
  for (const path of [
    "/admin/payouts",
    "/admin/balance",
    "/admin/payouts/taxes",
    "/admin/settings",
    "/admin/payouts?show=holds",
  ])
    await check(path);
  const held = await page.locator("tbody a").first().getAttribute("href");
  await check(held ?? "");
  await check(`${held}?confirm=pay-by-hand`);
  await context.close();
});
