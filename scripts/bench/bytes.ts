import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { atMost, type Figure } from "./figure.ts";
import { type BenchPage, benchPages } from "./pages.ts";

const firstFlight = 14_336;
const scriptLimit = 115 * 1024;

/**
 * The markup at which the first part of a page has ended (docs/architecture.md#slow-phones says what may
 * follow).
 */
const ends: Record<string, string> = {
  home: "</main>",
  category: '<section class="sec about">',
  search: "</main>",
  service: '<section id="details">',
};

/** The requests that a phone's browser made. */
type Requests = {
  /** Requests that delay the first paint. */
  blocking: number;
  /** Script requests before the first touch. */
  beforeTouch: number;
  /** All script requests, also those after the touch. */
  afterTouch: number;
  scriptBytes: number;
};

/** Measures bytes and script requests of the pages that a visitor opens first. Sizes are gzip 6. */
export async function bytes(origin: string, executablePath: string): Promise<Figure[]> {
  const pages = await benchPages(origin);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const first = await Promise.all(pages.map((page) => measureDocument(origin, page)));
    const requests: Requests[] = [];
    const saving: Requests[] = [];
    for (const { path } of pages) {
      requests.push(await openAndTouch(browser, origin + path, {}));
      saving.push(await openAndTouch(browser, origin + path, { lite: true }));
      saving.push(await openAndTouch(browser, origin + path, { saveData: true }));
    }
    const weights = requests.map(({ scriptBytes }) => scriptBytes);
    const each = pages.map(
      ({ name }, i) => `${name} ${weights[i]?.toLocaleString("en-US")} B in ${requests[i]?.afterTouch}`,
    );
    return [
      ...first,
      atMost("render-blocking requests on those pages", sum(requests.map(({ blocking }) => blocking)), "", 0),
      atMost(
        "script requests before the first touch",
        sum(requests.map(({ beforeTouch }) => beforeTouch)),
        "",
        0,
      ),
      atMost(
        "scripts after it, on the heaviest of them",
        Math.max(...weights),
        "B",
        scriptLimit,
        each.join(", "),
      ),
      atMost(
        "script requests in Lite and under Save-Data, touched",
        sum(saving.map(({ afterTouch }) => afterTouch)),
        "",
        0,
      ),
    ];
  } finally {
    await browser.close();
  }
}

/** Measures the page up to the end of its first part. Its styles are inline, so they count. */
async function measureDocument(origin: string, { name, path }: BenchPage): Promise<Figure> {
  const html = await (await fetch(origin + path)).text();
  const end = html.indexOf(ends[name] ?? "");
  if (end < 0)
    throw new Error(`${path} does not contain the markup that ends its first part (scripts/bench/bytes.ts).`);
  const what = `${name}: bytes to the end of the ${name === "service" ? "first panel" : "results"}, styles included`;
  return atMost(what, gzipSize(html.slice(0, end)), "B", firstFlight);
}

/** Opens a page on a phone, waits until the network is idle, touches the page, and waits again. */
async function openAndTouch(
  browser: Browser,
  url: string,
  { lite, saveData }: { lite?: boolean; saveData?: boolean },
): Promise<Requests> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    extraHTTPHeaders: saveData ? { "Save-Data": "on" } : {},
  });
  if (lite) await context.addCookies([{ name: "lite", value: "1", url }]);
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
  const beforeTouch = scripts.size;
  await page.touchscreen.tap(5, 300);
  await page.waitForTimeout(300);
  await page.waitForLoadState("networkidle");
  await context.close();
  const sizes = await Promise.all([...scripts].map(gzipSizeOf));
  return { blocking, beforeTouch, afterTouch: scripts.size, scriptBytes: sum(sizes) };
}

async function gzipSizeOf(url: string): Promise<number> {
  return gzipSize(Buffer.from(await (await fetch(url)).arrayBuffer()));
}

function gzipSize(content: string | Buffer): number {
  return gzipSync(content, { level: 6 }).length;
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
