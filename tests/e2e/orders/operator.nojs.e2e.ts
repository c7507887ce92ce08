import type { Page } from "@playwright/test";
import {
  applyToSell,
  expect,
  mailTo,
  newConversation,
  newSeller,
  retrying,
  signedIn,
  signedInAsOperator,
  test,
  verifiedNewcomer,
} from "#tests/e2e/journey.ts";

// Runs only without scripts: the console's forms need none. tests/admin/ tests what a second operator
// confirms, the texts of categories, sessions and exports.

async function signedInAgain(page: Page, name: string): Promise<void> {
  await page.context().clearCookies();
  await signedIn(page, name);
}

test("An operator waives one fee, returns another, vets a seller and refuses them, and finds and suspends a user", async ({
  page,
}) => {
  const suspended = await verifiedNewcomer(page);
  await page.context().clearCookies();
  const waived = await verifiedNewcomer(page);
  await applyToSell(page);
  await page.context().clearCookies();
  const returned = await newSeller(page);
  await page.context().clearCookies();
  await signedInAsOperator(page);
  const decide = async ({ username }: { username: string }, list: string, button: string) => {
    await page.goto("/admin/applications");
    await page.getByRole("link", { name: list, exact: true }).click();
    const row = page.getByRole("row").filter({ hasText: `@${username}` });
    await row.getByRole("checkbox").check();
    if (button === "Refuse") await page.getByLabel("Rule that was broken").selectOption({ index: 1 });
    await page.getByLabel("Reason").fill("A try of the journey");
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(row).toHaveCount(0);
  };
  await decide(waived, "Unpaid", "Waive the fee");
  expect((await mailTo(page, waived.email, "seller_activated")).subject).toBe(
    "Your seller account is active",
  );
  // A refund is confirmed on a page that names the amount.
  await page.goto("/admin/applications");
  await page
    .getByRole("row")
    .filter({ hasText: `@${returned.username}` })
    .getByRole("link", { name: /^Return the fee/ })
    .click();
  await page.getByLabel("Reason").fill("A try of the journey");
  await page.getByRole("button", { name: "Yes, refund $50.00" }).click();
  expect((await mailTo(page, returned.email, "fee_returned")).text).toContain("A try of the journey");
  await decide(waived, "To be vetted", "Vet");
  await page.goto(`/@${waived.username}`);
  await expect(page.getByText("Vetted", { exact: true })).toBeVisible();
  await decide(waived, "Vetted", "Refuse");
  expect((await mailTo(page, waived.email, "seller_refused")).text).toContain("A try of the journey");

  await page.goto("/admin/users");
  await page.getByRole("searchbox", { name: "Find users" }).fill(suspended.username);
  await page.locator("main").getByRole("button", { name: "Search" }).click();
  await page.locator("main").getByRole("link", { name: "Nora Lind" }).click();
  await page.getByRole("heading", { name: "Suspend", exact: true }).click();
  await page.getByLabel("Rule that was broken").selectOption({ index: 1 });
  await page.getByLabel("Reason").fill("A try of the journey");
  await page.getByRole("button", { name: "Suspend Nora Lind" }).click();
  await expect(page.getByText("Nora Lind is suspended").first()).toBeVisible();
  expect((await mailTo(page, suspended.email, "suspended")).text).toContain("A try of the journey");

  await signedInAgain(page, waived.username);
  await page.goto("/services/sell");
  await expect(page.getByText("You can no longer sell here")).toBeVisible();
  await signedInAgain(page, returned.username);
  await page.goto("/services/sell");
  await expect(page.getByText("Your registration fee was returned")).toBeVisible();
});

test("A user reports a message without scripts, and the operator reads the conversation and decides", async ({
  page,
}) => {
  const { username, email } = await newConversation(page);
  const address = page.url();
  const conversation = new URL(address).searchParams.get("conversation") ?? "";
  const text = `Pay me elsewhere, ${Date.now()}`;
  await signedInAgain(page, "seller");
  const headers = { Origin: new URL(address).origin };
  const form = { conversation, content: text };
  expect((await page.request.post("/messages", { form, headers, ...retrying })).ok()).toBe(true);
  await signedInAgain(page, username);
  await page.goto(address);
  const bubble = page.locator(".msg").filter({ hasText: text });
  await bubble.getByRole("link", { name: "Report this message" }).click();
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Choose a reason").first()).toBeVisible();
  await page.getByLabel("Reason").selectOption({ label: "Spam or advertising" });
  await page.getByLabel("What is wrong, in one sentence").fill("A try of the journey");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("You have already reported this message")).toBeVisible();

  await page.context().clearCookies();
  await signedInAsOperator(page);
  await page.goto("/admin/reports");
  const entry = page.getByRole("row").filter({ hasText: text });
  await expect(entry).toContainText("A try of the journey");
  await entry.getByText("Text and report").click();
  await entry.getByRole("link", { name: "Read the conversation" }).click();
  await page.getByLabel("Reason").fill("A try of the journey");
  await page.getByRole("button", { name: "Show the messages" }).click();
  await expect(page.locator("main").getByText(text)).toBeVisible();

  await page.goto("/admin/reports");
  await entry.getByRole("checkbox").check();
  await page.getByLabel("Reason").fill("A try of the journey");
  await page.getByRole("button", { name: "Leave as it is" }).click();
  await expect(page.getByText("Left as it is", { exact: true })).toBeVisible();
  await expect(entry).toHaveCount(0);
  expect((await mailTo(page, email, "report_decided")).text).toContain("left it as it is");
});
