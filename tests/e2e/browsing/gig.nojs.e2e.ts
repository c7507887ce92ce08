import type { Page } from "@playwright/test";
import { expect, service, test } from "#tests/e2e/journey.ts";

// With scripts: gig.js.e2e.ts.

test("A gig's tabs are links: each shows its section and adds it to the address", async ({ page }) => {
  await page.goto(service);
  const section = (id: string) => page.locator(`section#${id}`);
  await expect(section("description")).toBeVisible();
  for (const [name, id] of [
    ["Details", "details"],
    ["Reviews", "reviews"],
    ["Description", "description"],
  ] as const) {
    await page.getByRole("navigation", { name: "About this service" }).getByRole("link", { name }).click();
    await expect(page).toHaveURL(new RegExp(`#${id}$`));
    await expect(section(id)).toBeVisible();
    await expect(page.locator(".tabbed > section:visible")).toHaveCount(1);
  }
  // The shown tab is marked with forced colours, too.
  await page.emulateMedia({ forcedColors: "active" });
  const lines = await page
    .locator(".tabs a")
    .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor));
  expect(new Set(lines.slice(1)).size).toBe(1);
  expect(lines[0]).not.toBe(lines[1]);
});

/** Waits until the cookie names this many viewed gigs: a prefetched page reports it later. */
async function waitForViews(page: Page, count: number): Promise<void> {
  const noted = async () => (await page.context().cookies()).find(({ name }) => name === "recent")?.value;
  await expect.poll(async () => (await noted())?.split(".").length).toBe(count);
}

test("A visitor opens a gig, a related gig, and the list of recently viewed gigs", async ({ page }) => {
  await page.goto("/search");
  await page.locator(".card h3 a").first().click();
  const first = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  await waitForViews(page, 1);
  await page
    .locator("section", { has: page.getByRole("heading", { name: "Related Services" }) })
    .locator(".card h3 a")
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(first);
  const second = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  await waitForViews(page, 2);
  await page.locator('main a[href="/services/recent"]').click();
  await expect(page).toHaveURL(/\/services\/recent$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Recently Viewed Services");
  await expect(page.locator(".card h3")).toHaveText([second, first]);
});
