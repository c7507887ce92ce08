import type { Page } from "@playwright/test";
import {
  expect,
  hydration,
  mailTo,
  pay,
  service,
  signedIn,
  test,
  verifiedNewcomer,
  watch,
} from "#tests/e2e/journey.ts";

// With scripts only: tests/checkout/ and tests/orders/ send these forms as a browser without scripts does.

test("A buyer cancels on the card page, pays later, cancels the order and is refunded", async ({ page }) => {
  // A new buyer: a user has one unpaid order for each gig, and a limited number of orders.
  await verifiedNewcomer(page);
  await page.goto("/search?q=monogram");
  await page.locator("main .card h3 a").first().click();
  await page
    .getByRole("button", { name: /^Order Now/ })
    .first()
    .click();
  // Going back from the card page shows the gig, and ordering again opens the same card page.
  await expect(page.getByRole("link", { name: /Cancel/ })).toBeVisible();
  const cardPage = page.url();
  // Not page.goBack(): the page reloads itself immediately, which interrupts goBack.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await expect(page.getByText("Welcome back! Processing your payment...")).toBeVisible();
  await page
    .getByRole("button", { name: /^Order Now/ })
    .first()
    .click();
  await page.waitForURL(cardPage);
  await page.getByRole("link", { name: /Cancel/ }).click();
  await expect(page.getByText("No charges were made.")).toBeVisible();
  await page.getByRole("link", { name: "Try Again" }).click();
  await page.getByRole("button", { name: "Complete Payment" }).click();
  await pay(page);
  await page.getByRole("link", { name: /^(See your order|Answer \d questions?)$/ }).click();
  await page.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText(/^We refund \$.* to your card in 5–10 days\./)).toBeVisible();
  await page.getByRole("button", { name: "Yes, cancel order" }).click();
  await expect(page.getByText("Order status updated to cancelled")).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Refunded", { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
});

/**
 * Holds back the data that the page reads again after a form, as a slow network would.
 * @returns releases the data, and waits until the page has read it
 */
async function holdReread(page: Page): Promise<() => Promise<void>> {
  const reread = /\/orders\/[^/]+\.data/;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(reread, async (route) => {
    if (route.request().method() === "GET") await released;
    await route.continue();
  });
  return async () => {
    release();
    // biome-ignore lint/suspicious/noExplicitAny: Remix puts its router here
    await page.waitForFunction(() => (window as any).__remixRouter.state.navigation.state === "idle");
    await page.unroute(reread);
  };
}

/** On a phone, the page does not scroll sideways. */
async function fitsPhone(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
}

