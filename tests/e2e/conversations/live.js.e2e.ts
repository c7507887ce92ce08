import { expect, newConversation, signedIn, test, watch } from "#tests/e2e/journey.ts";

test("A message appears in the recipient's open thread and list without a reload, and without a socket on the next page view", async ({
  page,
  browser,
}) => {
  await newConversation(page);
  const seller = await browser.newPage();
  const errors = watch(seller);
  await signedIn(seller, "seller");
  const socket = seller.waitForEvent("websocket");
  await seller.goto(page.url());
  await socket;
  await expect(seller.getByRole("log")).toBeVisible();
  await expect(seller.locator("html[data-live=open]:not([data-waiting])")).toBeVisible();
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
  expect(errors).toEqual([]);

  await seller.routeWebSocket("**/live", (socket) => socket.close());
  await seller.reload();
  const later = `Sent without a socket ${Date.now()}`;
  await page.getByPlaceholder("Type a message...").fill(later);
  // The sender's log shows the message before it is saved.
  const saved = page.waitForResponse((answer) => answer.request().method() === "POST" && answer.ok());
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("log").getByText(later)).toBeVisible();
  await saved;
  await seller.reload();
  await expect(seller.getByRole("log").getByText(later)).toBeVisible();
  await seller.close();
});
