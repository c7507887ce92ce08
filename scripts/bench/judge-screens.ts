import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";

/** A screen that visitors browse. `status`: 404 for those that say that something is not there. */
export type Screen = { name: string; path: string; status: 200 | 404 };

/** Every browsing screen of docs/specification.md#screens. @param service the path of some service */
export function browsingScreens(service: string): Screen[] {
  const found: [string, string][] = [
    ["home", "/"],
    ["search", "/search?q=logo"],
    ["search, all", "/search"],
    ["search, filtered", "/search?q=logo&min=20&max=500&days=14&sort=price-low"],
    ["search, nothing found", "/search?q=zzyzx+quux"],
    ["categories", "/categories"],
    ["category", "/categories/graphics-design"],
    ["category, page 2", "/categories/graphics-design?page=2"],
    ["subcategory", "/categories/graphics-design/logo-design"],
    ["service", service],
    ["recently viewed", "/services/recent"],
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
/** Where axe looks, in CSS px (docs/architecture.md#slow-phones). */
const axeWidths = [360, 1280];
/** Where nothing may overflow sideways; 640 is 1280 at a zoom of 200 %. */
const widths = [320, 360, 640, 768, 1024, 1280, 1920];
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Looks at screens as a visitor's browser does. `end` closes the browser. */
export type Judge = {
  /** @returns what is wrong with the screen, a sentence each; empty: nothing */
  look(screen: Screen): Promise<string[]>;
  end(): Promise<void>;
};

/** @param executablePath of a Chromium @param origin of the running product */
export async function judgeOf(executablePath: string, origin: string): Promise<Judge> {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const pages = await Promise.all(themes.map(async (theme) => ({ theme, page: await open(browser, theme) })));
  const answers = new Map<string, Promise<number>>();
  const answerOf = (path: string) => {
    const answer = answers.get(path) ?? statusOf(origin + path, "follow");
    answers.set(path, answer);
    return answer;
  };

  return {
    async look({ path, status }) {
      const answered = await statusOf(origin + path, "manual");
      if (answered !== status) return [`answers ${answered}, not ${status}`];
      const wrong: string[] = [];
      for (const { theme, page } of pages) {
        await page.goto(origin + path);
        for (const width of axeWidths) {
          await page.setViewportSize({ width, height: 800 });
          for (const violation of await violations(page, axe)) wrong.push(`${theme} ${width}: ${violation}`);
        }
      }
      const [first] = pages;
      if (!first) return wrong;
      for (const width of widths) {
        await first.page.setViewportSize({ width, height: 800 });
        const over = await first.page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (over > 0) wrong.push(`${over} px wider than a window of ${width} px`);
      }
      await first.page.setViewportSize({ width: axeWidths[0] ?? 360, height: 800 });
      wrong.push(...(await smallTargets(first.page)));
      for (const to of await ownLinks(first.page)) {
        if (to === path && status === 404) continue;
        const answer = await answerOf(to);
        if (answer >= 400) wrong.push(`the link ${to} answers ${answer}`);
      }
      return wrong;
    },
    end: () => browser.close(),
  };
}

async function open(browser: Browser, colorScheme: (typeof themes)[number]): Promise<Page> {
  // axe is put into the page, which the page's policy would not let in.
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

/** What is pressed is at least 44 px wide and high (LOOK.md section 4); a card counts whole, links inside sentences are exempt. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wrong: string[] = [];
    for (const menu of document.querySelectorAll("details")) menu.open = true;
    for (const part of document.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary",
    )) {
      const whole = part.closest("label") ?? (part.matches("h3 > a") ? part.closest(".card") : null) ?? part;
      const { width, height } = whole.getBoundingClientRect();
      const inSentence = part.matches("p > a") && getComputedStyle(part).display === "inline";
      if (!part.checkVisibility() || width === 0 || inSentence || Math.min(width, height) >= 43.5) continue;
      wrong.push(
        `${Math.round(width)} x ${Math.round(height)} px are too small to press: ${part.outerHTML.slice(0, 120)}`,
      );
    }
    return wrong;
  });
}

/** The addresses of this site that the page links to, without fragments, each once. */
function ownLinks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>("a[href]")];
    const own = links.filter((link) => link.origin === location.origin);
    return [...new Set(own.map((link) => link.pathname + link.search))];
  });
}

async function statusOf(url: string, redirect: "follow" | "manual"): Promise<number> {
  const answer = await fetch(url, { redirect });
  // Read to its end: the runtime reports every broken connection as an error.
  await answer.arrayBuffer();
  return answer.status;
}
