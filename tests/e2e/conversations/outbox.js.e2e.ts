import type { Browser, Page } from "@playwright/test";
import { expect, newConversation, password, retrying, signedIn, test } from "#tests/e2e/journey.ts";

/**
 * Opens a new buyer's conversation with the seller, in which no other journey writes, in a separate browser
 * context: going offline logs console errors, which would fail the journey.
 */
async function openThread(browser: Browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  const { username, email } = await newConversation(page);
  await expect(page.locator("html[data-live=open]:not([data-waiting])")).toBeVisible();
  return { context, page, errors, username, email, ...partsOf(page) };
}

function partsOf(page: Page) {
  const field = page.getByPlaceholder("Type a message...");
  const log = page.getByRole("log");
  const send = async (text: string) => {
    await field.fill(text);
    await field.press("Enter");
  };
  return { field, log, send };
}

const uniqueText = (text: string) => `${text} ${Date.now()}`;
const sending = "**/messages/send";

test("On a slow connection messages are sent in order; those written offline survive a closed page; each arrives once, and typed text is kept", async ({
  browser,
}) => {
  const { context, page, field, log, send, errors } = await openThread(browser);
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(sending, async (route) => {
    await gate;
    await route.continue();
  });
  const [alpha, beta] = [uniqueText("Alpha"), uniqueText("Beta")];
  await send(alpha);
  await expect(field).toHaveValue("");
  await send(beta);
  await field.press("Enter");
  await field.press("Shift+Enter");
  await field.fill("The next sen");
  await expect(log.getByText("Sending...")).toHaveCount(1);
  await expect(log.getByText("Waiting...")).toHaveCount(1);
  release();
  await expect(log.getByText(/Sending|Waiting/)).toHaveCount(0);
  await expect(log.locator(".msg").filter({ hasText: /Alpha|Beta/ })).toContainText([alpha, beta]);
  await page.reload();
  await expect(log.locator(".msg").filter({ hasText: /Alpha|Beta/ })).toContainText([alpha, beta]);
  await expect(field).toHaveValue("The next sen");

  // Offline, while the other writes.
  await page.unroute(sending);
  const seller = await browser.newPage();
  await signedIn(seller, "seller");
  await seller.goto(page.url());
  await expect(seller.locator("html[data-live=open]:not([data-waiting])")).toBeVisible();

  await expect(page.locator("html[data-live=open]:not([data-waiting])")).toBeVisible();
  await context.setOffline(true);
  const text = uniqueText("Offline");
  await send(text);
  await field.fill("Half a sentence");
  await expect(page.getByText("You are offline. 1 message is waiting.")).toBeVisible();
  await expect(log.getByText(text)).toBeVisible();
  const news = uniqueText("Did you hear?");
  await partsOf(seller).send(news);
  await expect(seller.getByRole("log").getByText(news)).toBeVisible();

  // The answer to the first attempt is lost: the message is saved, and a second one does not save it twice.
  let attempts = 0;
  await page.route(sending, async (route) => {
    attempts++;
    if (attempts > 1) return await route.continue();
    await route.fetch(retrying);
    await route.abort();
  });
  await context.setOffline(false);
  await expect(log.getByText(news)).toBeVisible();
  await expect(field).toHaveValue("Half a sentence");
  await expect(log.locator(".msg").filter({ hasText: text }).locator("time")).toBeVisible();
  await expect(log.getByText(text)).toHaveCount(1);
  await expect(seller.getByRole("log").getByText(text)).toHaveCount(1);

  await context.setOffline(true);
  const last = uniqueText("Closed");
  await send(last);
  await expect(page.getByText("1 message is waiting")).toBeVisible();
  const address = page.url();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(address);
  await expect(partsOf(again).log.locator(".msg").filter({ hasText: last }).locator("time")).toBeVisible();
  await expect(partsOf(again).log.getByText(last)).toHaveCount(1);
  expect(errors).toEqual([]);
  await seller.close();
  await context.close();
});

test("After the session has ended, a message waits until its sender signs in; signing out deletes it", async ({
  browser,
}) => {
  const { context, page, log, send, errors, username, email } = await openThread(browser);
  const address = page.url();
  await context.clearCookies();
  const text = uniqueText("Who am I?");
  await send(text);
  await expect(log.getByText("Please sign in to continue")).toBeVisible();

  // Another account in this browser neither sends nor sees it.
  const other = await context.newPage();
  await signedIn(other, "buyer2");
  await other.goto("/messages");
  await expect(other.getByText(text)).toHaveCount(0);
  await log.getByRole("button", { name: "Try Again" }).click();
  await expect(log.getByText("You are signed in with another account")).toBeVisible();
  await other.close();
  await context.clearCookies();
  await log.getByRole("button", { name: "Try Again" }).click();
  await log.getByRole("link", { name: "Sign In", exact: true }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.locator("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/conversation=/);
  await expect(log.locator(".msg").filter({ hasText: text }).locator("time")).toBeVisible();
  await expect(log.getByText(text)).toHaveCount(1);

  await page.route(sending, (route) => route.abort());
  const forgotten = uniqueText("Never mind");
  await send(forgotten);
  await expect(log.getByText("Failed to send message")).toBeVisible();
  await page.locator(".drop summary").first().click();
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page.getByRole("link", { name: "Join" }).first()).toBeVisible();
  await page.unroute(sending);
  await signedIn(page, username);
  await page.goto(address);
  await expect(log.getByText(text)).toBeVisible();
  await expect(log.getByText(forgotten)).toHaveCount(0);
  expect(errors).toEqual([]);
  await context.close();
});
