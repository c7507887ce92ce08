import { expect, freshCode, giveCode, password, test, verifiedNewcomer } from "#tests/e2e/journey.ts";

// Without scripts these forms are plain requests: tests/auth/second-factor/.

test("A user adds a second factor, signs in with it and with a recovery code, and removes it", async ({
  page,
}) => {
  const { email } = await verifiedNewcomer(page);
  await page.goto("/profile/security");
  await page.getByRole("link", { name: "Change two-step verification" }).click();
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await giveCode(page, "000000", "Turn it on");
  await expect(page.getByText("That code is incorrect.").first()).toBeVisible();
  await giveCode(page, await freshCode(page, secret), "Turn it on");
  await expect(page.getByRole("heading", { name: "Recovery codes" })).toBeVisible();
  const [code = ""] = await page.locator("ol code").allTextContents();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download codes" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("handiwork-recovery-codes.txt");

  const signInAgain = async () => {
    await page.context().clearCookies();
    await page.goto("/sign-in?redirectTo=%2Forders");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.locator("main").getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("heading", { name: "Two-step verification" })).toBeVisible();
  };
  await signInAgain();
  await giveCode(page, await freshCode(page, secret), "Continue");
  await expect(page.getByText("Signed in successfully!")).toBeVisible();
  expect(page.url()).toContain("/orders");
  await signInAgain();
  await giveCode(page, code, "Continue");
  await expect(page.getByText("Signed in successfully!")).toBeVisible();

  await page.goto("/profile/factors");
  await expect(page.getByText("9 left.")).toBeVisible();
  await page.getByText("Remove", { exact: true }).click();
  await page.getByRole("button", { name: "Remove Authenticator app" }).click();
  await expect(page.getByText("The two-step method was removed.")).toBeVisible();
});
