import type { Browser, Page } from "@playwright/test";
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

const pdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 a file") });

test("A new buyer browses, signs up, orders, pays and answers; the seller delivers twice; the buyer completes and reviews", async ({
  page,
  browser,
}, info) => {
  const username = `hanna-${info.project.name}-${Date.now().toString(36)}`;
  const email = `${username}@example.test`;

  // Browse: the home page, a search, a gig.
  await page.goto("/");
  await page
    .getByRole("search", { name: "Find a service" })
    .getByLabel("Search services")
    .fill("landing page");
  await page.getByRole("search", { name: "Find a service" }).getByRole("button").click();
  await expect(page).toHaveURL(/\/search\?q=landing\+page/);
  await page.getByRole("link", { name: "Landing page design in Figma, phone layout first" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Landing page design in Figma, phone layout first",
  );
  const service = page.url();

  // Ordering while signed out opens sign-in. The chosen package and the text are kept.
  await page.getByLabel("Standard").check({ force: true });
  await page.getByLabel("What should the seller know?").fill("A page for café owners\nwho buy forty cups");
  await page.getByRole("button", { name: "Order Now ($220)" }).first().click();
  await expect(page.getByText("Please sign in to continue with your purchase").first()).toBeVisible();

  // Sign up: the header's link keeps the order too.
  await page.locator("header").getByRole("link", { name: "Join" }).first().click();
  await page.getByLabel("Full name").fill("Hanna Berg");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("bread and salt");
  await page.locator("main").getByRole("button", { name: "Join" }).click();
  await expect(
    page.getByText("Registration successful! Please check your email to verify your account."),
  ).toBeVisible();
  const { text } = await mailTo(page, email, "verify");
  await page.goto(/https?:\S+/.exec(text)?.[0] ?? "");

  // Verifying signs in, and the order continues.
  await expect(page.getByText("takes you back to your order")).toBeVisible();
  await page.getByRole("button", { name: "Verify my address" }).click();
  await expect(page.getByText("Your email address is verified.")).toBeVisible();
  expect(page.url().startsWith(service)).toBe(true);
  await expect(page.getByLabel("What should the seller know?")).toHaveValue(
    "A page for café owners\nwho buy forty cups",
  );
  await expect(page.getByText("You pay $210.00 after your $10 credit").first()).toBeVisible();
  await page.getByRole("button", { name: "Order Now ($220)" }).first().click();

  // The card is declined, and another card pays.
  await expect(page.getByText("$210.00").first()).toBeVisible();
  await pay(page, "4000 0000 0000 0002");
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await pay(page);
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeVisible();
  const welcome = page.getByText("Welcome back! Processing your payment...");
  await expect(welcome).toHaveCount(info.project.name === "js" ? 1 : 0);
  await page.getByRole("link", { name: /^(See your order|Answer \d questions?)$/ }).click();
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("who buy forty cups")).toBeVisible();
  const order = page.url();
  await mailTo(page, email, "receipt");

  // The buyer answers the seller's questions.
  const questions = await page.locator("form[enctype] .field").all();
  for (const [index, question] of questions.entries()) {
    const text = question.locator("textarea");
    const choice = question.locator("select");
    if (await text.count()) await text.fill(`Answer ${index + 1}: forty cups a year`);
    else if (await choice.count()) await choice.selectOption({ index: 1 });
    else await question.locator("input").setInputFiles(pdf(`answer-${index}.pdf`));
  }
  await page.getByRole("button", { name: "Send answers" }).click();
  await expect(page.getByText("Answers sent", { exact: true })).toBeVisible();

  // The seller starts the work, and delivers with a file.
  const seller = await browser.newPage({ javaScriptEnabled: info.project.name === "js" });
  const errors = watch(seller);
  await signedIn(seller, "seller");
  await seller.goto(order);
  // With scripts, what loads after the document has arrived, too.
  if (info.project.name === "js") await seller.waitForLoadState("networkidle");
  // The page has its stylesheets, and its forms do not ask for them again.
  const stylesheets: string[] = [];
  seller.on("request", (request) => {
    if (request.url().endsWith(".css")) stylesheets.push(request.url());
  });
  await expect(seller.getByText("Start working when you are ready.")).toBeVisible();
  await seller.getByRole("button", { name: "Start working" }).click();
  await expect(seller.getByText("Order status updated to in progress")).toBeVisible();
  expect(stylesheets).toEqual([]);
  await expect(seller.getByRole("button", { name: "Start working" })).toHaveCount(0);
  await seller.getByLabel("What are you delivering?").fill("The page in three widths, as we agreed.");
  await seller.getByLabel("Files").setInputFiles(pdf("page.pdf"));
  await seller.getByRole("button", { name: "Deliver", exact: true }).click();
  await expect(seller.getByText("Delivered", { exact: true }).first()).toBeVisible();

  // The buyer's open page shows the delivery without a reload. The buyer downloads it and asks for changes.
  if (info.project.name === "js")
    await expect(page.getByText("The page in three widths, as we agreed.")).toBeVisible();
  await page.goto(order);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "page.pdf" }).first().click();
  expect((await download).suggestedFilename()).toBe("page.pdf");
  await page.locator("summary", { hasText: "Ask for changes" }).click();
  await page.getByLabel("What should change?").fill("The headline in one line, please");
  await page.getByRole("button", { name: "Request a revision" }).click();
  await expect(page.getByText("Revision requested", { exact: true }).first()).toBeVisible();

  // The seller delivers again, and the buyer completes the order.
  await seller.goto(order);
  await expect(seller.getByText("The headline in one line, please")).toBeVisible();
  await seller.getByLabel("What are you delivering?").fill("Now the headline stands in one line.");
  await seller.getByRole("button", { name: "Deliver", exact: true }).click();
  await expect(seller.getByText("Delivered", { exact: true }).first()).toBeVisible();
  await page.goto(order);
  // The button asks once before it pays the seller.
  await page.getByRole("button", { name: "Mark as complete" }).click();
  await expect(page.getByRole("heading", { name: "Complete this order?" })).toBeVisible();
  await page.getByRole("button", { name: "Yes, mark as complete" }).click();
  await expect(page.getByText("Order status updated to completed")).toBeVisible();
  await expect(page.getByText("This order is completed.")).toBeVisible();
  if (info.project.name === "js") await refusedReview(page);
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByText("Seller's net")).toBeVisible();
  await page.goto("/orders");
  await expect(page.getByRole("listitem").getByText("Completed", { exact: true })).toBeVisible();

  // The email links to the review form. The seller replies, and the order page shows review and reply.
  const wanted = await mailTo(page, email, "review_wanted");
  await page.goto(/https?:\S+/.exec(wanted.text)?.[0] ?? "");
  await page.getByLabel("4 – Good").check();
  await page.getByLabel("Comment (optional)").fill("One line at last, and it reads well.");
  await page.getByRole("button", { name: "Publish review" }).click();
  await expect(page.getByText("Thank you for your review")).toBeVisible();
  await expect(page.getByText("One line at last, and it reads well.")).toBeVisible();
  await seller.goto(order);
  await seller.getByLabel("Your reply").fill("Thank you, Hanna.");
  await seller.getByRole("button", { name: "Publish reply" }).click();
  await expect(seller.getByText("Thank you, Hanna.")).toBeVisible();
  await page.goto(order);
  await expect(page.getByText("Thank you, Hanna.")).toBeVisible();
  await seller.close();
  expect(errors).toEqual([]);
});

