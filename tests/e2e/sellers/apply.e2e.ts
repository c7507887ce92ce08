import { expect, mailTo, pay, test, verifiedNewcomer } from "#tests/e2e/journey.ts";

test("A new user applies, leaves, comes back, pays and becomes a seller", async ({ page }) => {
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
  await page.getByLabel("Country where you are paid").selectOption("Germany");
  await submit.click();
  await page.getByRole("link", { name: /Cancel/ }).click();
  await expect(page.getByText("No charges were made.")).toBeVisible();
  await page.goto("/services/sell");
  await page.getByRole("button", { name: "Continue to Payment ($50)" }).click();
  await pay(page);
  await expect(page.getByText("Your seller account is activated immediately.")).toBeVisible();
  await page.goto("/services/sell");
  await expect(page.getByText("You are a seller", { exact: true })).toBeVisible();
  expect((await mailTo(page, email, "seller_activated")).subject).toBe("Your seller account is active");
});
