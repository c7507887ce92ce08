import type { Locator } from "@playwright/test";
import { expect, mailTo, retrying, signedIn, test, watch } from "#tests/e2e/journey.ts";
import { startOwn } from "../../support/stack/stack.ts";

test("A bank returns a payout: the seller is told, names another bank account and is paid; the statement says what was sent", async ({
  browser,
}) => {
  // The demo seller has a payout on its way. Other journeys need that, so this one has its own product.
  const stack = await startOwn();
  try {
    const page = await browser.newPage({
      baseURL: stack.url,
      viewport: { width: 360, height: 800 },
    });
    const errors = watch(page);
    const atStripe = async (path: string, data: object = {}) => {
      const url = `${stack.sandboxUrl}/control/${path}`;
      expect([path, (await page.request.post(url, { data, ...retrying })).ok()]).toEqual([path, true]);
    };
    /** Loads /earnings until Stripe's event has been handled. */
    const untilShown = (shown: Locator, text: string) =>
      expect(async () => {
        await page.goto("/earnings");
        await expect(shown).toContainText(text, { timeout: 1000 });
      }).toPass();
    const gettingPaid = page.getByRole("region", { name: "Getting paid" });
    const sum = (name: string) => page.locator("dt", { hasText: name }).locator("+ dd");
    const onWay = sum("In your Stripe account, or on its way to your bank");
    const paidOut = sum("Paid out to your bank");

    await signedIn(page, "seller");
    await page.goto("/earnings");
    await expect(gettingPaid).toContainText("••6789, USD");
    const [underWay, before] = [await onWay.textContent(), await paidOut.textContent()];
    const cents = centsOf(underWay);
    type Event = { type: string; account: string; data: { object: { id: string; amount: number } } };
    const events = await page.request.get(`${stack.sandboxUrl}/control/events`, retrying);
    const payout = ((await events.json()) as Event[]).find(
      ({ type, data }) => type === "payout.created" && data.object.amount === cents,
    );

    await atStripe(`payouts/${payout?.data.object.id}/settle`, { status: "failed", code: "account_closed" });
    await untilShown(gettingPaid, `Your payout of ${underWay} failed`);
    await expect(gettingPaid).toContainText("The bank account has been closed.");
    await expect(onWay).toHaveText(underWay ?? "");
    expect((await mailTo(page, "seller@handiwork.test", "payouts_failed")).text).toContain("/earnings");
    await page.goto("/dashboard");
    await expect(page.getByText("A payout to your bank failed")).toBeVisible();

    await page.goto("/earnings");
    await page.getByRole("button", { name: "Change bank account" }).click();
    await page.getByLabel("New bank account number").fill("000987654321");
    await page.getByRole("button", { name: "Save bank account" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await untilShown(gettingPaid, "••4321, USD");
    await expect(gettingPaid).not.toContainText("failed");
    await expect(paidOut).toHaveText(before ?? "");

    await atStripe(`accounts/${payout?.account}/payout`);
    const again = await page.request.get(`${stack.sandboxUrl}/control/events`, retrying);
    const second = ((await again.json()) as Event[]).find(({ type }) => type === "payout.created");
    await atStripe(`payouts/${second?.data.object.id}/settle`, { status: "paid" });
    await untilShown(onWay, "$0.00");
    expect(centsOf(await paidOut.textContent())).toBe(centsOf(before) + cents);

    // The year's statement, because the last earnings may be from another month.
    await page.getByRole("navigation", { name: "Statements" }).getByRole("link").nth(0).click();
    await expect(sum("Sent to your Stripe account")).toHaveText(/^−\$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(errors).toEqual([]);
    await page.close();
  } finally {
    await stack.stop();
  }
});

/** The cents of an amount such as `$1,250.00`. */
function centsOf(amount: string | null): number {
  return Math.round(Number(amount?.replaceAll(/[$,]/g, "")) * 100);
}
