import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "@playwright/test";
import { payoutLists } from "#app/admin/payouts/payout-search.ts";
import { atLeast, type Figure } from "./figure.ts";
import { findGigPath, makeDraft, signIn, signInOperator } from "./pages.ts";

/**
 * A screen. `status`: 404 for screens about something that was not found. `as`: the demo account that sees
 * it; absent: a visitor.
 */
type Screen = { path: string; status: 200 | 404; as?: Person };
type Person = "buyer" | "seller" | "newseller" | "operator";
type Cookies = Record<Person, string>;

const themes = ["light", "dark"] as const;
/** The widths that axe checks, in CSS px (docs/architecture.md#slow-phones). */
const axeWidths = [360, 1280];
/** The widths at which nothing may overflow sideways, in CSS px. 640 is 1280 at a zoom of 200 %. */
const widths = [320, 360, 640, 768, 1024, 1280, 1920];
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Every kind of screen of a visitor, a buyer, a seller and an operator. */
async function allScreens(origin: string, cookies: Cookies): Promise<Screen[]> {
  const category = "/categories/graphics-design";
  const found = [
    ...["/", "/search?q=logo", "/search", "/search?q=logo&min=20&max=500&days=14&sort=price-low"],
    ...["/search?q=zzyzx+quux", "/ai-assistant", "/ai-assistant?query=a+logo+for+my+bakery", "/categories"],
    ...[category, `${category}?page=2`, `${category}/logo-design`, await findGigPath(origin)],
    ...["/services/recent", "/contact", "/@seller", "/help", "/faq?q=refund", "/terms", "/privacy"],
    ...["/sign-in", "/sign-up", "/forgot-password"],
  ];
  const missing = ["/categories/none", `${category}/none`, "/services/s/none", "/no/such/page"];
  const screen = (as?: Person) => (path: string) => ({ path, status: 200 as const, as });
  return [
    ...found.map(screen()),
    ...missing.map((path): Screen => ({ path, status: 404 })),
    ...(await buyerScreens(origin, cookies.buyer)).map(screen("buyer")),
    ...(await sellerScreens(origin, cookies.seller)).map(screen("seller")),
    { path: "/earnings/setup", status: 200, as: "newseller" },
    ...(await operatorScreens(origin, cookies.operator)).map(screen("operator")),
  ];
}

async function buyerScreens(origin: string, cookie: string): Promise<string[]> {
  const orders = await findLinks(`${origin}/orders`, cookie, orderLink);
  const [paid = ""] = await findLinks(`${origin}/orders?status=completed`, cookie, orderLink);
  const [conversation = ""] = await findLinks(`${origin}/messages`, cookie, conversationLink);
  const [report = ""] = await findLinks(
    origin + (await findGigPath(origin)),
    cookie,
    /href="(\/report\?[^"]*)"/g,
  );
  return [
    ...["/services/sell", "/notices", "/saved", "/orders", "/contact/requests", "/profile/data"],
    ...["/profile", "/profile/notices", "/profile/security", "/profile/email", "/profile/password"],
    ...["/profile/factors", ...new Set(orders), `${paid}/receipt`, "/messages", conversation],
    ...["/messages?q=logo", report],
  ];
}

async function sellerScreens(origin: string, cookie: string): Promise<string[]> {
  const draft = await makeDraft(origin);
  const steps = ["overview", "packages", "description", "requirements", "gallery", "publish"];
  const selling = `${origin}/orders?tab=selling`;
  const orders = await findLinks(selling, cookie, orderLink);
  const offers = await findLinks(`${origin}/dashboard`, cookie, /href="(\/offers\/new[^"]*)"/g);
  return [
    ...["/dashboard", "/orders?tab=selling", "/dashboard/services", "/earnings", "/dashboard/reviews"],
    ...["/services/create", "/profile/selling", "/profile/replies", "/services/sell/receipt"],
    ...["/earnings/bank", ...(await findStatements(origin, cookie))],
    ...steps.map((step) => `${draft}/${step}?check=1`),
    ...[...new Set(orders)].slice(0, 4),
    ...offers.slice(0, 1),
  ];
}