test("A seller asks for more time, which the buyer allows, and offers an extra, which the buyer pays: price and days rise", async ({
  page,
  browser,
}) => {
  const viewport = { width: 360, height: 800 };
  await page.setViewportSize(viewport);
  const { email } = await verifiedNewcomer(page);
  await page.goto(service);
  await page
    .getByRole("button", { name: /^Order Now/ })
    .first()
    .click();
  await pay(page);
  await page.getByRole("link", { name: /^(See your order|Answer \d questions?)$/ }).click();
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
  const order = page.url();

  // The seller's request is refused. What is typed while the page is read again stays, and so does the focus.
  const seller = await browser.newPage({ viewport });
  const errors = watch(seller);
  await signedIn(seller, "seller");
  await seller.goto(order);
  await seller.getByRole("button", { name: "Start working" }).click();
  await expect(seller.getByText("Order status updated to in progress")).toBeVisible();
  // Before the scripts run, a form would load a new page instead of reading the data again.
  await hydration(seller);
  await seller.locator("summary", { hasText: "Ask for more time" }).click();
  const days = seller.getByLabel("How many more days?");
  await days.fill("400");
  await seller.getByLabel("Why do you need more time?").fill("The photographs come only next week");
  const rereadNow = await holdReread(seller);
  await seller.getByRole("button", { name: "Send request" }).click();
  await expect(seller.getByRole("alert")).toContainText("Enter a whole number of days from 1 to 30");
  await expect(seller.getByRole("alert")).toBeFocused();
  await days.fill("5");
  await rereadNow();
  await expect(days).toBeFocused();
  await seller.getByRole("button", { name: "Send request" }).click();
  await expect(seller.getByText(/^You asked for 5 more days\./)).toBeVisible();
  await fitsPhone(seller);
  await mailTo(page, email, "time_requested");
  await page.goto(order);
  await expect(page.getByText("The photographs come only next week")).toBeVisible();
  await fitsPhone(page);
  await page.getByRole("button", { name: "Allow more time" }).click();
  await expect(page.getByText("5 more days allowed")).toBeVisible();
  await page.goto("/orders");

  // The seller offers an extra. A price that is too low comes back with every word.
  await seller.goto(order);
  await expect(seller.getByText("5 more days allowed")).toBeVisible();
  await hydration(seller);
  await seller.locator("summary", { hasText: "Offer an extra" }).click();
  await seller.getByLabel("Title of the extra").fill("A second language");
  await seller.getByLabel("Price in US dollars").fill("4");
  await seller.getByLabel("How many days does it add?").fill("2");
  await seller.getByRole("button", { name: "Offer this extra" }).click();
  await expect(seller.getByRole("alert")).toContainText("The price must be $5 to $1,000");
  await expect(seller.getByLabel("Title of the extra")).toHaveValue("A second language");
  await seller.getByLabel("Price in US dollars").fill("45.50");
  await seller.getByRole("button", { name: "Offer this extra" }).click();
  await expect(seller.getByRole("button", { name: "Withdraw this extra" })).toBeVisible();
  await fitsPhone(seller);
  await seller.close();
  expect(errors).toEqual([]);

  // The browser has kept the page as it was before the seller's request, and reads it again.
  await page.goBack();
  await expect(page.getByText("A second language · $45.50 · 2 more days")).toBeVisible();
  await fitsPhone(page);
  await page.getByRole("button", { name: "Add for $45.50" }).click();
  await pay(page);
  await expect(page.getByText("The extra is part of your order")).toBeVisible();
  await page.getByRole("link", { name: "See your order" }).click();
  const summary = page.getByRole("complementary", { name: "Summary" });
  await expect(summary).toContainText("A second language$45.50");
  await expect(page.getByText("Extra added", { exact: true })).toBeVisible();
  await fitsPhone(page);
});

test("A buyer adds extras and orders three times, with the sum before ordering, and finds the lines afterwards", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await verifiedNewcomer(page);
  await page.goto("/services/s/english-to-arabic-translation-up-to-500-words");
  await expect(page.getByRole("button", { name: "Update the price" })).toHaveCount(0);
  await page.getByLabel("What should the seller know?").fill("A letter to my aunt");
  await page.getByLabel(/^Layout in your file/).check();
  await page.getByLabel(/^Faster delivery/).check();
  await page.getByLabel("Quantity").fill("3");
  await expect(page.getByText(/^Total \$107, \d+-day delivery$/)).toBeVisible();
  await expect(
    page.getByText("You pay $97.00 after your $10 credit").filter({ visible: true }),
  ).toBeVisible();
  await fitsPhone(page);

  // A quantity that is not offered is reported at its field, and everything stays.
  await page.getByLabel("Quantity").fill("11");
  await page
    .getByRole("button", { name: /^Order Now/ })
    .last()
    .click();
  await expect(page.getByText("Choose 1 to 10").filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByLabel("Quantity")).toHaveValue("11");
  await expect(page.getByLabel(/^Layout in your file/)).toBeChecked();
  await fitsPhone(page);
  await page.getByLabel("Quantity").fill("3");
  await page.getByRole("button", { name: "Order Now ($107)" }).click();

  await expect(page.getByText("$97.00").first()).toBeVisible();
  await pay(page);
  await expect(page.getByText(/3 × Basic.*, Faster delivery: .*, Layout in your file\)/)).toBeVisible();
  await page.getByRole("link", { name: /^(See your order|Answer \d questions?)$/ }).click();
  const summary = page.getByRole("complementary", { name: "Summary" });
  await expect(summary).toContainText(
    /3 × Basic.*\$75\.00Faster delivery.*\$20\.00Layout in your file\$12\.00/,
  );
  await expect(summary).toContainText("Price$107.00");
  // On paper there are no buttons, and no sentences about what they do.
  const problems = page.getByRole("heading", { name: "Is something wrong?" });
  await expect(problems).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(problems).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await fitsPhone(page);
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByText("Layout in your file")).toBeVisible();
  await expect(page.getByText("$107.00").first()).toBeVisible();
  await fitsPhone(page);
});
