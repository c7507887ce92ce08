import { expect, hydration, test } from "#tests/e2e/journey.ts";

test("A click while Remix decodes the page's data breaks nothing, and the page hydrates after it", async ({
  page,
}) => {
  // Remix decodes the data from a stream of this kind. The test decides when the data arrives.
  await page.addInitScript(() => {
    const Native = TextEncoderStream;
    const released = new Promise((resolve) => {
      addEventListener("release", resolve);
    });
    class Held {
      readonly #native = new Native();
      readonly #reader = this.#native.readable.getReader();
      readonly writable = this.#native.writable;
      readonly readable = new ReadableStream(
        {
          pull: async (controller) => {
            document.documentElement.dataset.decoding = "";
            await released;
            const { done, value } = await this.#reader.read();
            if (done) controller.close();
            else controller.enqueue(value);
          },
        },
        { highWaterMark: 0 },
      );
    }
    Object.assign(window, { TextEncoderStream: Held });
  });
  await page.goto("/categories");
  await page.mouse.move(200, 300);
  await page.locator("html[data-decoding]").waitFor();
  const heading = page.getByRole("heading", { level: 1 });
  for (let clicks = 0; clicks < 3; clicks++) await heading.click();
  await page.keyboard.press("Tab");
  await page.evaluate(() => dispatchEvent(new Event("release")));
  await hydration(page);
  await page.locator("main").getByRole("link", { name: "Data", exact: true }).click();
  await expect(heading).toHaveText("Data Services");
});

test("A click between the start of hydration and its first step breaks nothing", async ({ page }) => {
  await page.addInitScript(() => {
    // React's scheduler runs each step when a message arrives.
    const post = MessagePort.prototype.postMessage as (...values: unknown[]) => void;
    MessagePort.prototype.postMessage = function send(this: MessagePort, ...values: unknown[]) {
      queueMicrotask(() => document.querySelector<HTMLElement>("h1")?.click());
      post.apply(this, values);
    };
  });
  await page.goto("/categories");
  await page.mouse.move(200, 300);
  await hydration(page);
  await page.locator("main").getByRole("link", { name: "Data", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Data Services");
});

test("A browser without TextEncoderStream keeps the page as plain HTML", async ({ browser }) => {
  // Not the page that other journeys check: the page's own script fails there, which is harmless.
  const page = await browser.newPage();
  await page.addInitScript(() => Reflect.deleteProperty(window, "TextEncoderStream"));
  const reports: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/client-errors")) reports.push(request.url());
  });
  // Starts before the page loads: on a busy machine, Chromium may report the pointer immediately, which
  // starts the scripts.
  const entry = page.waitForResponse(/entry\.client/);
  await page.goto("/categories");
  await page.mouse.move(200, 300);
  await page.mouse.move(200, 400);
  await (await entry).finished();
  await page.locator("main").getByRole("link", { name: "Data", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Data Services");
  expect(reports).toEqual([]);
  await page.close();
});

test("A page that the browser has translated stays translated and works", async ({ page }) => {
  await page.goto("/categories");
  // What Chromium's translation does to each text.
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.matches("script, style")) continue;
      const font = document.createElement("font");
      font.textContent = `«${text.data}»`;
      text.replaceWith(font);
    }
  });
  await page.mouse.move(200, 300);
  await page.mouse.move(200, 400);
  // All scripts have arrived, so hydration would begin within the next second.
  await page.waitForFunction(() => {
    const scripts = [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")];
    return scripts.length > 0 && scripts.every(({ href }) => performance.getEntriesByName(href).length > 0);
  });
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1000)));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^«.*»$/);
  await page.locator("main").getByRole("link", { name: "«Data»", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Data Services");
});
