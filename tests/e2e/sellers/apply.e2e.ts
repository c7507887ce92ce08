import type { Locator } from "@playwright/test";
import {
  expect,
  mailTo,
  newcomer,
  pay,
  retrying,
  test,
  verifiedNewcomer,
  verifyAddress,
} from "#tests/e2e/journey.ts";

test("A newcomer applies, leaves, comes back, is declined, pays, and is a seller", async ({ page }) => {
  const { email } = await newcomer(page);
  await page.goto("/services/sell");
  await page.getByLabel("Bio").fill("I repair old clocks");
  await page.getByRole("button", { name: "Save for later" }).click();
  await expect(page.getByText("Saved. You can go on whenever you like.")).toBeVisible();

  await page.goto("/");
  await page.goto("/services/sell");
  await expect(page.getByLabel("Bio")).toHaveValue("I repair old clocks");
  await page.getByLabel("Bio").fill("I repair old clocks, and I explain what I do to people who love them.");
  await page.getByLabel("Skills").fill("Clock repair, brass work");
  const submit = page.getByRole("button", { name: "Submit and Continue to Payment ($50)" });
  await submit.click();
  await expect(page.getByText("Please describe your experience").first()).toBeVisible();
  await page.getByLabel("Experience").fill("Twelve years at a workshop, then alone.");
  await submit.click();
  // Whoever has not verified their address stops here; the application is kept.
  await expect(page.getByText(/Please verify your email address before you become a seller/)).toBeVisible();
  await verifyAddress(page, email);

  await page.goto("/services/sell");
  await page.getByRole("button", { name: "Continue to Payment ($50)" }).click();
  await page.getByRole("link", { name: /Cancel/ }).click();
  await expect(page.getByText("No charges were made.")).toBeVisible();
  await page.goto("/services/sell");
  await page.getByRole("button", { name: "Continue to Payment ($50)" }).click();
  await pay(page, "4000 0000 0000 0002");
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  await pay(page);
  await expect(page.getByText("Your seller account is activated immediately.")).toBeVisible();
  await page.goto("/services/sell");
  await expect(page.getByText("You are a seller", { exact: true })).toBeVisible();
  expect((await mailTo(page, email, "seller_activated")).subject).toBe("Your seller account is active");
});

test("A fee from a bank account that fails days later can be paid again", async ({ page }) => {
  await verifiedNewcomer(page);
  await page.goto("/services/sell");
  await page.getByLabel("Bio").fill("I repair old clocks, and I explain what I do to people who love them.");
  await page.getByLabel("Skills").fill("Clock repair, brass work");
  await page.getByLabel("Experience").fill("Twelve years at a workshop, then alone.");
  await page.getByRole("button", { name: "Submit and Continue to Payment ($50)" }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
  const session = /cs_\w+/.exec(page.url())?.[0];
  const control = (verb: string, data: object) =>
    page.request.post(`${process.env.E2E_SANDBOX_URL}/control/sessions/${session}/${verb}`, {
      data,
      ...retrying,
    });
  await control("pay", { async: true });
  // The event comes a moment later.
  const shows = (locator: Locator) =>
    expect(async () => {
      await page.goto("/services/sell");
      await expect(locator).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 60_000 });
  await shows(page.getByText("Still processing"));
  const goOn = page.getByRole("button", { name: "Continue to Payment ($50)" });
  await expect(goOn).toHaveCount(0);
  await control("settle", { outcome: "failed" });
  await shows(goOn);
  await goOn.click();
  await pay(page);
  await expect(page.getByText("Your seller account is activated immediately.")).toBeVisible();
});
