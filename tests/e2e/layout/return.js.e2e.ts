import { expect, signIn, test } from "#tests/e2e/journey.ts";

test("Orders, dashboard and messages read their data again when their tab becomes visible, and keep what is typed", async ({
  page,
}) => {
  await signIn(page, "buyer");
  for (const path of ["/orders", "/dashboard", "/messages?conversation="]) {
    await page.goto(path.endsWith("=") ? "/messages" : path);
    if (path.endsWith("=")) {
      await expect(page).toHaveURL(/conversation=/);
      await page.getByPlaceholder("Type a message...").fill("Half a sentence");
    }
    const logo = page.locator("header .logo");
    await expect
      .poll(() => logo.evaluate((link) => Object.keys(link).some((key) => key.startsWith("__reactProps"))))
      .toBe(true);
    const read = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(".data"));
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    expect((await read).status()).toBe(200);
  }
  await expect(page.getByPlaceholder("Type a message...")).toHaveValue("Half a sentence");
});
