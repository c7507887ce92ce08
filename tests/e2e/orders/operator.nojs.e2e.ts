import { expect, freshCode, giveCode, mailTo, newcomer, password, test } from "#tests/e2e/journey.ts";

// Runs only without scripts: each code of the demo operator is accepted once, and the console's forms need no
// scripts.
test("The demo operator signs in with password and code, finds a user and suspends them", async ({
  page,
}) => {
  const { username, email } = await newcomer(page);
  const signInAs = async (address: string) => {
    await page.context().clearCookies();
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill(address);
    await page.getByLabel("Password").fill(password);
    await page.locator("main").getByRole("button", { name: "Sign In" }).click();
  };
  await signInAs("admin@handiwork.test");
  await giveCode(page, await freshCode(page, "JBSWY3DPEHPK3PXP"), "Continue");
  await expect(page.getByText("Signed in successfully!")).toBeVisible();

  await page.goto("/admin/users");
  await page.getByRole("searchbox", { name: "Find users" }).fill(username);
  await page.getByRole("button", { name: "Find users" }).click();
  await page.locator("main").getByRole("link", { name: "Nora Lind" }).click();
  await page.getByLabel("Reason").fill("A try of the journey");
  await page.getByRole("button", { name: "Suspend Nora Lind" }).click();
  await expect(page.getByText("Nora Lind is suspended").first()).toBeVisible();
  expect((await mailTo(page, email, "suspended")).text).toContain("A try of the journey");

  await signInAs(email);
  await expect(page.getByText("This account is suspended.").first()).toBeVisible();
});
