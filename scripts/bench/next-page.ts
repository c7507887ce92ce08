import { connect, createServer, type Server, type Socket } from "node:net";
import { type Browser, chromium } from "@playwright/test";
import { atMost, type Figure, median } from "./figure.ts";

/** The round trip of a slow line, in ms. */
const roundTrip = 400;
/** How long a finger stays on a link, in ms. */
const press = 100;
/** How often the way is measured, each time with and without. */
const times = 9;

/**
 * Measures the way from home to a category on a slow line: from the tap to the first paint, with the rules
 * that let the browser request the page while the link is pressed, and without them.
 */
export async function nextPage(origin: string, executablePath: string): Promise<Figure[]> {
  const line = await slowLine(new URL(origin));
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const measured: { rules: number[]; none: number[] } = { rules: [], none: [] };
  for (let i = 0; i < times; i++) {
    measured.rules.push(await tapToPaint(browser, line.url, true));
    measured.none.push(await tapToPaint(browser, line.url, false));
  }
  await browser.close();
  line.server.close();
  const [rules, none] = [median(measured.rules), median(measured.none)];
  const what = `tap to first paint of a category at ${roundTrip} ms round trip; the limit is without the rules`;
  return [atMost(what, rules, "ms", none, `median of ${times}; a tap of ${press} ms`)];
}

/** @returns ms from the touch to the first paint of the next page */
async function tapToPaint(browser: Browser, url: string, withRules: boolean): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  if (!withRules) await page.route("**/speculation-rules.json", (route) => route.abort());
  await page.goto(url, { waitUntil: "networkidle" });
  const link = page.locator('main a[href^="/categories/"]').first();
  await link.scrollIntoViewIfNeeded();
  const box = await link.boundingBox();
  if (!box) throw new Error("The home page links no category.");
  const client = await context.newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const began = Date.now();
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.waitForTimeout(press);
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.waitForURL("**/categories/**", { waitUntil: "load" });
  const painted = await page.evaluate(
    () =>
      new Promise<number>((found) => {
        new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName("first-contentful-paint");
          if (entry) found(performance.timeOrigin + entry.startTime);
        }).observe({ type: "paint", buffered: true });
      }),
  );
  await context.close();
  return Math.round(painted - began);
}

/** A line to the product that delays what is sent by half a round trip in each direction. */
async function slowLine({ hostname, port }: URL): Promise<{ url: string; server: Server }> {
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const delay = (from: Socket, to: Socket) => {
      from.on("data", (bytes) => setTimeout(() => to.writable && to.write(bytes), roundTrip / 2));
      from.on("close", () => setTimeout(() => to.destroy(), roundTrip / 2));
      from.on("error", () => to.destroy());
    };
    delay(near, far);
    delay(far, near);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The slow line has no port.");
  return { url: `http://127.0.0.1:${address.port}`, server };
}
