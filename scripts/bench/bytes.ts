import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { atMost, type Figure } from "./figure.ts";
import { type BenchPage, benchPages } from "./pages.ts";

const firstFlight = 14_336;
const scriptLimit = 95 * 1024;

/** What begins where the results, or the first panel, have ended: design.md section 6 names what may follow. */
const ends: Record<string, string> = {
  home: "</main>",
  category: '<section class="sec about">',
  search: "</main>",
  service: '<section id="details">',
};

/** What a browser on a phone asked for. */
type Seen = {
  /** Requests that keep the page from being painted. */
  blocking: number;
  /** Script requests before the first touch, and all of them after it. */
  before: number;
  after: number;
  scriptBytes: number;
};

/** Bytes and script requests of the pages that a visitor opens first. All sizes are gzip 6. */
export async function bytes(origin: string, executablePath: string): Promise<Figure[]> {
  const pages = await benchPages(origin);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const first = await Promise.all(pages.map((page) => firstPart(origin, page)));
    const seen: Seen[] = [];
    const saving: Seen[] = [];
    for (const { path } of pages) {
      seen.push(await look(browser, origin + path, {}));
      saving.push(await look(browser, origin + path, { lite: true }));
      saving.push(await look(browser, origin + path, { saveData: true }));
    }
    const weights = seen.map(({ scriptBytes }) => scriptBytes);
    const each = pages.map(
      ({ name }, i) => `${name} ${weights[i]?.toLocaleString("en-US")} B in ${seen[i]?.after}`,
    );
    return [
      ...first,
      atMost("render-blocking requests on those pages", sum(seen.map(({ blocking }) => blocking)), "", 0),
      atMost("script requests before the first touch", sum(seen.map(({ before }) => before)), "", 0),
      atMost(
        "scripts after it, on the heaviest of them",
        Math.max(...weights),
        "B",
        scriptLimit,
        each.join(", "),
      ),
      atMost(
        "script requests in Lite and under Save-Data, touched",
        sum(saving.map(({ after }) => after)),
        "",
        0,
      ),
    ];
  } finally {
    await browser.close();
  }
}
/** The page with its styles, which stand in it, as far as the first look needs it. */
async function firstPart(origin: string, { name, path }: BenchPage): Promise<Figure> {
  const html = await (await fetch(origin + path)).text();
  const end = html.indexOf(ends[name] ?? "");
  if (end < 0)
    throw new Error(`${path} has no end of its first part any more; scripts/bench/bytes.ts looks for one.`);
  const note = `the whole page: ${gzipSync(html, { level: 6 }).length.toLocaleString("en-US")} B`;
  const what = `${name}: bytes to the end of the ${name === "service" ? "first panel" : "results"}, styles included`;
  return atMost(what, gzipSync(html.slice(0, end), { level: 6 }).length, "B", firstFlight, note);
}

/** Opens a page on a phone, waits until nothing more comes, touches it, and waits again. */
async function look(
  browser: Browser,
  url: string,
  how: { lite?: boolean; saveData?: boolean },
): Promise<Seen> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    extraHTTPHeaders: how.saveData ? { "Save-Data": "on" } : {},
  });
  if (how.lite) await context.addCookies([{ name: "lite", value: "1", url }]);
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script" || new URL(request.url()).pathname.endsWith(".js"))
      scripts.add(request.url());
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const blocking = await page.evaluate(
    () =>
      performance
        .getEntriesByType("resource")
        .filter((entry) => "renderBlockingStatus" in entry && entry.renderBlockingStatus === "blocking")
        .length,
  );
  const before = scripts.size;
  await page.touchscreen.tap(5, 300);
  await page.waitForTimeout(300);
  await page.waitForLoadState("networkidle");
  await context.close();
  const sizes = await Promise.all([...scripts].map(weightOf));
  return { blocking, before, after: scripts.size, scriptBytes: sum(sizes) };
}

async function weightOf(url: string): Promise<number> {
  return gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer()), { level: 6 }).length;
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
