import { expect, newcomer, test } from "#tests/e2e/journey.ts";

test("What is typed and chosen before the scripts arrive is kept when they start", async ({ page }) => {
  await newcomer(page);
  await page.goto("/profile");
  const bio = page.getByLabel("Bio");
  const zone = page.getByLabel("Time zone");
  const save = page.locator("main").getByRole("button", { name: "Save profile", exact: true });
  await bio.fill("I bind books.");
  await save.click();
  await expect(page.getByText("Profile saved")).toBeVisible();

  const held = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/profile", { waitUntil: "commit" });
  await bio.press("ControlOrMeta+End");
  await bio.pressSequentially(" By hand, in Ghent.");
  await zone.selectOption("Europe/Brussels");
  held.resolve();
  const isHydrated = () =>
    bio.evaluate((field) => Object.keys(field).some((key) => key.startsWith("__reactProps")));
  await expect.poll(isHydrated).toBe(true);
  await expect(bio).toHaveValue("I bind books. By hand, in Ghent.");
  await expect(zone).toHaveValue("Europe/Brussels");
});
