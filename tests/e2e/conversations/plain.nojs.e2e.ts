import { expect, newConversation, retrying, test } from "#tests/e2e/journey.ts";

test("Without scripts: the list, a conversation, older messages, a search, sending and blocking", async ({
  page,
  baseURL,
}) => {
  await newConversation(page);
  const conversation = new URL(page.url()).searchParams.get("conversation") ?? "";
  const headers = { Origin: new URL(baseURL ?? "").origin };
  for (let i = 1; i <= 55; i++)
    await page.request.post("/messages", {
      form: { conversation, content: `Wish number ${i}.` },
      headers,
      ...retrying,
    });

  await page.goto("/messages");
  await page.getByRole("navigation", { name: "Conversations" }).getByText("Wish number 55.").click();
  const log = page.getByRole("log");
  await expect(log.getByText("Wish number 55.")).toBeVisible();
  await expect(log.getByText("Wish number 5.", { exact: true })).toHaveCount(0);
  await log.getByRole("link", { name: "Older messages" }).click();
  await expect(log.getByText("Wish number 5.", { exact: true })).toBeVisible();
  await expect(log.getByText("Wish number 6.", { exact: true })).toHaveCount(0);
  await log.getByRole("link", { name: "Newer messages" }).click();
  await expect(log.getByText("Wish number 55.")).toBeVisible();

  await page.locator("summary", { hasText: "Search and options" }).click();
  await page.getByPlaceholder("Search here").fill("number 7.");
  await page.getByRole("button", { name: "Find" }).last().click();
  await expect(page.locator(".found .msg")).toHaveCount(1);
  await page.getByRole("link", { name: "Show in conversation" }).click();
  await expect(log.getByText("Wish number 7.", { exact: true })).toBeVisible();

  await page.goto(`/messages?conversation=${conversation}`);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Write a message first")).toBeVisible();
  await page.getByPlaceholder("Type a message...").fill("Two\nlines");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(log.getByText("Two lines")).toBeVisible();

  await page.getByPlaceholder("Type a message...").fill("With a film");
  const film = { name: "film.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(27_000_000) };
  await page.getByLabel("Attach files").setInputFiles(film);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("choose a smaller file")).toBeVisible();
  await page.goBack();
  await expect(page.getByPlaceholder("Type a message...")).toHaveValue("With a film");

  await page.locator("summary", { hasText: "Search and options" }).click();
  await page.getByRole("button", { name: "Block" }).click();
  await expect(page.getByText("Blocked. Neither of you can write")).toBeVisible();
  await expect(page.getByText("You cannot write to this person")).toBeVisible();
  await expect(page.getByPlaceholder("Type a message...")).toHaveCount(0);
  await expect(log.getByText("Two lines")).toBeVisible();
  await page.locator("summary", { hasText: "Search and options" }).click();
  await page.getByRole("button", { name: "Unblock" }).click();
  await expect(page.getByPlaceholder("Type a message...")).toBeVisible();
});
