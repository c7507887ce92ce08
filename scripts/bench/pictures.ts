import { chromium } from "@playwright/test";
import { atMost, type Figure } from "./figure.ts";

/** The limit for all pictures together, in bytes. */
const limit = 120 * 1024;

/**
 * Measures the pictures of the home page on a phone of 360 px with an empty cache. It scrolls to the end, so
 * that lazy pictures load too. The limit is for a phone with two device pixels per CSS pixel.
 */
export async function pictures(origin: string, executablePath: string): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const loadWith = async (deviceScaleFactor: number) => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      deviceScaleFactor,
      isMobile: true,
      hasTouch: true,
    });
    const page = await context.newPage();
    let bytes = 0;
    let count = 0;
    const client = await context.newCDPSession(page);
    await client.send("Network.enable");
    const images = new Set<string>();
    client.on(
      "Network.responseReceived",
      ({ type, requestId }) => void (type === "Image" && images.add(requestId)),
    );
    client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (!images.has(requestId)) return;
      bytes += encodedDataLength;
      count += 1;
    });
    await page.goto(`${origin}/`, { waitUntil: "networkidle" });
    const first = bytes;
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let y = 0; y < height; y += 400) {
      await page.evaluate((top) => window.scrollTo(0, top), y);
      await page.waitForTimeout(60);
    }
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(500);
    await context.close();
    return { bytes, count, first };
  };
  const [one, two, three] = [await loadWith(1), await loadWith(2), await loadWith(3)];
  await browser.close();
  const kilobytes = (size: number) => `${Math.round(size / 1024)} KB`;
  const note = `${two.count} pictures, 2 dots per px, scrolled to the end; ${kilobytes(two.first)} before scrolling; 1 dot: ${kilobytes(one.bytes)}, 3 dots: ${kilobytes(three.bytes)}`;
  return [atMost("pictures of a cold home page at 360 px", two.bytes, "B", limit, note)];
}
