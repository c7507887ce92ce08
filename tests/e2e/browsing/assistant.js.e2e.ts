import { test as plain } from "@playwright/test";
import { expect, test } from "#tests/e2e/journey.ts";

test("With scripts an answer takes a second, gets the focus, and earlier questions stay until they are cleared", async ({
  page,
}) => {
  await page.goto("/ai-assistant");
  const chat = page.getByRole("log", { name: "Conversation" });
  const input = page.getByLabel("What do you need?");
  const ask = async (text: string) => {
    await input.fill(text);
    const began = Date.now();
    await input.press("Enter");
    await expect(chat.getByRole("status")).toHaveText("Looking through the services…");
    await expect(chat.getByRole("status")).toBeEmpty();
    expect(Date.now() - began).toBeGreaterThanOrEqual(1000);
    await expect(chat.locator(".answer")).toBeFocused();
  };
  // This page starts its scripts without waiting for an interaction.
  await expect(page.locator("html[data-waiting]")).toHaveCount(0);
  // A question that must be changed leaves the focus where it is typed.
  await input.fill("logo");
  await input.press("Enter");
  await expect(page.getByText("Please enter at least 5 characters")).toBeVisible();
  await expect(input).toBeFocused();
  await ask("a logo for my bakery");
  await expect(input).toHaveValue("");
  // With the keyboard alone, the first service is the next stop.
  await page.keyboard.press("Tab");
  await expect(chat.locator(".answer h3 a").first()).toBeFocused();
  await expect(chat.getByRole("button", { name: "Clear" })).toHaveCount(0);
  await ask("translate a menu");
  await expect(chat.locator(".me")).toHaveText(["a logo for my bakery", "translate a menu"]);

  // They stay when the page is opened again in this tab.
  await page.goto("/ai-assistant");
  await expect(chat.locator(".me")).toHaveText(["a logo for my bakery", "translate a menu"]);
  await chat.getByRole("button", { name: "Clear" }).click();
  await expect(chat.locator(".me")).toHaveCount(0);
  await page.reload();
  await expect(chat.getByText("Hello! What do you need done?")).toBeVisible();
  await expect(chat.locator(".me")).toHaveCount(0);
});

test("A value from another version in the tab's storage does not break the page", async ({ page }) => {
  await page.goto("/ai-assistant");
  await page.evaluate(() => sessionStorage.setItem("assistantQuestions", '{"of":"another version"}'));
  await page.reload();
  await page.getByLabel("What do you need?").fill("a logo for my bakery");
  await page.getByRole("button", { name: "Ask" }).click();
  await expect(page.getByText("services that match:")).toBeVisible();
});

// The browser logs the request that fails, so this test does not check the console.
plain(
  "If the connection fails, the question stays, and Try Again leads to its answer",
  async ({ page, context }) => {
    await page.goto("/ai-assistant");
    await expect(page.locator("html[data-waiting]")).toHaveCount(0);
    await context.route(/ai-assistant\.data/, (route) => route.abort());
    await page.getByLabel("What do you need?").fill("a logo for my bakery");
    await page.getByRole("button", { name: "Ask" }).click();
    await expect(
      page.getByText("I'm sorry, I encountered an error while searching for services."),
    ).toBeVisible();
    await expect(page.getByText("Failed to load services")).toBeVisible();
    await expect(page.getByLabel("What do you need?")).toHaveValue("a logo for my bakery");
    await context.unroute(/ai-assistant\.data/);
    await page.getByRole("link", { name: "Try Again" }).click();
    await expect(page.getByText("services that match:")).toBeVisible();
  },
);
