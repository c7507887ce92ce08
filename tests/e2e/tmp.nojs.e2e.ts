import { test } from "#tests/e2e/journey.ts";

test("shots", async ({ browser }) => {
  for (const [name, path] of [
    ["help", "/help?tab=sellers"],
    ["faq", "/faq?q=refund"],
    ["faq0", "/faq?q=zeppelin"],
    ["privacy", "/privacy"],
    ["terms", "/terms"],
    ["signup", "/sign-up"],
  ] as const)
    for (const [width, scheme] of [
      [360, "light"],
      [1280, "dark"],
      [1280, "light"],
    ] as const) {
      const page = await browser.newPage({
        viewport: { width, height: 900 },
        colorScheme: scheme,
        javaScriptEnabled: false,
      });
      await page.goto(path);
      await page.screenshot({ path: `/tmp/shots/${name}-${width}-${scheme}.png` });
      if (name === "terms") {
        await page.emulateMedia({ media: "print" });
        await page.screenshot({ path: `/tmp/shots/${name}-${width}-print.png` });
      }
      await page.close();
    }
});
