import { expect, retrying, signedIn, test } from "#tests/e2e/journey.ts";

test("An open page stays signed in until its session is ended in another browser", async ({
  page,
  browser,
}) => {
  await page.clock.install();
  await signedIn(page, "buyer2");
  await page.goto("/orders");
  const refreshed = page.waitForResponse("**/auth/refresh");
  await page.clock.fastForward("09:00");
  expect((await refreshed).status()).toBe(200);

  const other = await browser.newPage();
  await signedIn(other, "buyer2");
  await other.goto("/profile/security");
  await other.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(other.getByText("All other browsers were signed out.")).toBeVisible();
  await other.close();

  const refused = page.waitForResponse(
    (answer) => answer.url().endsWith("/auth/refresh") && answer.status() === 401,
  );
  await page.clock.fastForward("09:30");
  await refused;
  await expect(page).toHaveURL(/sign-in/);
  await expect(page.getByText("You must be logged in to view your orders").first()).toBeVisible();
  expect((await page.request.get("/orders", { ...retrying, maxRedirects: 0 })).status()).toBe(303);
});

test("A password can be shown while it is typed, and is hidden again when the form is sent", async ({
  page,
}) => {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill("nobody@handiwork.test");
  const field = page.getByLabel("Password");
  await field.fill("a short sentence");
  await expect(field).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).press("Enter");
  await expect(field).toHaveAttribute("type", "text");
  await expect(field).toHaveValue("a short sentence");
  await page.evaluate(() => addEventListener("submit", (event) => event.preventDefault()));
  await page.locator("main").getByRole("button", { name: "Sign In" }).click();
  await expect(field).toHaveAttribute("type", "password");
});
