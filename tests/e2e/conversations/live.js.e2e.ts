import type { Browser, Page } from "@playwright/test";
import { expect, password, retrying, signIn, test, watch } from "#tests/e2e/journey.ts";

test("A message appears in the recipient's open thread and list without a reload", async ({
  page,
  browser,
}) => {
  await signIn(page, "buyer");
  await page.goto("/services/s/landing-page-design-in-figma-phone-layout-first");
  await page.getByRole("link", { name: "Message seller" }).click();
  await expect(page).toHaveURL(/conversation=/);

  const seller = await browser.newPage();
  const errors = watch(seller);
  await signIn(seller, "seller");
  const socket = seller.waitForEvent("websocket");
  await seller.goto(page.url());
  await socket;
  await expect(seller.getByRole("log")).toBeVisible();
  await seller.waitForTimeout(300);
  await seller.getByPlaceholder("Type a message...").fill("Half a sentence");

  const text = `The kiln opens on Friday ${Date.now()}`;
  await page.getByPlaceholder("Type a message...").fill(text);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(seller.getByRole("log").getByText(text)).toBeVisible();
  await expect(seller.getByRole("navigation", { name: "Conversations" }).getByText(text)).toBeVisible();
  // An arriving message does not change the text being typed, and the sender sees that it was read.
  await expect(seller.getByPlaceholder("Type a message...")).toHaveValue("Half a sentence");
  await page.reload();
  await expect(page.getByRole("log").getByText("Read").last()).toBeVisible();
  await seller.close();
  expect(errors).toEqual([]);
});

test("Without a socket, a message appears on the next page view", async ({ page, browser }) => {
  await signIn(page, "buyer");
  await page.goto("/services/s/landing-page-design-in-figma-phone-layout-first");
  await page.getByRole("link", { name: "Message seller" }).click();
  await expect(page).toHaveURL(/conversation=/);

  const seller = await browser.newPage();
  await seller.routeWebSocket("**/live", (socket) => socket.close());
  await signIn(seller, "seller");
  await seller.goto(page.url());
  const text = `Nobody hears this live ${Date.now()}`;
  await page.getByPlaceholder("Type a message...").fill(text);
  // The sender's log shows the message before it is saved.
  const saved = page.waitForResponse((answer) => answer.request().method() === "POST" && answer.ok());
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("log").getByText(text)).toBeVisible();
  await saved;
  await seller.reload();
  await expect(seller.getByRole("log").getByText(text)).toBeVisible();
  await seller.close();
});

/**
 * Opens the conversation with the seller as the buyer, in a separate browser context: going offline logs
 * console errors, which would fail the journey.
 */
async function openThread(browser: Browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await signIn(page, "buyer");
  await page.goto("/services/s/landing-page-design-in-figma-phone-layout-first");
  const socket = page.waitForEvent("websocket");
  await page.getByRole("link", { name: "Message seller" }).click();
  await expect(page).toHaveURL(/conversation=/);
  await socket;
  const field = page.getByPlaceholder("Type a message...");
  const log = page.getByRole("log");
  const send = async (text: string) => {
    await field.fill(text);
    await field.press("Enter");
  };
  return { context, page, field, log, send, errors };
}

const uniqueText = (text: string) => `${text} ${Date.now()}`;

/** Holds every posted message. @returns a function that releases them */
async function slowLine(page: Page) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/messages.data*", async (route) => {
    if (route.request().method() === "POST") await gate;
    await route.continue();
  });
  return release;
}

test("On a slow connection two messages are sent one after another, and text typed meanwhile is kept", async ({
  browser,
}) => {
  const { context, page, field, log, send, errors } = await openThread(browser);
  const release = await slowLine(page);
  const [alpha, beta] = [uniqueText("Alpha"), uniqueText("Beta")];
  await send(alpha);
  await expect(field).toHaveValue("");
  await send(beta);
  await field.press("Enter");
  await field.fill("The next sen");
  await expect(log.getByText("Sending...")).toHaveCount(2);
  release();
  await expect(log.getByText("Sending...")).toHaveCount(0);
  await expect(log.locator(".msg").filter({ hasText: /Alpha|Beta/ })).toContainText([alpha, beta]);
  await expect(log.locator("time").last()).toContainText("Sent");
  await expect(field).toHaveValue("The next sen");
  await page.reload();
  await expect(log.locator(".msg").filter({ hasText: /Alpha|Beta/ })).toContainText([alpha, beta]);
  expect(errors).toEqual([]);
  await context.close();
});

