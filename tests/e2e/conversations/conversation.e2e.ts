import { expect, signIn, test, watch } from "#tests/e2e/journey.ts";

test("two people talk, each seeing the other's message on the next view", async ({ page, browser }, info) => {
  await signIn(page, "buyer2");
  await page.goto("/services/s/landing-page-design-in-figma-phone-layout-first");
  await page.getByRole("link", { name: "Message seller" }).click();
  await expect(page).toHaveURL(/conversation=/);
  const words = `Do you also draw icons? ${Date.now()}`;
  await page.getByPlaceholder("Type a message...").fill(words);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("log").getByText(words)).toBeVisible();
  await expect(page.getByPlaceholder("Type a message...")).toHaveValue("");

  const seller = await browser.newPage({ javaScriptEnabled: info.project.name === "js" });
  const errors = watch(seller);
  await signIn(seller, "seller");
  await seller.goto(page.url());
  await expect(seller.getByRole("log").getByText(words)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("log").getByText("Read").last()).toBeVisible();
  await seller.close();
  expect(errors).toEqual([]);
});
