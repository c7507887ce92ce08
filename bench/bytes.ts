import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { atMost, type Figure } from "./figure.ts";
import { benchPages } from "./pages.ts";

const limits = { scripts: 115 * 1024, pictures: 120 * 1024 };
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/** The requests that a phone's browser made. */
type Requests = {
  /** Requests that delay the first paint. */
  blocking: number;
  /** Script requests before the first touch. */
  beforeTouch: number;
  /** All script requests, including those after the touch. */
  afterTouch: number;
  scriptBytes: number;
};

/**
 * Measures the network traffic of the pages that a visitor opens first: scripts and the home page's pictures.
 * tests/layout/bytes.test.ts measures their documents.
 */
export async function bytes(origin: string, executablePath: string): Promise<Figure[]> {
  const pages = await benchPages(origin);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const requests: Requests[] = [];
    const saving: Requests[] = [];
    for (const { path } of pages) {
      requests.push(await openAndTouch(browser, origin + path, {}));
      saving.push(await openAndTouch(browser, origin + path, { lite: true }));
      saving.push(await openAndTouch(browser, origin + path, { saveData: true }));
    }
    const heaviest = Math.max(...requests.map(({ scriptBytes }) => scriptBytes));
    const total = (of: Requests[], what: keyof Requests) => of.reduce((sum, each) => sum + each[what], 0);
    return [
      atMost("render-blocking requests on those pages", total(requests, "blocking"), "", 0),
      atMost("script requests before the first touch", total(requests, "beforeTouch"), "", 0),
      atMost("scripts after it, on the heaviest of them", heaviest, "B", limits.scripts),
      atMost("script requests in Lite and under Save-Data, touched", total(saving, "afterTouch"), "", 0),
      await measurePictures(browser, origin),
    ];
  } finally {
    await browser.close();
  }
}

/** Opens a page on a phone, waits until the network is idle, touches the page, and waits again. */
async function openAndTouch(
  browser: Browser,
  url: string,
  { lite, saveData }: { lite?: boolean; saveData?: boolean },
): Promise<Requests> {
  const context = await browser.newContext({
    ...phone,
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
  let scriptBytes = 0;
  for (const script of scripts)
    scriptBytes += gzipSize(Buffer.from(await (await fetch(script)).arrayBuffer()));
  return { blocking, beforeTouch, afterTouch: scripts.size, scriptBytes };
}

/** On a phone with two device pixels per CSS pixel and an empty cache, scrolled to the end of the page. */
async function measurePictures(browser: Browser, origin: string): Promise<Figure> {
  const context = await browser.newContext({ ...phone, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "image")
      sizes.push(request.sizes().then((size) => size.responseHeadersSize + size.responseBodySize));
  });
  await page.goto(`${origin}/`, { waitUntil: "networkidle" });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 400) {
    await page.evaluate((top) => window.scrollTo(0, top), y);
    await page.waitForTimeout(60);
  }
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(500);
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return atMost(
    "pictures of a cold home page at 360 px",
    total,
    "B",
    limits.pictures,
    `${sizes.length} pictures`,
  );
}

function gzipSize(content: string | Buffer): number {
  return gzipSync(content, { level: 6 }).length;
}
