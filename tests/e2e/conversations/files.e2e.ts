import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, picture, service, signedIn, test, verifiedNewcomer, watch } from "#tests/e2e/journey.ts";

const pdf = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(`%PDF-1.7 ${name}`),
});

/** Opens a conversation in which no other journey writes. */
async function openThread(page: Page) {
  await verifiedNewcomer(page);
  await page.goto(service);
  await page.getByRole("link", { name: "Message seller" }).click();
  await expect(page).toHaveURL(/conversation=/);
}

/** What a page downloads by a link. */
async function downloaded(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("log").getByRole("link", { name }).first().click(),
  ]);
  return readFileSync(await download.path(), "utf8");
}

test("Files are sent with a message; a refused one is named, and the text and the others stay", async ({
  page,
  browser,
}, info) => {
  const isLive = info.project.name === "js";
  await openThread(page);
  const stamp = Date.now();
  const [plan, draft] = [`plan-${stamp}.pdf`, `draft-${stamp}.png`];
  const text = `The files ${stamp}`;
  if (isLive) await expect(page.locator("html[data-live=open]:not([data-waiting])")).toBeVisible();
  await page.getByPlaceholder("Type a message...").fill(text);
  const fake = { name: "fake.pdf", mimeType: "application/pdf", buffer: Buffer.from("MZ") };
  await page
    .getByLabel("Attach files")
    .setInputFiles([pdf(plan), { ...picture(draft, [200, 60, 40]), name: draft }, fake]);
  if (!isLive) await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("“fake.pdf” can't be sent.")).toBeVisible();
  const files = page.getByRole("list", { name: "Files" });
  await expect(files.getByText(plan, { exact: true })).toBeVisible();
  await expect(files.getByText(draft, { exact: true })).toBeVisible();
  await expect(page.getByPlaceholder("Type a message...")).toHaveValue(text);
  if (isLive) await page.getByRole("button", { name: "Discard fake.pdf" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("log").locator(".msg").filter({ hasText: text }).getByText(plan)).toBeVisible();
  await expect(files).toHaveCount(0);

  const seller = await browser.newPage({ javaScriptEnabled: isLive });
  const errors = watch(seller);
  await signedIn(seller, "seller");
  await seller.goto(page.url());
  expect(await downloaded(seller, plan)).toBe(`%PDF-1.7 ${plan}`);
  const preview = seller.getByRole("link", { name: draft }).locator("img");
  await preview.scrollIntoViewIfNeeded();
  await expect(preview).toBeVisible();
  if (isLive) await expect(preview).toHaveJSProperty("naturalWidth", 320);
  await seller.close();
  expect(errors).toEqual([]);
});
