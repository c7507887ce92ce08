import type { Page } from "@playwright/test";
import {
  expect,
  mailTo,
  password,
  pay,
  signedIn,
  signedInAsOperator,
  test,
  verifiedNewcomer,
} from "#tests/e2e/journey.ts";

// Runs only without scripts: the console's forms need none.

async function signedInAgain(page: Page, name: string): Promise<void> {
  await page.context().clearCookies();
  await signedIn(page, name);
}

test("An operator finds a user and suspends them, who then cannot sign in", async ({ page }) => {
  const { username, email } = await verifiedNewcomer(page);
  await page.context().clearCookies();
  await signedInAsOperator(page);

  await page.goto("/admin/users");
  await page.getByRole("searchbox", { name: "Find users" }).fill(username);
  await page.getByRole("button", { name: "Find users" }).click();
  await page.locator("main").getByRole("link", { name: "Nora Lind" }).click();
  await page.getByLabel("Reason").fill("A try of the journey");
  await page.getByRole("button", { name: "Suspend Nora Lind" }).click();
  await expect(page.getByText("Nora Lind is suspended").first()).toBeVisible();
  expect((await mailTo(page, email, "suspended")).text).toContain("A try of the journey");

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.locator("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("This account is suspended.").first()).toBeVisible();
});

test("An operator waives one fee, returns another, vets a seller and refuses them", async ({ page }) => {
  const applicants: { username: string; email: string }[] = [];
  for (const pays of [false, true]) {
    const person = await verifiedNewcomer(page);
    applicants.push(person);
    await page.goto("/services/sell");
    await page
      .getByLabel("Bio")
      .fill("I repair old clocks, and I explain what I do to people who love them.");
    await page.getByLabel("Skills").fill("Clock repair, brass work");
    await page.getByLabel("Experience").fill("Twelve years at a workshop, then alone.");
    await page.getByRole("button", { name: "Submit and Continue to Payment ($50)" }).click();
    if (pays) {
      await pay(page);
      await expect(page.getByText("Your seller account is activated immediately.")).toBeVisible();
    } else await expect(page.getByLabel("Card number")).toBeVisible();
    await page.context().clearCookies();
  }
  const [waived, returned] = applicants;
  if (!waived || !returned) throw new Error("Nobody has applied");

  await page.context().clearCookies();
  await signedInAsOperator(page);
  const decide = async ({ username }: { username: string }, list: string, button: string) => {
    await page.goto("/admin/applications");
    await page.getByRole("link", { name: list, exact: true }).click();
    const panel = page.locator("section.panel").filter({ hasText: `@${username}` });
    await panel.getByLabel("Reason").fill("A try of the journey");
    await panel.getByRole("button", { name: button, exact: true }).click();
    await expect(page.locator("section.panel").filter({ hasText: `@${username}` })).toHaveCount(0);
  };
  await decide(waived, "Unpaid", "Waive the fee");
  expect((await mailTo(page, waived.email, "seller_activated")).subject).toBe(
    "Your seller account is active",
  );
  // What refunds is asked once more, on a page that names the sum.
  await page.goto("/admin/applications");
  await page
    .locator("section.panel")
    .filter({ hasText: `@${returned.username}` })
    .getByRole("link", { name: "Return the fee", exact: true })
    .click();
  await page.getByLabel("Reason").fill("A try of the journey");
  await page.getByRole("button", { name: "Yes, refund $50.00" }).click();
  expect((await mailTo(page, returned.email, "fee_returned")).text).toContain("A try of the journey");
  await decide(waived, "To be vetted", "Vet");
  await page.goto(`/@${waived.username}`);
  await expect(page.getByText("Vetted", { exact: true })).toBeVisible();
  await decide(waived, "Vetted", "Refuse");
  expect((await mailTo(page, waived.email, "seller_refused")).text).toContain("A try of the journey");

  await signedInAgain(page, waived.username);
  await page.goto("/services/sell");
  await expect(page.getByText("You can't sell here any more")).toBeVisible();
  await signedInAgain(page, returned.username);
  await page.goto("/services/sell");
  await expect(page.getByText("Your registration fee was returned")).toBeVisible();
});

test("A user reports a message and a review without a script, and the operator decides and reads the conversation", async ({
  page,
}) => {
  await signedIn(page, "buyer");
  await page.goto("/messages");
  await page.locator(".convos > a").first().click();
  const bubble = page.locator(".msg:not(.me)").last();
  const text = (await bubble.locator("p").first().textContent()) ?? "";
  await bubble.getByRole("link", { name: "Report this message" }).click();
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Choose a reason").first()).toBeVisible();
  await page.getByLabel("Reason").selectOption({ label: "Spam or advertising" });
  await page.getByLabel("What is wrong, in one sentence").fill("A try of the journey");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("You have already reported this message")).toBeVisible();

  await page.goto("/services/s/landing-page-design-in-figma-phone-layout-first#reviews");
  const review = page
    .locator("#reviews article")
    .filter({ has: page.locator("a.report") })
    .last();
  await review.getByRole("link", { name: "Report this review" }).click();
  await page.getByLabel("Reason").selectOption({ label: "Untrue or misleading" });
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("You have already reported this review")).toBeVisible();

  await page.context().clearCookies();
  await signedInAsOperator(page);
  await page.goto("/admin/reports");
  const entry = page.locator("section.panel").filter({ hasText: "A try of the journey" });
  await expect(entry.getByText(text)).toBeVisible();
  await entry.getByRole("link", { name: "Read the conversation" }).click();
  await page.getByLabel("Reason").fill("A try of the journey");
  await page.getByRole("button", { name: "Show the messages" }).click();
  await expect(page.locator("main").getByText(text)).toBeVisible();

  await page.goto("/admin/reports");
  await entry.getByLabel("Reason").fill("A try of the journey");
  await entry.getByRole("button", { name: "Keep the message" }).click();
  await expect(page.getByText("It was left as it is")).toBeVisible();
  const other = page.locator("section.panel").filter({ hasText: "Untrue or misleading" });
  await other.getByLabel("Reason").fill("A try of the journey");
  await other.getByRole("button", { name: "Keep the review" }).click();
  await expect(page.getByText("No open reports")).toBeVisible();
  expect((await mailTo(page, "buyer@handiwork.test", "report_decided")).text).toContain("left it as it is");
});
