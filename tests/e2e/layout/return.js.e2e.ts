import { expect, signedIn, test } from "#tests/e2e/journey.ts";

test("Orders, dashboard and messages read their data again when their tab becomes visible, and keep what is typed", async ({
  page,
}) => {
  await signedIn(page, "buyer");
  for (const path of ["/orders", "/dashboard", "/messages?conversation="]) {
    await page.goto(path.endsWith("=") ? "/messages" : path);
    if (path.endsWith("=")) {
      await expect(page).toHaveURL(/conversation=/);
      await page.getByPlaceholder("Type a message...").fill("Half a sentence");
    }
    let read = 0;
    page.on("response", (answer) => {
      if (new URL(answer.url()).pathname.endsWith(".data") && answer.ok()) read++;
    });
    // The page listens once its scripts have started, and nothing on the screen says when.
    await expect
      .poll(async () => {
        await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
        return read;
      })
      .toBeGreaterThan(0);
  }
  await expect(page.getByPlaceholder("Type a message...")).toHaveValue("Half a sentence");
});
