import { applyToSell, expect, mailTo, pay, test, verifiedNewcomer } from "#tests/e2e/journey.ts";

test.use({ viewport: { width: 360, height: 800 } });

test("A new seller sets up payouts, leaves half-way, comes back, finishes and changes the bank", async ({
  page,
}) => {
  const { email } = await verifiedNewcomer(page);
  await applyToSell(page);
  await page.goto("/services/sell");
  const toPayment = page.getByRole("button", { name: "Continue to Payment ($50)" });
  await page.getByLabel("Country where you are paid").selectOption("India");
  await toPayment.click();
  await expect(page.getByText("We cannot pay sellers in India yet").first()).toBeVisible();
  await page.getByLabel("Country where you are paid").selectOption("Germany");
  await toPayment.click();
  await pay(page);
  await expect(page.getByText("Your seller account is activated immediately.")).toBeVisible();

  await page.goto("/earnings");
  await page.getByRole("button", { name: "Set up payouts" }).click();

  await page.getByLabel("Legal name").fill("Nora Lind");
  await page.getByRole("button", { name: "Save and leave" }).click();
  await expect(page.getByText("Stripe needs more information from you")).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);

  await page.getByRole("button", { name: "Continue at Stripe" }).click();
  await expect(page.getByLabel("Legal name")).toHaveValue("Nora Lind");
  await page.getByLabel("Bank account number").fill("000123456789");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("••6789, USD")).toBeVisible();
  expect((await mailTo(page, email, "payouts_ready")).subject).toBe("Your payouts are set up");

  await page.getByRole("button", { name: "Change bank account" }).click();
  await page.getByLabel("New bank account number").fill("000111111116");
  await page.getByRole("button", { name: "Save bank account" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  // Stripe's event makes us read the account.
  await expect(async () => {
    await page.goto("/earnings");
    await expect(page.getByText("••1116, USD")).toBeVisible({ timeout: 1000 });
  }).toPass();
});
