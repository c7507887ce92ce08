import type { Page } from "@playwright/test";
import { expect, newConversation, signedIn, test, watch } from "#tests/e2e/journey.ts";

const isLive = (page: Page) => expect(page.locator("html[data-live=open]:not([data-waiting])")).toBeVisible();
const fieldOf = (page: Page) => page.getByPlaceholder("Type a message...");
const say = async (page: Page, text: string) => {
  await fieldOf(page).fill(text);
  await fieldOf(page).press("Enter");
  await expect(page.getByRole("log").locator(".msg").filter({ hasText: text }).locator("time")).toBeVisible();
};

test("Two browsers show each other's messages, presence, typing and reading immediately, and every page updates the number in the header", async ({
  page,
  browser,
}) => {
  // No other journey opens the messages of this seller: it would show them as online.
  await newConversation(page, "/services/s/english-to-arabic-translation-up-to-500-words");
  await isLive(page);
  const address = page.url();
  const context = await browser.newContext();
  const seller = await context.newPage();
  const errors = watch(seller);
  await signedIn(seller, "seller2");
  await say(page, "Is it round?");
  const mine = page.getByRole("log").locator(".msg").filter({ hasText: "Is it round?" });
  await expect(mine).toContainText("Sent");
  const head = page.locator(".partner");

  // On a page that is not about messages, the number is updated before the user touches anything.
  const reader = await page.context().newPage();
  const readersErrors = watch(reader);
  await reader.goto("/orders");
  await expect(reader.locator("html[data-live=open]")).toBeVisible();
  await expect(reader.locator("#unread")).toBeHidden();

  await seller.goto(address);
  await isLive(seller);
  await expect(mine).toContainText("Read");
  await expect(head).toContainText("Online");
  await expect(seller.locator(".partner")).toContainText("Online");
  // A new message shows immediately in the open thread and in the list, and the typed text stays.
  await fieldOf(seller).fill("As a");
  await say(page, "Or square?");
  await expect(seller.getByRole("log")).toContainText("Or square?");
  await expect(seller.getByRole("navigation", { name: "Conversations" })).toContainText("Or square?");
  await expect(fieldOf(seller)).toHaveValue("As a");
  await fieldOf(seller).pressSequentially(" coin");
  await expect(head).toContainText("Typing...");
  await expect(head).not.toContainText("Typing...");

  // Away from the conversation, a new message is unread in the header and the list.
  await page.goto("/messages?show=archived");
  await isLive(page);
  await fieldOf(seller).press("Enter");
  await expect(reader.locator("#unread")).toHaveText("1 unread");
  await expect(page.locator("#unread")).toHaveText("1 unread");
  await page.goto("/messages?show=unread");
  await expect(page.getByRole("navigation", { name: "Conversations" })).toContainText("As a coin");
  await page.goto(address);
  await expect(page.getByText("New messages")).toBeVisible();
  await expect(reader.locator("#unread")).toBeHidden();

  await context.close();
  await expect(head).not.toContainText("Online");
  await expect(head).toContainText("last seen today");
  expect([...errors, ...readersErrors]).toEqual([]);
  await reader.close();
});

test("Each conversation keeps its own draft; an attached gig can be removed, and Enter confirms composed text before it sends", async ({
  page,
}) => {
  await newConversation(page);
  const address = page.url();
  await expect(page.locator(".attached")).toContainText("Landing page design");
  // A menu that is opened while the page is read again stays open, until one of its links is used.
  await isLive(page);
  const held = Promise.withResolvers<void>();
  await page.route("**/messages.data*", (route) => held.promise.then(() => route.continue()));
  await page.getByRole("link", { name: "Don't include this" }).click();
  const menu = page.locator("header details.drop");
  await menu.locator("summary").click();
  await expect(menu).toHaveAttribute("open");
  held.resolve();
  await expect(page.locator(".attached")).toHaveCount(0);
  await expect(menu).toHaveAttribute("open");
  await fieldOf(page).fill("One half");
  await expect(menu).not.toHaveAttribute("open");
  await menu.locator("summary").click();
  await menu.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(menu).not.toHaveAttribute("open");
  await page.goto("/search?q=logo");
  await page.locator("main a[href^='/services/s/']").first().click();
  await page.getByRole("link", { name: "Message seller" }).click();
  await expect(page).toHaveURL(/conversation=/);
  await isLive(page);
  await expect(fieldOf(page)).toHaveValue("");
  await fieldOf(page).fill("Another half");
  await page.goto(address);
  await expect(fieldOf(page)).toHaveValue("One half");

  await isLive(page);
  for (const init of ["isComposing: true", "keyCode: 229", "shiftKey: true"])
    await page.evaluate(
      `document.getElementById("content").dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ${init} }))`,
    );
  await expect(fieldOf(page)).toHaveValue("One half");
  const { height } = (await fieldOf(page).boundingBox()) ?? { height: 0 };
  await fieldOf(page).fill(Array(40).fill("line").join("\n"));
  const grown = (await fieldOf(page).boundingBox())?.height ?? 0;
  expect([grown > 4 * height, grown < 9 * height]).toEqual([true, true]);
  await expect(page.getByText("of 5,000 characters")).toHaveCount(0);
  await fieldOf(page).fill("y".repeat(4500));
  await expect(page.getByText("4,500 of 5,000 characters")).toBeVisible();
});

test("A conversation opens with the first unread message near the top", async ({ page, browser }) => {
  await newConversation(page);
  await isLive(page);
  const tall = (name: string) => Array(12).fill(name).join("\n");
  for (const name of ["First", "Second"]) await say(page, tall(name));
  const seller = await browser.newPage();
  const errors = watch(seller);
  await signedIn(seller, "seller");
  await seller.goto(page.url());
  await expect(page.getByRole("log")).toContainText("Read");
  await seller.goto("/orders");
  for (const name of ["Third", "Fourth"]) await say(page, tall(name));
  const log = seller.getByRole("log");
  const place = async () => {
    const [region, line] = [await log.boundingBox(), await log.getByText("New messages").boundingBox()];
    return Math.round((line?.y ?? 0) - (region?.y ?? 0));
  };
  // Before the scripts run. When they start, the log stays where the reader has scrolled it.
  const start = Promise.withResolvers<void>();
  await seller.route("**/*.js", async (route) => {
    await start.promise;
    await route.continue();
  });
  await seller.goto(page.url(), { waitUntil: "commit" });
  await expect(log).toContainText("Fourth");
  expect(await place()).toBe(24);
  await log.evaluate((region) => region.scrollBy(0, 60));
  start.resolve();
  await isLive(seller);
  expect(await place()).toBe(-36);

  // The same after following a link in the page.
  await seller.goto("/messages?show=archived");
  await isLive(seller);
  for (const name of ["Fifth", "Sixth"]) await say(page, tall(name));
  await seller.locator("header").getByRole("link", { name: "Messages" }).click();
  await expect(log).toContainText("Sixth");
  expect(await place()).toBe(24);
  // A message from a new user makes the page reload its data.
  const context = await browser.newContext();
  const other = await context.newPage();
  await newConversation(other);
  await isLive(other);
  await say(other, "Is it square?");
  await expect(seller.locator(".convos")).toContainText("Is it square?");
  expect(await place()).toBe(24);
  await context.close();
  await seller.close();
  expect(errors).toEqual([]);
});