async function operatorScreens(origin: string, cookie: string): Promise<string[]> {
  const firstIn = async (list: string, link: RegExp) =>
    (await findLinks(origin + list, cookie, link))[0] ?? list;
  const order = await firstIn("/admin/orders", /href="(\/admin\/orders\/[\w-]{36})"/g);
  const user = await firstIn("/admin/users?q=seller", /href="(\/admin\/users\/[\w-]{36})"/g);
  const ticket = await firstIn("/admin/tickets", /href="(\/admin\/tickets\/HW-[\w-]+)"/g);
  const tabs = "facts orders gigs registration tickets reports mails sessions limits".split(" ");
  return [
    ...["/admin", "/admin/find?q=logo", "/admin/users", "/admin/operators", "/admin/signups"],
    ...["/admin/orders", order, "/admin/applications", "/admin/gigs", "/admin/gigs?show=changed"],
    ...["/admin/reports", "/admin/tickets", ticket, "/admin/health", "/admin/approvals", "/admin/audit"],
    ...["/admin/figures", "/admin/exports", "/admin/settings"],
    ...["mismatches", "payments", "fees", "refunds"].map((show) => `/admin/payments?show=${show}`),
    ...tabs.map((tab) => `${user}?tab=${tab}`),
    ...(await findPayouts(origin, cookie)),
    ...(await findTexts(origin, cookie)),
  ];
}

const orderLink = /href="(\/orders\/[\w-]{36})"/g;
const conversationLink = /href="(\/messages\?conversation=[\w-]{36})"/g;

/** The statements of a year and of a month that /earnings links. */
async function findStatements(origin: string, cookie: string): Promise<string[]> {
  const found = await findLinks(`${origin}/earnings`, cookie, /href="(\/earnings\/\d{4}(?:-\d\d)?)"/g);
  return [found.at(0) ?? "", found.at(-1) ?? ""];
}

/** The console's screens of payouts, those of a seller on hold among them. */
async function findPayouts(origin: string, cookie: string): Promise<string[]> {
  const holds = `${origin}/admin/payouts?show=holds`;
  const [held = ""] = await findLinks(holds, cookie, /href="(\/admin\/payouts\/[\w-]{36})"/g);
  return [
    ...payoutLists.map(({ key }) => `/admin/payouts?show=${key}`),
    ...[held, `${held}?confirm=pay-by-hand`, "/admin/balance", "/admin/payouts/taxes"],
  ];
}

/** The console's screens of the catalogue and of announcements. */
async function findTexts(origin: string, cookie: string): Promise<string[]> {
  const topics = /href="(\/admin\/catalogue\/[\w-]{36})"/g;
  const [category = ""] = await findLinks(`${origin}/admin/catalogue`, cookie, topics);
  return ["/admin/catalogue", category, `${category}/preview`, "/admin/announcements"];
}

async function findLinks(url: string, cookie: string, link: RegExp): Promise<string[]> {
  const html = await (await fetch(url, { headers: { Cookie: cookie } })).text();
  return [...html.matchAll(link)].map(([, path = ""]) => path.replaceAll("&amp;", "&"));
}

/**
 * Checks every screen of `allScreens`: axe in both themes and widths, no sideways overflow, large enough
 * targets, no dead link.
 */
export async function screens(origin: string, executablePath: string): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const cookies = {
    buyer: await signIn(origin, "buyer"),
    seller: await signIn(origin, "seller"),
    newseller: await signIn(origin, "newseller"),
    operator: await signInOperator(origin),
  };
  const links = new Map<string, Promise<number>>();
  const all = await allScreens(origin, cookies);
  const faulty: string[] = [];
  for (const screen of all) {
    const cookie = screen.as ? cookies[screen.as] : "";
    const faults = await check(browser, origin, screen, cookie, links).catch((error) => [String(error)]);
    for (const fault of faults) console.error(`${screen.path}: ${fault}`);
    if (faults.length > 0) faulty.push(screen.path);
  }
  const waiting = ["/sign-in", "/sign-up", "/forgot-password", await findGigPath(origin)];
  const contrasts: number[] = [];
  for (const path of waiting)
    for (const theme of themes) contrasts.push(await pendingContrast(browser, origin + path, theme));
  await browser.close();
  const what = "screens without a fault (axe, overflow, targets, links)";
  return [
    atLeast(what, all.length - faulty.length, "screens", all.length, faulty.join(", ")),
    atLeast("least contrast of a pending button", Math.min(...contrasts), "", 4.5, waiting.join(", ")),
  ];
}

// axe is injected into the page, which the content security policy forbids.
const openPage = (browser: Browser, colorScheme: (typeof themes)[number]) =>
  browser.newPage({ colorScheme, bypassCSP: true, reducedMotion: "reduce" });

