import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { signIn } from "./pages.ts";

/**
 * A screen. `status`: 404 for screens that say that something was not found. `as`: the demo account that sees
 * it; absent: a visitor.
 */
export type Screen = { name: string; path: string; status: 200 | 404; as?: "buyer" | "seller" };

/** The screens of those who sell, or begin to. @param draftPath the path of a draft of the demo seller */
export const sellingScreens = (draftPath: string): Screen[] => [
  { name: "public profile", path: "/@seller", status: 200 },
  { name: "application", path: "/services/sell", status: 200, as: "buyer" },
  { name: "seller dashboard", path: "/orders?tab=selling", status: 200, as: "seller" },
  { name: "gig editor", path: "/services/create", status: 200, as: "seller" },
  ...["overview", "packages", "description", "requirements", "gallery", "publish"].map(
    (step) =>
      ({
        name: `gig editor, ${step}`,
        path: `${draftPath}/${step}?check=1`,
        status: 200,
        as: "seller",
      }) as const,
  ),
  { name: "selling texts", path: "/profile/selling", status: 200, as: "seller" },
];

/** Every browsing screen of docs/specification.md#screens. @param gigPath the path of any gig */
export function browsingScreens(gigPath: string): Screen[] {
  const found: [string, string][] = [
    ["home", "/"],
    ["search", "/search?q=logo"],
    ["search, all", "/search"],
    ["search, filtered", "/search?q=logo&min=20&max=500&days=14&sort=price-low"],
    ["search, nothing found", "/search?q=zzyzx+quux"],
    ["assistant", "/ai-assistant"],
    ["assistant, answer", "/ai-assistant?query=a+logo+for+my+bakery"],
    ["categories", "/categories"],
    ["category", "/categories/graphics-design"],
    ["category, page 2", "/categories/graphics-design?page=2"],
    ["subcategory", "/categories/graphics-design/logo-design"],
    ["service", gigPath],
    ["recently viewed", "/services/recent"],
    ["contact", "/contact"],
  ];
  const missing: [string, string][] = [
    ["no such category", "/categories/no-such-category"],
    ["no such subcategory", "/categories/graphics-design/no-such-subcategory"],
    ["no such service", "/services/s/no-such-service"],
    ["404", "/no/such/page"],
  ];
  const screens = (status: 200 | 404, rows: [string, string][]): Screen[] =>
    rows.map(([name, path]) => ({ name, path, status }));
  return [...screens(200, found), ...screens(404, missing)];
}

const themes = ["light", "dark"] as const;
/** The widths that axe checks, in CSS px (docs/architecture.md#slow-phones). */
const axeWidths = [360, 1280];
/** The widths at which nothing may overflow sideways, in CSS px. 640 is 1280 at a zoom of 200 %. */
const widths = [320, 360, 640, 768, 1024, 1280, 1920];
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Checks screens in a browser. */
export type ScreenChecker = {
  /** @returns a sentence for each fault; empty if the screen has none */
  check(screen: Screen): Promise<string[]>;
  /**
   * Presses the page's button that says that a form is being sent, and measures the contrast of its text
   * while the pointer is over it.
   * @returns a sentence for each theme in which it is hard to read
   */
  checkPending(path: string): Promise<string[]>;
  /** Closes the browser. */
  end(): Promise<void>;
};

/**
 * Opens a browser that checks screens.
 * @param executablePath of a Chromium
 * @param origin of the running product
 */
