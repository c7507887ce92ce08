import { expect, pay, signedIn, test } from "#tests/e2e/journey.ts";

const question = "I need a logo for a small coffee cooperative";

test("A visitor asks the assistant, opens a service, signs in and orders it", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Ask the assistant" }).click();
  await expect(page.getByText("Hello! What do you need done?")).toBeVisible();

  // Too short: the sentence is shown, and the text stays.
  const input = page.getByLabel("What do you need?");
  await input.fill("logo");
  await page.getByRole("button", { name: "Ask" }).click();
  await expect(page.getByText("Please enter at least 5 characters")).toBeVisible();
  await expect(input).toHaveValue("logo");

  await page.getByRole("button", { name: question }).click();
  await expect(page).toHaveURL(/\/ai-assistant\?query=I\+need\+a\+logo/);
  const chat = page.getByRole("log", { name: "Conversation" });
  await expect(chat.getByText("Here are three services that match:")).toBeVisible();
  await expect(chat.getByText(/^In title and description: .*logo/).first()).toBeVisible();
  const service = chat.getByRole("heading", { level: 3 }).getByRole("link").first();
  const title = (await service.textContent()) ?? "";
  await service.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);

  await page
    .getByRole("button", { name: /^Order Now/ })
    .first()
    .click();
  await expect(page.getByText("Please sign in to continue with your purchase").first()).toBeVisible();
  await page.getByLabel("Email").fill("buyer@handiwork.test");
  await page.getByLabel("Password").fill("handiwork-demo");
  await page.locator("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await page
    .getByRole("button", { name: /^Order Now/ })
    .first()
    .click();
  await pay(page);
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeVisible();
  await page.getByRole("link", { name: /^(See your order|Answer \d questions?)$/ }).click();
  await expect(page.getByRole("main").getByText(title).first()).toBeVisible();
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
});

test("A signed-in user sees no sign-up promo at the assistant", async ({ page }) => {
  await signedIn(page, "buyer");
  await page.goto("/ai-assistant");
  await expect(page.getByText("New here?")).toHaveCount(0);
});
