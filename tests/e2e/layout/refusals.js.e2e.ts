import type { Page } from "@playwright/test";
import { expect, hydration, signedIn, test } from "#tests/e2e/journey.ts";

/** Pages whose forms have a required field, by who sees them. */
const pages = {
  visitor: ["/sign-in", "/sign-up", "/forgot-password", "/contact"],
  buyer: ["/profile", "/profile/password", "/profile/email", "/contact"],
};

test("An empty form, sent straight after a link to its page, says at the first press what is missing", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const sent = await sendEmptyForms(page, pages.visitor);
  await signedIn(page, "buyer");
  sent.push(...(await sendEmptyForms(page, pages.buyer)));
  expect(sent.filter(({ says }) => !says)).toEqual([]);
  expect(sent.map(({ form }) => form)).toEqual(Object.values(pages).flat());
});

/** Opens each page without a page load, as a link does, and sends each of its forms without text. */
async function sendEmptyForms(page: Page, paths: string[]): Promise<{ form: string; says: string | null }[]> {
  const sent = [];
  for (const path of paths) {
    for (let at = 0, count = 1; at < count; at++) {
      await page.goto("/faq");
      await page.mouse.move(100 + at, 300);
      await hydration(page);
      await page.evaluate(async (to) => {
        // biome-ignore lint/suspicious/noExplicitAny: Remix puts its router here
        await (window as any).__remixRouter.navigate(to);
      }, path);
      await page.locator("main h1", { hasNotText: "Frequently asked questions" }).waitFor();
      const forms = page.locator("main form[method=post]").filter({ has: page.locator(typed) });
      count = await forms.count();
      const form = forms.nth(at);
      for (const field of await form.locator(typed).all()) await field.fill("");
      await form.locator("button:not([type=button]):visible").first().click();
      sent.push({ form: path, says: await reason(page) });
    }
  }
  return sent;
}

const typed = ":is(textarea,input):not([type=radio],[type=checkbox],[type=file],[type=hidden]):visible";

/** The visible reason why the form was refused: our sentence or the browser's. Null if none is visible. */
async function reason(page: Page): Promise<string | null> {
  const found = await page
    .waitForFunction(
      () => {
        const reasons = document.querySelectorAll<HTMLInputElement>(
          'main [role="alert"],main :invalid:focus,main .err',
        );
        return [...reasons]
          .filter((element) => {
            const { top, bottom, height } = element.getBoundingClientRect();
            return height > 0 && top < innerHeight && bottom > 0;
          })
          .map((element) => element.validationMessage || element.textContent)[0];
      },
      undefined,
      { timeout: 10_000 },
    )
    .catch(() => null);
  return found === null ? null : String(await found.jsonValue());
}

test("A link to an invalid field moves the focus there, and errors and typed text stay, even after the skip link", async ({
  page,
}) => {
  await page.goto("/contact");
  await page.mouse.move(100, 300);
  await hydration(page);
  await page.getByLabel("Your name").fill("Nora Lind");
  await page.locator("main form button[value=send]").click();
  const link = page.locator('main [role="alert"]').first().getByRole("link").first();
  const field = page.locator(`${await link.getAttribute("href")}`);
  await page.locator("a.skip").press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await link.press("Enter");
  await expect(field).toBeFocused();
  await expect(link).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveValue("Nora Lind");
});
