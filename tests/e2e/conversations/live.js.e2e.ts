import { expect, signedIn, test, verifiedNewcomer, watch } from "#tests/e2e/journey.ts";

test("A message appears in the recipient's open thread and list without a reload", async ({
  page,
  browser,
}) => {
  await verifiedNewcomer(page);
  await page.goto("/services/s/landing-page-design-in-figma-phone-layout-first");
  await page.getByRole("link", { name: "Message seller" }).click();
  await expect(page).toHaveURL(/conversation=/);

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
  await seller.close();
  expect(errors).toEqual([]);
});

test("Without a socket, a message appears on the next page view", async ({ page, browser }) => {
  await verifiedNewcomer(page);
  await page.goto("/services/s/landing-page-design-in-figma-phone-layout-first");
  await page.getByRole("link", { name: "Message seller" }).click();
  await expect(page).toHaveURL(/conversation=/);

  const seller = await browser.newPage();
  await seller.routeWebSocket("**/live", (socket) => socket.close());
  await signedIn(seller, "seller");
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
