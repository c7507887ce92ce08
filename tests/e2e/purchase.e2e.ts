import { expect, mailTo, pay, signIn, test, watch } from "./journey.ts";

test("a newcomer browses, signs up, orders, pays; the seller starts, the buyer completes", async ({
  page,
  browser,
}, info) => {
  const who = `hanna-${info.project.name}-${Date.now().toString(36)}`;
  const email = `${who}@example.test`;

  // Browse: the front door, a search, a category, a service.
  await page.goto("/");
  await page.getByRole("search", { name: "Find a service" }).getByRole("searchbox").fill("landing page");
  await page.getByRole("search", { name: "Find a service" }).getByRole("button").click();
  await expect(page).toHaveURL(/\/search\?q=landing\+page/);
  await page.getByRole("link", { name: "Landing page design in Figma, phone layout first" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Landing page design in Figma, phone layout first",
  );
  const service = page.url();

  // A visitor's order leads to sign-in; what was chosen and typed is still there afterwards.
  await page.getByLabel("Standard").check({ force: true });
  await page.getByLabel("What should the seller know?").fill("A page for café owners\nwho buy forty cups");
  await page.getByRole("button", { name: "Order Now ($220)" }).first().click();
  await expect(page.getByText("Please sign in to continue with your purchase").first()).toBeVisible();
  const wayBack = page.url();

  // Sign up: the mail, the link in it.
  await page.locator("main").getByRole("link", { name: "Join" }).click();
  await page.getByLabel("Full name").fill("Hanna Berg");
  await page.getByLabel("Username").fill("hb");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("bread and salt");
  await page.locator("main").getByRole("button", { name: "Join" }).click();
  await expect(page.getByText("Username must be at least 3 characters").first()).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Username").fill(who);
  await page.getByLabel("Password").fill("bread and salt");
  await page.locator("main").getByRole("button", { name: "Join" }).click();
  await expect(
    page.getByText("Registration successful! Please check your email to verify your account."),
  ).toBeVisible();
  const { text } = await mailTo(page, email, "verify");
  await page.goto(/https?:\S+/.exec(text)?.[0] ?? "");
  await expect(page.getByText("Your email address is verified.")).toBeVisible();

  // Sign in and go on where the order was.
  await page.goto(wayBack);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("bread and salt");
  await page.locator("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Signed in successfully!")).toBeVisible();
  expect(page.url().startsWith(service)).toBe(true);
  await expect(page.getByLabel("What should the seller know?")).toHaveValue(
    "A page for café owners\nwho buy forty cups",
  );
  await page.getByRole("button", { name: "Order Now ($220)" }).first().click();

  // The card page: declined, then paid.
  await expect(page.getByText("$220.00").first()).toBeVisible();
  await pay(page, "4000 0000 0000 0002");
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await pay(page);
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeVisible();
  await page.getByRole("link", { name: "See your order" }).click();
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("who buy forty cups")).toBeVisible();
  const order = page.url();
  await mailTo(page, email, "receipt");

  // The seller starts.
  const seller = await browser.newPage({ javaScriptEnabled: info.project.name === "js" });
  const errors = watch(seller);
  await signIn(seller, "seller");
  await seller.goto(order);
  await expect(seller.getByText("Start working when you are ready.")).toBeVisible();
  await seller.getByRole("button", { name: "Start working" }).click();
  await expect(seller.getByText("Order status updated to in progress")).toBeVisible();
  await expect(seller.getByRole("button", { name: "Start working" })).toHaveCount(0);

  // The buyer completes.
  await page.reload();
  await page.getByRole("button", { name: "Mark as complete" }).click();
  await expect(page.getByText("Order status updated to completed")).toBeVisible();
  await expect(page.getByText("You completed this order.")).toBeVisible();
  await page.goto("/orders");
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  await seller.close();
  expect(errors).toEqual([]);
});

test("a payment is cancelled on the card page, completed later, and the order is cancelled and refunded", async ({
  page,
}) => {
  await signIn(page, "buyer2");
  await page.goto("/search?q=monogram");
  await page.locator("main .card a").first().click();
  await page
    .getByRole("button", { name: /^Order Now/ })
    .first()
    .click();
  await page.getByRole("link", { name: /Cancel/ }).click();
  await expect(page.getByText("No charges were made.")).toBeVisible();
  await page.getByRole("link", { name: "Try Again" }).click();
  await page.getByRole("button", { name: "Complete Payment" }).click();
  await pay(page);
  await page.getByRole("link", { name: "See your order" }).click();
  await page.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Order status updated to cancelled")).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Refunded", { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
});

test("signing out shows its toast and closes the desk", async ({ page }) => {
  await signIn(page, "applicant");
  await page.locator("header details.drop summary").click();
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page.getByText("Signed out successfully!")).toBeVisible();
  await page.goto("/orders");
  await expect(page.getByText("You must be logged in to view your orders").first()).toBeVisible();
});
