import { expect, mailTo, pay, test, verifiedNewcomer } from "#tests/e2e/journey.ts";

// With scripts: paid.js.e2e.ts, and the application in layout/typed.js.e2e.ts.

test.use({ viewport: { width: 360, height: 800 } });

test("A new user applies, leaves, comes back, pays and becomes a seller, sets up payouts in two visits, and changes the bank", async ({
  page,
}) => {
  const { email } = await verifiedNewcomer(page);
  await page.goto("/services/sell");
  await page.getByLabel("Bio").fill("I repair old clocks");
  await page.getByRole("button", { name: "Save for later" }).click();
  await expect(page.getByText("Saved. You can continue any time.")).toBeVisible();
  await page.goto("/services/sell");
  await expect(page.getByLabel("Bio")).toHaveValue("I repair old clocks");
  await page.getByLabel("Bio").fill("I repair old clocks, and I explain what I do to people who love them.");
  await page.getByLabel("Skills").fill("Clock repair, brass work");
  const submit = page.getByRole("button", { name: "Submit and Continue to Payment ($50)" });
  await submit.click();
  await expect(page.getByText("Please describe your experience").first()).toBeVisible();
  await page.getByLabel("Experience").fill("Twelve years at a workshop, then alone.");
  const country = page.getByLabel("Country where you receive payouts");
  await country.selectOption("India");
  await submit.click();
  await expect(page.getByText("We cannot pay sellers in India yet").first()).toBeVisible();
  await country.selectOption("Germany");
  await submit.click();
  await page.getByRole("link", { name: /Cancel/ }).click();
  await expect(page.getByText("No charges were made.")).toBeVisible();
  await page.goto("/services/sell");
  await page.getByRole("button", { name: "Continue to Payment ($50)" }).click();
  await pay(page);
  await expect(page.getByText("Your seller account is activated immediately.")).toBeVisible();
  await mailTo(page, email, "seller_activated");

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
  // Stripe's event makes the product read the account.
  await expect(async () => {
    await page.goto("/earnings");
    await expect(page.getByText("••1116, USD")).toBeVisible({ timeout: 1000 });
  }).toPass();
});
