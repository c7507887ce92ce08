import type { Page } from "@playwright/test";
import { expect, signedIn, signIn, test } from "#tests/e2e/journey.ts";

/** The addresses of some of the newest gigs. */
async function gigs(page: Page): Promise<string[]> {
  await page.goto("/search");
  const links = page.locator("main .card h3 a");
  const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(found.length).toBeGreaterThan(8);
  return found;
}

/** How far the bottom of an element is below the first screen, in px; negative if it is inside it. */
async function belowFold(page: Page, element: ReturnType<Page["locator"]>): Promise<number> {
  const box = await element.boundingBox();
  const scrolled = await page.evaluate(() => scrollY);
  return (box ? box.y + box.height + scrolled : Number.NaN) - (page.viewportSize()?.height ?? 0);
}

test("The order button of every package is in the first screen of a laptop", async ({ page }) => {
  for (const address of (await gigs(page)).slice(0, 4)) {
    await page.goto(address);
    for (const [width, height] of [
      [1280, 720],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      const bottoms = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLInputElement>(".seg input")].map((radio) => {
          radio.checked = true;
          const buttons = [
            ...document.querySelectorAll<HTMLElement>(".box [name=shownPrice], .buybar [name=shownPrice]"),
          ];
          return buttons
            .filter((button) => button.checkVisibility())
            .map((b) => b.getBoundingClientRect().bottom);
        }),
      );
      for (const [index, shown] of bottoms.entries()) {
        expect(shown, `${address}, package ${index + 1}: one button`).toHaveLength(1);
        expect(shown[0], `${address}, package ${index + 1}, ${width} px`).toBeLessThanOrEqual(height);
      }
    }
  }
});

test("On a phone there is one order button, which stays in view", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const [address = ""] = await gigs(page);
  await page.goto(address);
  // The comparison of packages has its own buttons.
  const button = page.locator(".box, .buybar").getByRole("button", { name: /^Order Now/ });
  for (const part of ["#order", ".seg", ".secure", "section.sec"]) {
    await page.locator(part).first().scrollIntoViewIfNeeded();
    await expect(button).toHaveCount(1);
    const box = await button.boundingBox();
    expect([part, (box?.y ?? 0) > 0, (box?.y ?? 0) + (box?.height ?? 0) <= 740]).toEqual([part, true, true]);
  }
  // The bar of that button never covers the focused element.
  await page.getByLabel("What should the seller know?").first().press("Shift+Tab");
  const gap = () =>
    page.evaluate(() => {
      const focused = document.activeElement?.getBoundingClientRect().top ?? Number.NaN;
      return (document.querySelector(".buybar")?.getBoundingClientRect().top ?? Number.NaN) - focused;
    });
  for (let steps = 0; steps < 14; steps++) {
    await page.keyboard.press("Tab");
    expect(await gap()).toBeGreaterThan(20);
  }
});

test("A message can be written in the first screen of a laptop", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await signedIn(page, "buyer2");
  const [address = ""] = await gigs(page);
  await page.goto(address);
  await page.getByRole("link", { name: "Message seller" }).click();
  await expect(page).toHaveURL(/conversation=/);
  expect(await belowFold(page, page.getByRole("button", { name: "Send" }))).toBeLessThanOrEqual(0);
  expect(await belowFold(page, page.getByPlaceholder("Type a message..."))).toBeLessThanOrEqual(0);
});

test("A notice that stays until it is closed covers nothing: not on a phone, not on a laptop", async ({
  page,
}) => {
  await signIn(page, "buyer2");
  const toast = page.locator(".toast");
  for (const [width, height] of [
    [360, 740],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    const covered = await toast.evaluate((notice) => {
      const { top, bottom } = notice.getBoundingClientRect();
      return [...document.querySelectorAll("header, main > *, footer")]
        .map((part) => [part.nodeName, part.getBoundingClientRect()] as const)
        .filter(([, part]) => part.top < bottom - 1 && part.bottom > top + 1)
        .map(([name]) => name);
    });
    expect([width, covered]).toEqual([width, []]);
    // Further down it stays visible, as after a form that returns to the middle of a page.
    await page.locator("footer").scrollIntoViewIfNeeded();
    await expect(toast).toBeInViewport();
    await page.locator("header").scrollIntoViewIfNeeded();
  }
  await toast.getByRole("link", { name: "Close" }).click();
  await expect(toast).toHaveCount(0);

  // Nor does it cover the target of an address.
  const notice = JSON.stringify({ kind: "info", text: "A code was sent to your address" });
  const { origin } = new URL(page.url());
  for (const [width, height] of [
    [360, 740],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.context().addCookies([{ name: "toast", value: encodeURIComponent(notice), url: origin }]);
    await page.goto("/profile#bio");
    const [place, shown] = await Promise.all([page.locator("#bio").boundingBox(), toast.boundingBox()]);
    expect(place?.y).toBeGreaterThan((shown?.y ?? Number.NaN) + (shown?.height ?? 0));
    await page.goto("/orders");
  }
});