export async function openScreenChecker(executablePath: string, origin: string): Promise<ScreenChecker> {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const pages = await Promise.all(themes.map(async (theme) => ({ theme, page: await open(browser, theme) })));
  const statuses = new Map<string, Promise<number>>();
  const linkStatusOf = (path: string, cookie: string) => {
    const key = `${cookie} ${path}`;
    const status = statuses.get(key) ?? statusOf(origin + path, "follow", cookie);
    statuses.set(key, status);
    return status;
  };
  const sessions = new Map<string, Promise<string>>();
  const cookieOf = async (as: Screen["as"]) => {
    if (!as) return "";
    const session = sessions.get(as) ?? signIn(origin, as);
    sessions.set(as, session);
    return await session;
  };

  return {
    async check({ path, status, as }) {
      const cookie = await cookieOf(as);
      const answer = await statusOf(origin + path, "manual", cookie);
      if (answer !== status) return [`answers ${answer}, not ${status}`];
      const faults: string[] = [];
      for (const { theme, page } of pages) {
        await page.context().clearCookies();
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
          for (const violation of await violations(page, axe)) faults.push(`${theme} ${width}: ${violation}`);
        }
      }
      const [first] = pages;
      if (!first) return faults;
      for (const width of widths) {
        await first.page.setViewportSize({ width, height: 800 });
        const over = await first.page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (over > 0) faults.push(`${over} px wider than a window of ${width} px`);
      }
      await first.page.setViewportSize({ width: axeWidths[0] ?? 360, height: 800 });
      faults.push(...(await smallTargets(first.page)));
      for (const to of await ownLinks(first.page)) {
        if (to === path && status === 404) continue;
        const linkStatus = await linkStatusOf(to, cookie);
        if (linkStatus >= 400) faults.push(`the link ${to} answers ${linkStatus}`);
      }
      return faults;
    },
    async checkPending(path) {
      const faults: string[] = [];
      for (const { theme, page } of pages) {
        await page.context().clearCookies();
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto(origin + path);
        // After the page's own listener, which has marked the button by then: the form stays.
        await page.evaluate(() => addEventListener("submit", (event) => event.preventDefault()));
        await page.locator("main button[data-pending]:visible").first().click();
        await page.locator("main button[data-pending]:disabled").first().waitFor();
        const contrast = await contrastOf(page, axe);
        if (!(contrast >= 4.5)) faults.push(`${theme}: a pending button has a contrast of ${contrast}`);
      }
      return faults;
    },
    end: () => browser.close(),
  };
}

async function open(browser: Browser, colorScheme: (typeof themes)[number]): Promise<Page> {
  // axe is injected into the page, which the content security policy forbids.
  const context: BrowserContext = await browser.newContext({
    colorScheme,
    bypassCSP: true,
    reducedMotion: "reduce",
  });
  return context.newPage();
}

async function violations(page: Page, axe: string): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then((found) => found.violations.map((rule) =>
      rule.id + ": " + rule.nodes.map((node) => node.html.slice(0, 160)).join(" | ")))`,
  );
}

/**
 * The contrast of the pending button, with axe's measure. Axe's own rule leaves out disabled controls, but
 * this one says what is happening.
 */
async function contrastOf(page: Page, axe: string): Promise<number> {
  await page.evaluate(axe);
  return page.evaluate(
    `(() => {
      axe.setup(document);
      const { getForegroundColor, getBackgroundColor, getContrast } = axe.commons.color;
      const button = document.querySelector("main button[data-pending]:disabled");
      return getContrast(getBackgroundColor(button), getForegroundColor(button));
    })()`,
  );
}

/**
 * Controls must be at least 44 px wide and high. A card counts as a whole; links inside sentences are exempt.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    for (const menu of document.querySelectorAll("details")) menu.open = true;
    for (const control of document.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary",
    )) {
      const target =
        control.closest("label") ?? (control.matches("h3 > a") ? control.closest(".card") : null) ?? control;
      const { width, height } = target.getBoundingClientRect();
      const inSentence = control.matches("p > a") && getComputedStyle(control).display === "inline";
      if (!control.checkVisibility() || width === 0 || inSentence || Math.min(width, height) >= 43.5)
        continue;
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
  // Read to its end: the runtime reports every broken connection as an error.
  await answer.arrayBuffer();
  return answer.status;
}