test("A message that fails offline keeps its text and position, and is sent once on retry", async ({
  browser,
}) => {
  const { context, page, field, log, send, errors } = await openThread(browser);
  await context.setOffline(true);
  const text = uniqueText("Offline");
  await send(text);
  await field.fill("And then");
  await expect(log.getByText("Failed to send message")).toBeVisible();
  await expect(log.getByText(text)).toBeVisible();
  await log.getByRole("button", { name: "Try Again" }).click();
  await expect(log.getByText("Failed to send message")).toBeVisible();
  await context.setOffline(false);

  // This time the response is lost: the message is saved, and a retry does not save it twice.
  let markSaved = () => {};
  const saved = new Promise<void>((resolve) => {
    markSaved = resolve;
  });
  await page.route("**/messages.data*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch({ ...retrying, maxRedirects: 0 });
    await route.abort();
    markSaved();
  });
  await page.route("**/live", (route) => route.abort());
  await log.getByRole("button", { name: "Try Again" }).click();
  await saved;
  await expect(log.locator(".msg").filter({ hasText: text })).toContainText("Sent");
  await expect(log.getByText("Failed to send message")).toHaveCount(0);
  await page.unroute("**/messages.data*");
  await page.reload();
  await expect(log.getByText(text)).toHaveCount(1);
  expect(errors).toEqual([]);
  await context.close();
});

test("A failed message is still shown after visiting another page", async ({ browser }) => {
  const { context, page, log, send } = await openThread(browser);
  await context.setOffline(true);
  const text = uniqueText("Do not forget");
  await send(text);
  await expect(log.getByText("Failed to send message")).toBeVisible();
  await context.setOffline(false);
  const { pathname, search } = new URL(page.url());
  await page.getByRole("link", { name: "Orders", exact: true }).first().click();
  await expect(page).toHaveURL(/\/orders/);
  await page.goBack();
  await expect(page).toHaveURL(pathname + search);
  await log.getByRole("button", { name: "Try Again" }).click();
  await expect(log.locator("time").last()).toContainText("Sent");
  await expect(log.getByText(text)).toHaveCount(1);
  await context.close();
});

test("A message that arrives while requests fail appears later, and the text being typed is kept", async ({
  browser,
}) => {
  const { context, page, field, log, errors } = await openThread(browser);
  const seller = await browser.newPage();
  await signIn(seller, "seller");
  await seller.goto(page.url());
  const say = async (text: string) => {
    await seller.getByPlaceholder("Type a message...").fill(text);
    await seller.getByRole("button", { name: "Send" }).click();
  };

  // The socket works, but data requests fail: first in the network, then at the server.
  let requests = 0;
  await page.route("**/*.data*", (route) =>
    ++requests === 1 ? route.abort() : route.fulfill({ status: 503, body: "Service Unavailable" }),
  );
  await field.fill("Half a sentence");
  const news = uniqueText("Did you hear?");
  await say(news);
  await expect.poll(() => requests).toBe(2);
  await expect(page.locator("#main h1")).toHaveText("Messages");
  await expect(field).toHaveValue("Half a sentence");
  await page.unroute("**/*.data*");
  await expect(log.getByText(news)).toBeVisible();

  // The browser is offline.
  await context.setOffline(true);
  const more = uniqueText("There is more");
  await say(more);
  await page.waitForTimeout(1000);
  await expect(field).toHaveValue("Half a sentence");
  await context.setOffline(false);
  await expect(log.getByText(more)).toBeVisible({ timeout: 12_000 });
  await expect(field).toHaveValue("Half a sentence");
  expect(errors).toEqual([]);
  await seller.close();
  await context.close();
});

test("If the session ends while a user types, the text is in the field after sign-in, and gone after it is sent", async ({
  browser,
}) => {
  const { context, page, field, send, log } = await openThread(browser);
  await context.clearCookies();
  const text = uniqueText("Who am I?");
  await send(text);
  await expect(page).toHaveURL(/\/sign-in/);
  expect(decodeURIComponent(page.url())).not.toContain("Who am I?");
  await page.getByLabel("Email").fill("buyer@handiwork.test");
  await page.getByLabel("Password").fill(password);
  await page.locator("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/conversation=/);
  await expect(field).toHaveValue(text);
  await expect(page.getByRole("button", { name: "Try Again" })).toHaveCount(0);
  await field.press("Enter");
  await expect(page).not.toHaveURL(/draft=/);
  await expect(log.locator("time").last()).toContainText("Sent");
  await expect(log.getByText(text)).toHaveCount(1);
  await page.reload();
  await expect(field).toHaveValue("");
  await context.close();
});
