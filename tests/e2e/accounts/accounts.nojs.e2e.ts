import type { Page } from "@playwright/test";
import { expect, mailTo, test } from "#tests/e2e/journey.ts";

// With scripts: factors.js.e2e.ts, profile.js.e2e.ts, and the sign-up of orders/purchase.e2e.ts.

test("A user signs up, verifies the address, resets the password, and changes the address", async ({
  page,
}) => {
  const username = `ines-${Date.now().toString(36)}`;
  const email = `${username}@example.test`;
  const moved = `${username}-new@example.test`;
  const follow = async (to: string, kind: string) =>
    await page.goto(/https?:\S+/.exec((await mailTo(page, to, kind)).text)?.[0] ?? "");

  // Sign up, and verify the address with the link in the email.
  await page.goto("/sign-up");
  await page.getByLabel("Full name").fill("Ines Roth");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("password123");
  await press(page, "Join");
  await expect(page.getByText("Registration successful!")).toBeVisible();
  await expect(page.getByText("very common and easy to guess")).toBeVisible();
  await signIn(page, email, "password123");
  await expect(page.getByRole("link", { name: "Please verify your email address" })).toBeVisible();
  await follow(email, "verify");
  await press(page, "Verify my address");
  await expect(page.getByText("Your email address is verified.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Please verify your email address" })).toHaveCount(0);

  // Sign out, and reset the password.
  await page.goto("/");
  await page.locator("summary").filter({ hasText: "Account: " }).click();
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page.getByText("Signed out successfully!")).toBeVisible();
  await page.goto("/orders");
  await expect(page.getByText("You must be logged in to view your orders").first()).toBeVisible();
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The sign-in page has an email field too.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Forgot your password?");
  await page.getByLabel("Email").fill(email);
  await press(page, "Send the link");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  await follow(email, "reset");
  await page.getByLabel("New password").fill("bread and salt");
  await press(page, "Set the password");
  await expect(page.getByText("Your password was changed. Please sign in with the new one.")).toBeVisible();
  await mailTo(page, email, "password_changed");
  await signIn(page, email, "bread and salt");

  // Change the address, and confirm it from the new one. This browser stays signed in.
  await page.goto("/profile/email");
  await page.getByLabel("New email").fill(moved);
  await page.getByLabel("Current password").fill("bread and salt");
  await press(page, "Send the link");
  await expect(page.getByText(`We sent a link to ${moved}.`)).toBeVisible();
  await follow(moved, "change_email");
  await press(page, "Change my address");
  await expect(page.getByText(`Your address is ${moved}.`)).toBeVisible();
});

async function press(page: Page, name: string): Promise<void> {
  await page.locator("main").getByRole("button", { name }).click();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await press(page, "Sign In");
  await expect(page.getByText("Signed in successfully!")).toBeVisible();
}
