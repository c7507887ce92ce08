import type { Page } from "@playwright/test";
import {
  expect,
  mailTo,
  password,
  pay,
  service,
  signedIn,
  test,
  verifiedNewcomer,
  watch,
} from "#tests/e2e/journey.ts";

// docs/specification.md#offers. With scripts only: tests/offers/ sends these forms as a browser without
// scripts does.

const phone = { width: 360, height: 800 };
const need = "I need a landing page in two languages, for forty cafés\nthat order cups from us.";

/** Nothing scrolls sideways. */
async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
}

/** Signs in on the sign-in page that is shown, which returns to where the visitor came from. */
async function signInHere(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.locator("main").getByRole("button", { name: "Sign In" }).click();
}

test("A visitor asks for an offer, and the text outlasts a sign-in; the seller offers; the buyer asks for changes, accepts version 2 and pays", async ({
  page,
  browser,
}) => {
  await page.setViewportSize(phone);
  const { email } = await verifiedNewcomer(page);

  // A visitor who asks for an offer signs in first, and comes back to the form.
  await page.context().clearCookies();
  await page.goto(service);
  await page.getByRole("link", { name: "Ask for an offer" }).first().click();
  await signInHere(page, email);
  await expect(page).toHaveURL(/\/offers\/new/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ask for an offer");
  await fits(page);

  // A text that is too short is refused, and everything that was typed stays.
  await page.getByLabel("What you need").fill("A page");
  await page.getByLabel("Budget in US dollars (optional)").fill("200");
  await page.getByRole("button", { name: "Ask for an offer" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.getByLabel("What you need")).toHaveValue("A page");
  await expect(page.getByLabel("Budget in US dollars (optional)")).toHaveValue("200");

  // The session ends while the text is written: it is there again after signing in.
  await page.getByLabel("What you need").fill(need);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Ask for an offer" }).click();
  await signInHere(page, email);
  await expect(page.getByLabel("What you need")).toHaveValue(need);
  await expect(page.getByLabel("Budget in US dollars (optional)")).toHaveValue("200");
  await page.getByRole("button", { name: "Ask for an offer" }).click();
  await expect(page).toHaveURL(/\/messages\?.*conversation=/);
  await expect(page.getByRole("log").getByText("for forty cafés")).toBeVisible();
  await expect(page.getByRole("log").getByText("Budget $200")).toBeVisible();
  await fits(page);
  const conversation = page.url();

  // The seller answers the request with an offer: a draft, its preview, the offer.
  const seller = await browser.newPage({ viewport: phone });
  const errors = watch(seller);
  await signedIn(seller, "seller");
  await seller.goto(conversation);
  await seller.locator(".deal").getByRole("link", { name: "Send an offer" }).click();
  await expect(seller.getByRole("heading", { level: 1 })).toHaveText("Send an offer");
  await seller
    .getByLabel("What the buyer gets")
    .fill("One page in two languages, with a check list for café owners that prints on one sheet.");
  await seller.getByLabel("Feature 1").fill("Two languages");
  await seller.getByLabel("Price in US dollars").fill("240");
  await seller.getByLabel("Delivery time in days").fill("9");
  await seller.getByLabel("Revisions").selectOption("1");
  await seller.getByLabel("Questions for this offer").check();
  await fits(seller);
  await seller.getByRole("button", { name: "Preview the offer" }).click();
  await expect(seller.getByRole("heading", { level: 1 })).toHaveText("Preview of your offer");
  await expect(seller.getByText("$240").first()).toBeVisible();
  await fits(seller);
  await seller.getByRole("button", { name: "Send this offer" }).click();
  await expect(seller.getByText("$240 · 9 days · 1 revision").first()).toBeVisible();

  // The buyer's open page shows the offer without a reload, and an email reports it immediately.
  await expect(page.getByText("$240 · 9 days · 1 revision").first()).toBeVisible();
  await mailTo(page, email, "offer_sent");

  // The buyer asks for changes: a message about the offer.
  await page.getByRole("link", { name: "See the offer" }).last().click();
  await expect(page.getByText("Two languages").first()).toBeVisible();
  await fits(page);
  const first = page.url();
  await page.getByRole("link", { name: "Ask for changes" }).click();
  await page.getByPlaceholder("Type a message...").fill("Could it have a third language, and a day less?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("log").getByText("a third language")).toBeVisible();

  // The seller changes the offer: version 2 replaces the first one.
  await seller.goto(first);
  await seller.getByRole("link", { name: "Change it" }).click();
  await expect(seller.getByRole("heading", { level: 1 })).toHaveText("Version 2");
  await expect(seller.getByLabel("Feature 1")).toHaveValue("Two languages");
  await seller.getByLabel("Feature 1").fill("Three languages");
  await seller.getByLabel("Price in US dollars").fill("310");
  await seller.getByLabel("Delivery time in days").fill("8");
  await seller.getByRole("button", { name: "Preview the offer" }).click();
  await seller.getByRole("button", { name: "Send this offer" }).click();
  await expect(seller.getByText("Version 2").first()).toBeVisible();

  // The first version stays readable, can no longer be accepted, and links to the second.
  await page.goto(first);
  await expect(page.getByText("Two languages").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Accept/ })).toHaveCount(0);
  await page.getByRole("link", { name: "See version 2" }).click();
  await expect(page.getByText("Three languages").first()).toBeVisible();
  await fits(page);

  // The buyer accepts it and pays what it says, less the credit of a new user.
  await page.getByLabel("Anything the seller should know").fill("The third language is Slovene.");
  await page.getByRole("button", { name: "Accept and pay $310" }).click();
  await expect(page.getByText("$300.00").first()).toBeVisible();
  await pay(page);
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeVisible();
  await page.getByRole("link", { name: "See your order" }).click();
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Custom offer").first()).toBeVisible();
  await expect(page.getByText("The third language is Slovene.")).toBeVisible();
  await fits(page);

  // From here it is an ordinary order (orders/purchase.e2e.ts). The conversation shows both versions, the
  // accepted one with its state.
  await page.goto(conversation);
  await expect(page.locator(".deal").filter({ hasText: "Version 2" })).toContainText("Accepted");
  await fits(page);
  await seller.close();
  expect(errors).toEqual([]);
});
