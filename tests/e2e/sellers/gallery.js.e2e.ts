import { expect, newDraft, picture, retrying, signedIn, test } from "#tests/e2e/journey.ts";

test("A picture whose answers are lost can be sent again by its button, and is added once", async ({
  browser,
}) => {
  // In its own context: a lost connection logs console errors.
  const context = await browser.newContext();
  const page = await context.newPage();
  await signedIn(page, "newseller");
  await page.goto(`${await newDraft(page, "I will restore your clock")}gallery`);
  await expect(page.getByRole("button", { name: "Upload" })).toHaveCount(0);
  let attempts = 0;
  await page.route("**/pictures", async (route) => {
    // The first attempt arrives. None of the four gets an answer.
    if (++attempts === 1) await route.fetch(retrying);
    if (attempts <= 4) await route.abort();
    else await route.continue();
  });
  await page.getByLabel(/^Add pictures/).setInputFiles(picture("clock.png", [40, 60, 170]));
  await page.getByRole("button", { name: "Send again clock.png" }).click({ timeout: 30_000 });
  await expect(page.getByRole("img", { name: "Picture 1" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("img", { name: /^Picture \d$/ })).toHaveCount(1);
  expect(attempts).toBe(5);
  await context.close();
});
