import { expect, test } from "#tests/e2e/journey.ts";

// With scripts: assistant.js.e2e.ts.

const question = "I need a logo for a small coffee cooperative";

test("A visitor asks the assistant, and opens a service that can be ordered", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Ask the assistant" }).click();
  await expect(page.getByText("Hello! What do you need done?")).toBeVisible();

  // Too short: the sentence is shown, and the text stays.
  const input = page.getByLabel("What do you need?");
  await input.fill("logo");
  await page.getByRole("button", { name: "Ask" }).click();
  await expect(page.getByText("Please enter at least 5 characters")).toBeVisible();
  await expect(input).toHaveValue("logo");

  await page.getByRole("button", { name: question }).click();
  await expect(page).toHaveURL(/\/ai-assistant\?query=I\+need\+a\+logo/);
  const chat = page.getByRole("log", { name: "Conversation" });
  await expect(chat.getByText("Here are three services that match:")).toBeVisible();
  await expect(chat.getByText(/^In title and description: .*logo/).first()).toBeVisible();
  const service = chat.getByRole("heading", { level: 3 }).getByRole("link").first();
  const title = (await service.textContent()) ?? "";
  await service.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByRole("button", { name: /^Order Now/ }).first()).toBeVisible();
});
