import type { Page } from "@playwright/test";
import { expect, mailTo, pay, signedIn, test, watch } from "#tests/e2e/journey.ts";

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
  // With scripts, wait for everything that loads after the document.
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
  // The button asks for confirmation, because it pays the seller.
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