/**
 * A review without stars, sent straight after the order is completed, says why it is refused. The page reads
 * its data again after the notice is gone and when its tab comes back: that must not remove the reason.
 */
async function refusedReview(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Publish review" }).click();
  const reason = page.getByRole("alert").filter({ hasText: "Choose a rating from 1 to 5" });
  await expect(reason).toBeFocused();
  await expect(reason).toBeInViewport();
  const read = page.waitForResponse(/\/orders\/[^/]+\.data/);
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await (await read).finished();
  // biome-ignore lint/suspicious/noExplicitAny: Remix puts its router here
  await page.waitForFunction(() => (window as any).__remixRouter.state.revalidation === "idle");
  await expect(reason).toBeVisible();
}

test("A buyer cancels on the card page, pays later, cancels the order and is refunded", async ({
  page,
}, info) => {
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
  if (info.project.name === "js") {
    // Not page.goBack(): the page reloads itself at once, which interrupts goBack.
    await page.evaluate(() => void setTimeout(() => history.back()));
    await expect(page.getByText("Welcome back! Processing your payment...")).toBeVisible();
    await page
      .getByRole("button", { name: /^Order Now/ })
      .first()
      .click();
    await page.waitForURL(cardPage);
  }
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

/** A new buyer orders and pays on a phone; the seller is signed in on another. @returns the order's page */
async function paidOnPhones(page: Page, browser: Browser, scripts: boolean) {
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
  const seller = await browser.newPage({ javaScriptEnabled: scripts, viewport });
  const errors = watch(seller);
  await signedIn(seller, "seller");
  const order = page.url();
  await seller.goto(order);
  return { email, order, seller, errors };
}

/**
 * Holds back the data that the page reads again after a form, as a slow network does.
 * @returns what ends it
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

/** A page of a phone does not scroll sideways. */
async function fitsPhone(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
}

test("A seller declines a paid order, and the buyer reads why", async ({ page, browser }, info) => {
  const { email, order, seller, errors } = await paidOnPhones(page, browser, info.project.name === "js");
  await seller.getByRole("button", { name: "Decline order" }).click();
  await expect(seller.getByText(/^We refund \$.*'s card in 5–10 days\./)).toBeVisible();
  await fitsPhone(seller);
  await seller.getByRole("button", { name: "Yes, decline order" }).click();
  await expect(seller.getByRole("alert")).toContainText("Say why you're declining");
  await seller.getByLabel("Why are you declining?").fill("I am away until spring, and I am sorry");
  await seller.getByRole("button", { name: "Yes, decline order" }).click();
  await expect(seller.getByText("Order status updated to cancelled")).toBeVisible();
  await mailTo(page, email, "declined");
  await page.goto(order);
  await expect(page.getByText("I am away until spring, and I am sorry")).toBeVisible();
  await fitsPhone(page);
  await seller.close();
  expect(errors).toEqual([]);
});

test("A seller asks for more time, and the buyer allows it", async ({ page, browser }, info) => {
  const scripts = info.project.name === "js";
  const { email, order, seller, errors } = await paidOnPhones(page, browser, scripts);
  await seller.getByRole("button", { name: "Start working" }).click();
  await expect(seller.getByText("Order status updated to in progress")).toBeVisible();
  // A form that is sent before the scripts run loads a page, which is not read again.
  if (scripts) await hydration(seller);
  await seller.locator("summary", { hasText: "Ask for more time" }).click();
  const days = seller.getByLabel("How many more days?");
  await days.fill("400");
  await seller.getByLabel("Why do you need more time?").fill("The photographs come only next week");
  const rereadNow = await holdReread(seller);
  await seller.getByRole("button", { name: "Send request" }).click();
  await expect(seller.getByRole("alert")).toContainText("Enter a whole number of days from 1 to 30");
  await expect(seller.getByRole("alert")).toBeFocused();
  await days.fill("5");
  if (scripts) await rereadNow();
  await expect(days).toBeFocused();
  await seller.getByRole("button", { name: "Send request" }).click();
  await expect(seller.getByText(/^You asked for 5 more days\./)).toBeVisible();
  await fitsPhone(seller);
  await mailTo(page, email, "time_requested");
  await page.goto(order);
  await expect(page.getByText("The photographs come only next week")).toBeVisible();
  await fitsPhone(page);
  await page.getByRole("button", { name: "Allow more time" }).click();
  await expect(page.getByText("More time allowed", { exact: true })).toBeVisible();
  await expect(page.getByText("5 more days allowed")).toBeVisible();
  await seller.goto(order);
  await expect(seller.getByText("5 more days allowed")).toBeVisible();
  await seller.close();
  expect(errors).toEqual([]);
});

test("While the work is under way the seller offers an extra; the buyer pays it, and price and days rise", async ({
  page,
  browser,
}, info) => {
  const scripts = info.project.name === "js";
  const { email, order, seller, errors } = await paidOnPhones(page, browser, scripts);
  await seller.getByRole("button", { name: "Start working" }).click();
  await expect(seller.getByText("Order status updated to in progress")).toBeVisible();
  if (scripts) await hydration(seller);
  await seller.locator("summary", { hasText: "Offer an extra" }).click();
  await seller.getByLabel("Title of the extra").fill("A second language");
  await seller.getByLabel("Price in US dollars").fill("4");
  await seller.getByLabel("How many days does it add?").fill("2");
  await seller.getByRole("button", { name: "Offer this extra" }).click();
  await expect(seller.getByRole("alert")).toContainText("The price must be $5 to $1,000");
  await expect(seller.getByLabel("Title of the extra")).toHaveValue("A second language");
  await fitsPhone(seller);
  await seller.getByLabel("Price in US dollars").fill("45.50");
  await seller.getByRole("button", { name: "Offer this extra" }).click();
  await expect(seller.getByText("Extra offered", { exact: true }).first()).toBeVisible();
  await expect(seller.getByRole("button", { name: "Withdraw this extra" })).toBeVisible();
  await fitsPhone(seller);

  await mailTo(page, email, "extra_offered");
  await page.goto(order);
  await expect(page.getByText("A second language · $45.50 · 2 more days")).toBeVisible();
  await fitsPhone(page);
  await page.getByRole("button", { name: "Add for $45.50" }).click();
  await expect(page.getByText("A second language").first()).toBeVisible();
  await pay(page);
  await expect(page.getByText("The extra is part of your order")).toBeVisible();
  await page.getByRole("link", { name: "See your order" }).click();
  const summary = page.getByRole("complementary", { name: "Summary" });
  await expect(summary).toContainText("A second language$45.50");
  await expect(page.getByText("Extra added", { exact: true })).toBeVisible();
  await fitsPhone(page);
  await seller.goto(order);
  await seller.getByLabel("What are you delivering?").fill("Both languages are in the file, as agreed.");
  await seller.getByRole("button", { name: "Deliver" }).click();
  await expect(seller.getByText("Delivered", { exact: true }).first()).toBeVisible();
  await expect(seller.locator("summary", { hasText: "Offer an extra" })).toHaveCount(0);
  await seller.close();
  expect(errors).toEqual([]);
});

test("A buyer adds extras and orders three times, with the sum before ordering, and finds the lines afterwards", async ({
  page,
}, info) => {
  const scripts = info.project.name === "js";
  await page.setViewportSize({ width: 360, height: 740 });
  await verifiedNewcomer(page);
  await page.goto("/services/s/english-to-arabic-translation-up-to-500-words");
  const update = page.getByRole("button", { name: "Update the price" });
  await expect(update).toHaveCount(scripts ? 0 : 1);
  await page.getByLabel("What should the seller know?").fill("A letter to my aunt");
  await page.getByLabel(/^Layout in your file/).check();
  await page.getByLabel(/^Faster delivery/).check();
  await page.getByLabel("How many").fill("3");
  if (!scripts) await update.click();
  await expect(page.getByText(/^Together \$107, \d+ days? delivery$/)).toBeVisible();
  await expect(
    page.getByText("You pay $97.00 after your $10 credit").filter({ visible: true }),
  ).toBeVisible();
  await fitsPhone(page);

  // A quantity that is not offered is reported at its field, and everything stays.
  await page.getByLabel("How many").fill("11");
  await page
    .getByRole("button", { name: /^Order Now/ })
    .last()
    .click();
  await expect(page.getByText("Choose 1 to 10").filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByLabel("How many")).toHaveValue("11");
  await expect(page.getByLabel(/^Layout in your file/)).toBeChecked();
  await fitsPhone(page);
  await page.getByLabel("How many").fill("3");
  if (scripts) {
    await page.getByRole("button", { name: "Order Now ($107)" }).click();
  } else {
    // The button still shows another price: the service's page returns with the sum.
    await page.getByRole("button", { name: /^Order Now/ }).click();
    await expect(page.getByText("The price has changed to $107")).toBeVisible();
    await expect(page.getByLabel("What should the seller know?")).toHaveValue("A letter to my aunt");
    await page.getByRole("button", { name: "Order Now ($107)" }).last().click();
  }

  await expect(page.getByText("$97.00").first()).toBeVisible();
  await pay(page);
  await expect(page.getByText(/3 × Basic.*, Faster delivery: .*, Layout in your file\)/)).toBeVisible();
  await page.getByRole("link", { name: /^(See your order|Answer \d questions?)$/ }).click();
  const summary = page.getByRole("complementary", { name: "Summary" });
  await expect(summary).toContainText(
    /3 × Basic.*\$75\.00Faster delivery.*\$20\.00Layout in your file\$12\.00/,
  );
  await expect(summary).toContainText("Price$107.00");
  await fitsPhone(page);
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByText("Layout in your file")).toBeVisible();
  await expect(page.getByText("$107.00").first()).toBeVisible();
  await fitsPhone(page);
});
