import { expect, signIn, test, watch } from "./journey.ts";

test("a message appears in the other's open thread and list within a second, without reload", async ({
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

  const words = `The kiln opens on Friday ${Date.now()}`;
  await page.getByPlaceholder("Type a message...").fill(words);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(seller.getByRole("log").getByText(words)).toBeVisible({ timeout: 1000 });
  await expect(seller.getByRole("navigation", { name: "Conversations" }).getByText(words)).toBeVisible({
    timeout: 1000,
  });
  // What is being typed is not touched by what arrives, and the sender sees that it was read.
  await expect(seller.getByPlaceholder("Type a message...")).toHaveValue("Half a sentence");
  await page.reload();
  await expect(page.getByRole("log").getByText("Read").last()).toBeVisible();
  await seller.close();
  expect(errors).toEqual([]);
});

test("with the socket cut, the message is there on the next view", async ({ page, browser }) => {
  await signIn(page, "buyer");
  await page.goto("/services/s/landing-page-design-in-figma-phone-layout-first");
  await page.getByRole("link", { name: "Message seller" }).click();
  await expect(page).toHaveURL(/conversation=/);

  const seller = await browser.newPage();
  await seller.routeWebSocket("**/live", (socket) => socket.close());
  await signIn(seller, "seller");
  await seller.goto(page.url());
  const words = `Nobody hears this live ${Date.now()}`;
  await page.getByPlaceholder("Type a message...").fill(words);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("log").getByText(words)).toBeVisible();
  await seller.reload();
  await expect(seller.getByRole("log").getByText(words)).toBeVisible();
  await seller.close();
});
