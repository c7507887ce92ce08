import { expect, pay, signIn, test } from "#tests/e2e/journey.ts";
import { startOwn } from "../../support/stack/stack.ts";

test("If the server is killed between payment and webhook, the order is paid after the restart", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const stack = await startOwn();
  try {
    const page = await browser.newPage({ baseURL: stack.url });
    await signIn(page, "buyer");
    await page.goto("/search?q=monogram");
    await page.locator("main .card a").first().click();
    await page
      .getByRole("button", { name: /^Order Now/ })
      .first()
      .click();
    await expect(page.getByLabel("Card number")).toBeVisible();

    // No event is delivered, and the buyer does not come back from the card page before the server is killed.
    const setDelivery = (mode: string) =>
      fetch(`${stack.sandboxUrl}/control/delivery`, { method: "POST", body: JSON.stringify({ mode }) });
    await setDelivery("off");
    let comesBack = () => {};
    const paid = new Promise<void>((resolve) => {
      comesBack = resolve;
    });
    await page.route(`${stack.url}/**`, (route) => {
      comesBack();
      return route.abort();
    });
    await pay(page).catch(() => {});
    await paid;
    await page.unroute(`${stack.url}/**`);
    await stack.kill();
    await stack.restart();
    await setDelivery("normal");

    await expect(async () => {
      await page.goto("/orders");
      await expect(page.locator(".orders > li").first().getByText("Paid", { exact: true })).toBeVisible({
        timeout: 1000,
      });
    }).toPass({ timeout: 30_000 });
    await page.close();
  } finally {
    await stack.stop();
  }
});
