import { expect, password, test, verifiedNewcomer } from "#tests/e2e/journey.ts";

// Without scripts these forms are plain requests: tests/profiles/ and tests/account/.

test("A user edits the profile, sees the sessions, downloads the data and deletes the account", async ({
  page,
}) => {
  const { username, email } = await verifiedNewcomer(page);
  const press = (name: string) => page.locator("main").getByRole("button", { name, exact: true }).click();

  // An invalid field does not lose the values of the others.
  await page.goto("/profile");
  await page.getByLabel("Full name").fill("Nora Lindqvist");
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Bio").fill("I bind books.\nBy hand.");
  await press("Save profile");
  await expect(page.getByText("This username is reserved. Please choose another one").first()).toBeVisible();
  await expect(page.getByLabel("Bio")).toHaveValue("I bind books.\nBy hand.");
  await page.getByLabel("Username").fill(`${username}.b`);
  await page.getByLabel("Picture", { exact: true }).setInputFiles("public/share.png");
  await press("Save profile");
  await expect(page.getByText("Profile saved")).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByLabel("Full name")).toHaveValue("Nora Lindqvist");
  await expect(page.getByLabel("Username")).toHaveValue(`${username}.b`);
  await expect(page.getByLabel("Remove my picture")).toBeVisible();

  await page.getByRole("link", { name: "Security" }).click();
  await expect(page.getByText("This browser", { exact: true })).toBeVisible();

  await page.goto("/profile/data");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download your data" }).click(),
  ]);
  expect(file.suggestedFilename()).toContain(`${username}.b`);
  await page.getByLabel("Password").fill("not my password");
  await press("Delete account");
  await expect(page.getByText("That password is incorrect").first()).toBeVisible();
  await page.getByLabel("Password").fill(password);
  await press("Delete account");
  await expect(page.getByText("Your account was deleted.")).toBeVisible();
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await press("Sign In");
  await expect(page.getByText("Failed to sign in. Please check your credentials.").first()).toBeVisible();
});
