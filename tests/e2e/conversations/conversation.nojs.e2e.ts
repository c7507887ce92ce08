// With scripts: live.js.e2e.ts.
import { expect, service, signedIn, test, watch } from "#tests/e2e/journey.ts";

test("Two users exchange a message; the recipient sees it, and the sender sees that it was read, on the next page view", async ({
  page,
  browser,
}) => {
  await signedIn(page, "buyer2");
  await page.goto(service);
  await page.getByRole("link", { name: "Message seller" }).click();
  await expect(page).toHaveURL(/conversation=/);
  const text = `Do you also draw icons? ${Date.now()}`;
  await page.getByPlaceholder("Type a message...").fill(text);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("log").getByText(text)).toBeVisible();
  await expect(page.getByPlaceholder("Type a message...")).toHaveValue("");

  const seller = await browser.newPage({ javaScriptEnabled: false });
  const errors = watch(seller);
  await signedIn(seller, "seller");
  await seller.goto(page.url());
  await expect(seller.getByRole("log").getByText(text)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("log").getByText("Read").last()).toBeVisible();
  await seller.close();
  expect(errors).toEqual([]);
});
