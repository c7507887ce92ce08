import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import {
  expect,
  newConversation,
  picture,
  retrying,
  signedIn,
  test,
  watch,
  withPictures,
} from "#tests/e2e/journey.ts";

test.use(withPictures);

// Without scripts files are part of the message's form: tests/conversations/message-files.test.ts.

const pdf = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(`%PDF-1.7 ${name}`),
});

const live = "html[data-live=open]:not([data-waiting])";

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
}) => {
  await newConversation(page);
  const stamp = Date.now();
  const [plan, draft] = [`plan-${stamp}.pdf`, `draft-${stamp}.png`];
  const text = `The files ${stamp}`;
  await expect(page.locator(live)).toBeVisible();
  await page.getByPlaceholder("Type a message...").fill(text);
  const fake = { name: "fake.pdf", mimeType: "application/pdf", buffer: Buffer.from("MZ") };
  await page
    .getByLabel("Attach files")
    .setInputFiles([pdf(plan), { ...picture(draft, [200, 60, 40]), name: draft }, fake]);
  await expect(page.getByText("“fake.pdf” can't be sent.")).toBeVisible();
  const files = page.getByRole("list", { name: "Files" });
  await expect(files.getByText(plan, { exact: true })).toBeVisible();
  await expect(files.getByText(draft, { exact: true })).toBeVisible();
  await expect(page.getByPlaceholder("Type a message...")).toHaveValue(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const stopped = page.getByText("Not sent yet, because a file failed.");
  await expect(stopped).toBeVisible();
  // Discarding it does not send the rest: another file may take its place.
  await page.getByRole("button", { name: "Discard fake.pdf" }).click();
  await expect(stopped).toBeHidden();
  await expect(page.getByPlaceholder("Type a message...")).toHaveValue(text);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("log").locator(".msg").filter({ hasText: text }).getByText(plan)).toBeVisible();
  await expect(files).toHaveCount(0);

  const seller = await browser.newPage();
  const errors = watch(seller);
  await signedIn(seller, "seller");
  await seller.goto(page.url());
  expect(await downloaded(seller, plan)).toBe(`%PDF-1.7 ${plan}`);
  const preview = seller.getByRole("link", { name: draft }).locator("img");
  await preview.scrollIntoViewIfNeeded();
  await expect(preview).toBeVisible();
  await expect(preview).toHaveJSProperty("naturalWidth", 320);
  await seller.close();
  expect(errors).toEqual([]);
});

test("A file whose upload is cut off is sent again before its message; both arrive once", async ({
  browser,
}) => {
  // In its own context: a lost connection logs console errors.
  const context = await browser.newContext();
  const page = await context.newPage();
  await newConversation(page);
  await expect(page.locator(live)).toBeVisible();
  let attempts = 0;
  await page.route("**/files?*", async (route) => {
    attempts++;
    // At first there is no connection; then the file arrives, and its answer is lost.
    if (attempts === 2) await route.fetch(retrying);
    if (attempts < 3) await route.abort();
    else await route.continue();
  });
  const name = `cut-${Date.now()}.txt`;
  await page
    .getByLabel("Attach files")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
  const text = `With a file ${Date.now()}`;
  await page.getByPlaceholder("Type a message...").fill(text);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expect(page.getByText("This will be sent when the upload finishes.")).toBeVisible();
  const sent = page.getByRole("log").locator(".msg").filter({ hasText: text });
  await expect(sent).toHaveCount(0);
  await expect(sent.getByRole("link", { name })).toBeVisible();
  await expect(sent).toHaveCount(1);
  expect(attempts).toBe(3);
  await expect(page.getByPlaceholder("Type a message...")).toHaveValue("");
  await page.reload();
  await expect(page.getByRole("log").getByRole("link", { name })).toHaveCount(1);
  await context.close();
});