/**
 * Presses a page's submit button, and measures its contrast while the form is being sent. Axe's own rule
 * ignores disabled controls.
 */
async function pendingContrast(browser: Browser, url: string, theme: (typeof themes)[number]) {
  const page = await openPage(browser, theme);
  await page.goto(url);
  // Added after the page's own listener, which marks the button. The form is not sent.
  await page.evaluate(() => addEventListener("submit", (event) => event.preventDefault()));
  await page.locator("main button[data-pending]:visible").first().click();
  await page.locator("main button[data-pending]:disabled").first().waitFor();
  await page.evaluate(axe);
  const contrast = await page.evaluate<number>(`(() => {
    axe.setup(document);
    const { getForegroundColor, getBackgroundColor, getContrast } = axe.commons.color;
    const button = document.querySelector("main button[data-pending]:disabled");
    return getContrast(getBackgroundColor(button), getForegroundColor(button));
  })()`);
  await page.context().close();
  return contrast;
}

/** @param links receives the statuses of the links @returns a sentence for each fault */
async function check(
  browser: Browser,
  origin: string,
  { path, status }: Screen,
  cookie: string,
  links: Map<string, Promise<number>>,
): Promise<string[]> {
  const answer = await statusOf(origin + path, "manual", cookie);
  if (answer !== status) return [`answers ${answer}, not ${status}`];
  const faults: string[] = [];
  for (const colorScheme of themes) {
    const page = await openPage(browser, colorScheme);
    const pairs = cookie.split("; ").filter(Boolean);
    await page.context().addCookies(
      pairs.map((pair) => {
        const [name = "", ...value] = pair.split("=");
        return { name, value: value.join("="), url: origin };
      }),
    );
    await page.goto(origin + path);
    for (const width of axeWidths) {
      await page.setViewportSize({ width, height: 800 });
      for (const violation of await violations(page)) faults.push(`${colorScheme} ${width}: ${violation}`);
    }
    if (colorScheme === "light") faults.push(...(await checkLayout(page)));
    const paths = colorScheme === "light" ? await ownLinks(page) : [];
    for (const to of paths) {
      const key = `${cookie} ${to}`;
      const linked = links.get(key) ?? statusOf(origin + to, "follow", cookie);
      links.set(key, linked);
      // A not-found screen links to itself, in its theme menu.
      if ((await linked) >= 400 && !(to === path && status === 404))
        faults.push(`the link ${to} answers ${await linked}`);
    }
    await page.context().close();
  }
  return faults;
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then((found) => found.violations.map((rule) =>
      rule.id + ": " + rule.nodes.map((node) => node.html.slice(0, 160)).join(" | ")))`,
  );
}

async function checkLayout(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (over > 0) faults.push(`${over} px wider than a window of ${width} px`);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  return [...faults, ...(await smallTargets(page))];
}

/**
 * Controls must be at least 44 px wide and high. What a link covers, such as a card, counts as part of it.
 * Links inside sentences are exempt, and so is a field that only bots see.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    for (const menu of document.querySelectorAll("details")) menu.open = true;
    for (const control of document.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary",
    )) {
      const { position, inset } = getComputedStyle(control, "::after");
      const covered = position === "absolute" && inset === "0px" ? control.offsetParent : null;
      const target = control.closest("label") ?? covered ?? control;
      const { width, height } = target.getBoundingClientRect();
      const inSentence = control.matches("p > a") && getComputedStyle(control).display === "inline";
      const isHidden = !control.checkVisibility() || width === 0 || control.closest("[aria-hidden=true]");
      if (isHidden || inSentence || Math.min(width, height) >= 43.5) continue;
      faults.push(
        `${Math.round(width)} x ${Math.round(height)} px are too small to press: ${control.outerHTML.slice(0, 120)}`,
      );
    }
    return faults;
  });
}

/** The site's own addresses that the page links to, each once, without fragments. */
function ownLinks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>("a[href]")];
    const own = links.filter((link) => link.origin === location.origin);
    return [...new Set(own.map((link) => link.pathname + link.search))];
  });
}

async function statusOf(url: string, redirect: "follow" | "manual", cookie: string): Promise<number> {
  const answer = await fetch(url, { redirect, headers: cookie ? { Cookie: cookie } : {} });
  // Read to the end: the runtime reports every broken connection as an error.
  await answer.arrayBuffer();
  return answer.status;
}
