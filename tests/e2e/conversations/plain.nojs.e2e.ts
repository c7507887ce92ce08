import { expect, newConversation, signedIn, test, watch } from "#tests/e2e/journey.ts";

// Older messages and the search in a conversation are links: tests/conversations/thread.test.ts.

test("Without scripts two users exchange a message, which is read on the next page view; a refused one keeps its text; blocking stops both", async ({
  page,
  browser,
}) => {
  await newConversation(page);
  const address = page.url();
  const log = page.getByRole("log");
  const field = page.getByPlaceholder("Type a message...");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Write a message first")).toBeVisible();
  await field.fill("Two\nlines");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(log.getByText("Two lines")).toBeVisible();
  await expect(field).toHaveValue("");

  const seller = await browser.newPage({ javaScriptEnabled: false });
  const errors = watch(seller);
  await signedIn(seller, "seller");
  await seller.goto(address);
  await expect(seller.getByRole("log").getByText("Two lines")).toBeVisible();
  await seller.close();
  expect(errors).toEqual([]);
  await page.goto("/messages");
  await page.getByRole("navigation", { name: "Conversations" }).getByText("Two lines").click();
  await expect(log.getByText("Read").last()).toBeVisible();

  await field.fill("With a film");
  const film = { name: "film.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(27_000_000) };
  await page.getByLabel("Attach files").setInputFiles(film);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("choose a smaller file")).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue("With a film");

  await page.locator("summary", { hasText: "Search and options" }).click();
  await page.getByRole("button", { name: "Block" }).click();
  await expect(page.getByText("Blocked. Neither of you can write")).toBeVisible();
  await expect(field).toHaveCount(0);
  await expect(log.getByText("Two lines")).toBeVisible();
  await page.locator("summary", { hasText: "Search and options" }).click();
  await page.getByRole("button", { name: "Unblock" }).click();
  await expect(field).toBeVisible();
});
