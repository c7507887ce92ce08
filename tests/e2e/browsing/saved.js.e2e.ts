import { expect, hydration, password, test, verifiedNewcomer } from "#tests/e2e/journey.ts";

// Without scripts the heart is a plain form: tests/gigs/saved/saved.test.ts.

test("A visitor saves a service on a phone by signing in, unsaves and saves it, and finds it in the list", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const { email } = await verifiedNewcomer(page);
  await page.context().clearCookies();
  await page.goto("/categories/photography");
  const heart = page
    .locator("main .card")
    .first()
    .getByRole("button", { name: /^Save / });
  const title = ((await heart.getAttribute("aria-label")) ?? "").replace("Save ", "");
  await heart.click();
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByText("Please sign in to save services").first()).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.locator("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Saved. You can find it in your saved services")).toBeVisible();
  await expect(page).toHaveURL(/\/categories\/photography/);

  // The heart shows what is saved, and changes it without loading the page.
  await page.mouse.move(180, 400);
  await hydration(page);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/\/categories\/photography/);

  await page.goto("/saved");
  await expect(page.locator("main .card")).toHaveCount(1);
  await expect(page.locator("main").getByRole("link", { name: title })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, "no sideways scrolling").toBeLessThanOrEqual(360);
  await page.getByRole("button", { name: `Remove ${title}` }).click();
  await expect(page.getByText("Nothing saved yet")).toBeVisible();
});
