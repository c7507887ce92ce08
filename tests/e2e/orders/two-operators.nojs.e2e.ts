import type { Page } from "@playwright/test";
import {
  expect,
  freshCode,
  giveCode,
  mailTo,
  password,
  pay,
  retrying,
  service,
  signedInAsOperator,
  test,
  verifiedNewcomer,
  watch,
} from "#tests/e2e/journey.ts";
import { startOwn } from "../../support/stack/stack.ts";

// Runs only without scripts: the console's forms need none.

const week = 7 * 86_400;
const because = "A try of the journey";

test("On phones one operator makes another, sets a sum, and a refund above it waits until the other confirms it", async ({
  browser,
}) => {
  // The sum holds for all orders, and a new operator confirms nothing for a week: this journey has its own
  // product, whose settings and clock no other journey sees.
  const stack = await startOwn();
  try {
    const errors: string[][] = [];
    const phone = async (): Promise<Page> => {
      const page = await browser.newPage({
        baseURL: stack.url,
        viewport: { width: 360, height: 800 },
        javaScriptEnabled: false,
      });
      errors.push(watch(page));
      return page;
    };
    const [first, second, buyer] = [await phone(), await phone(), await phone()];

    const ida = await verifiedNewcomer(second);
    await second.goto("/profile/factors");
    await second.getByRole("button", { name: "Add an authenticator app" }).click();
    const secret = ((await second.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await giveCode(second, await freshCode(second, secret), "Turn it on");
    await expect(second.getByRole("heading", { name: "Recovery codes" })).toBeVisible();

    await signedInAsOperator(first);
    await first.goto("/admin/operators");
    await first.getByLabel("Email address or username").fill(ida.email);
    await first.getByRole("button", { name: "Continue" }).click();
    await first.getByLabel("Reason").fill(because);
    await first.getByRole("button", { name: "Give the role" }).click();
    await expect(first.getByRole("row").filter({ hasText: ida.email })).toBeVisible();
    expect((await mailTo(first, ida.email, "operator_added")).text).toContain(because);

    const advanced = await first.request.post("/dev/clock", { data: { advance: week }, ...retrying });
    expect(advanced.ok()).toBe(true);
    const { email } = await verifiedNewcomer(buyer);
    await buyer.goto(service);
    await buyer.getByRole("button", { name: "Order Now ($220)" }).first().click();
    await pay(buyer);
    await buyer.getByRole("link", { name: /^(See your order|Answer \d questions?)$/ }).click();
    await expect(buyer.getByText("Paid", { exact: true }).first()).toBeVisible();
    const order = new URL(buyer.url()).pathname.split("/")[2] ?? "";

    await first.context().clearCookies();
    await signedInAsOperator(first);
    await first.goto("/admin/settings");
    const sum = first.locator("#second_operator");
    await sum.getByText("Change", { exact: true }).click();
    await sum.getByLabel("New value").fill("100");
    await sum.getByLabel("Reason").fill(because);
    await sum.getByRole("button", { name: "Change second operator" }).click();
    await expect(sum).toContainText("Above $100");

    await first.goto(`/admin/orders/${order}`);
    await first.getByRole("heading", { name: "Refund an amount" }).click();
    await first.getByLabel("Amount").fill("150");
    await first.getByRole("button", { name: "Preview the refund" }).click();
    const refund = first.locator("form").filter({ has: first.locator("#refund-reason") });
    await refund.getByLabel("Reason").fill(because);
    await refund.getByRole("button", { name: "Refund $150.00" }).click();
    await expect(first.getByText("Waiting for a second operator: Refund $150.00").first()).toBeVisible();
    // Its own operator can only withdraw it, and the buyer's page knows nothing about it.
    await first.goto("/admin/approvals");
    const row = first.getByRole("row").filter({ hasText: "Refund $150.00" });
    await row.getByText("Decide", { exact: true }).last().click();
    await expect(row.getByRole("button")).toHaveText("Withdraw");
    await buyer.reload();
    await expect(buyer.locator("main")).not.toContainText("$150.00");

    await second.context().clearCookies();
    await second.goto("/sign-in?redirectTo=%2Fadmin%2Fapprovals");
    await second.getByLabel("Email").fill(ida.email);
    await second.getByLabel("Password").fill(password);
    await second.locator("main").getByRole("button", { name: "Sign In" }).click();
    await giveCode(second, await freshCode(second, secret), "Continue");
    const proposal = second.getByRole("row").filter({ hasText: "Refund $150.00" });
    await expect(proposal).toContainText(because);
    await proposal.getByText("Decide", { exact: true }).last().click();
    await proposal.getByLabel("Reason").fill("I agree with it");
    await proposal.getByRole("button", { name: "Confirm: Refund $150.00" }).click();
    await expect(second.getByText("Nothing is waiting for a second operator")).toBeVisible();
    expect((await mailTo(buyer, email, "refunded")).text).toContain("$150.00");
    await expect(async () => {
      await buyer.reload();
      await expect(buyer.locator("main")).toContainText("$150.00", { timeout: 500 });
    }).toPass();
    for (const page of [first, second, buyer])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(errors.flat()).toEqual([]);
  } finally {
    await stack.stop();
  }
});
