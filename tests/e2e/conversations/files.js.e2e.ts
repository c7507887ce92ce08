import { expect, retrying, service, test, verifiedNewcomer } from "#tests/e2e/journey.ts";

test("A file whose upload is cut off is sent again before its message; both arrive once", async ({
  browser,
}) => {
  // In its own context: a lost connection logs console errors.
  const context = await browser.newContext();
  const page = await context.newPage();
  await verifiedNewcomer(page);
  await page.goto(service);
  await page.getByRole("link", { name: "Message seller" }).click();
  await expect(page.locator("html[data-live=open]:not([data-waiting])")).toBeVisible();
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
