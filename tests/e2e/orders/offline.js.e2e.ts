import { expect, hydration, signedIn, test } from "#tests/e2e/journey.ts";

test("When offline, forms and links keep the page and its text, and 'Try again' sends them later", async ({
  browser,
}) => {
  // An offline browser logs errors to the console, which would fail the journey.
  const context = await browser.newContext();
  const page = await context.newPage();
  await signedIn(page, "seller");
  await page.goto("/orders?tab=selling&status=needs-you&q=local+business");
  await page.locator(".orders h3 a").first().click();
  await page.getByLabel("What are you delivering?").fill("Too short");
  const address = page.url();
  // Otherwise the browser shows its own page: the script that keeps the text can no longer load.
  await hydration(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Deliver", exact: true }).click();
  const told = page.getByRole("alert").filter({ hasText: "You are offline. Your text is kept." });
  await expect(told).toBeVisible();
  await told.getByRole("button", { name: "Try again" }).click();
  await expect(told).toBeVisible();
  await page.getByRole("link", { name: "See the service" }).click();
  expect(page.url()).toBe(address);
  await expect(page.getByLabel("What are you delivering?")).toHaveValue("Too short");

  await page.getByRole("button", { name: "Deliver", exact: true }).click();
  await context.setOffline(false);
  await told.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/at least 20 characters, or choose a file/).first()).toBeVisible();
  await expect(page.getByLabel("What are you delivering?")).toHaveValue("Too short");

  await page.goto("/services/s/pencil-portrait-of-your-pet-from-a-photo");
  await page.getByLabel("What should the seller know?").fill("Our old dog");
  await hydration(page);
  await context.setOffline(true);
  await page
    .getByRole("button", { name: /^Order Now/ })
    .first()
    .click();
  await expect(told).toBeVisible();
  await expect(page.getByLabel("What should the seller know?")).toHaveValue("Our old dog");

  // A form on a page that has no code of its own for being offline.
  await context.setOffline(false);
  await page.goto("/contact");
  await page.getByLabel("Your message").fill("My order is late");
  await hydration(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(told).toBeVisible();
  await expect(page.getByLabel("Your message")).toHaveValue("My order is late");
  // The notice is about this page, so it disappears on another.
  await context.setOffline(false);
  await page.locator("main").getByRole("link", { name: "FAQ" }).click();
  await expect(page).toHaveURL(/\/faq$/);
  await expect(told).toBeHidden();

  // The browser believes that it is online, but the connection is lost. Text typed after that is sent too.
  await page.goto("/profile");
  const bio = page.getByLabel("Bio");
  await bio.fill("a".repeat(700));
  await hydration(page);
  await page.route("**/profile.data", (route) => route.abort("connectionreset"), { times: 1 });
  await page.getByRole("button", { name: "Save profile", exact: true }).click();
  const lost = page.getByRole("alert").filter({ hasText: "The connection was lost. Your text is kept." });
  await expect(lost).toBeVisible();
  await bio.fill("b".repeat(700));
  // A proxy in front of the product answers.
  await page.route("**/profile.data", (route) => route.fulfill({ status: 502, body: "Bad gateway" }), {
    times: 1,
  });
  await lost.getByRole("button", { name: "Try again" }).click();
  const failed = page.getByRole("alert").filter({ hasText: "Something went wrong. Your text is kept." });
  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Bio must be at most 600 characters").first()).toBeVisible();
  await expect(bio).toHaveValue("b".repeat(700));
  await expect(failed).toBeHidden();
  await context.close();
});
