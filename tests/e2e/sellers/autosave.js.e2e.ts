import { expect, picture, signedIn, test, watch } from "#tests/e2e/journey.ts";

test("Text is saved while it is typed, also after a time offline; two windows can compare their texts", async ({
  browser,
}) => {
  // Without a connection the browser itself writes errors to the console, which `page` would count.
  const context = await browser.newContext();
  const page = await context.newPage();
  await signedIn(page, "newseller");
  await page.goto("/services/create");
  await page.getByLabel("Title").fill("I will restore clocks, in short");
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(page).toHaveURL(/\/packages/);
  await page.goto(page.url().replace("packages", "description"));

  await page.getByLabel("Description").fill("Typed before a tunnel");
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel("Description").fill("Typed in a tunnel");
  await expect(page.getByText(/You are offline\. Your text is kept/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Description")).toHaveValue("Typed in a tunnel");
  await page.getByLabel("Description").fill("Typed between two tunnels");
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();

  // A tab that was closed while offline passes its text to the next one.
  await context.setOffline(true);
  await page.getByLabel("Description").fill("Typed in a tunnel, and closed there");
  await expect(page.getByText(/You are offline/)).toBeVisible();
  const address = page.url();
  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  const errors = watch(later);
  await later.goto(address);
  await expect(later.getByLabel("Description")).toHaveValue("Typed in a tunnel, and closed there");
  // The closing tab may have sent it after all. Then the next one has nothing to save.
  await expect
    .poll(async () => (await context.request.get(address)).text())
    .toContain("Typed in a tunnel, and closed there");

  // Two windows write the same step: the later one sees both texts, and chooses.
  const other = await context.newPage();
  await other.goto(address);
  await other.getByLabel("Description").fill("From the other window");
  await expect(other.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await later.getByLabel("Description").fill("From this window");
  await expect(later.getByText("This was changed in another window.")).toBeInViewport();
  await later.getByRole("button", { name: "Compare both texts" }).click();
  await expect(later.getByText("From the other window")).toBeVisible();
  await later.getByRole("button", { name: "Keep mine" }).click();
  await expect(later.getByLabel("Description")).toHaveValue("From this window");

  // The page sends a picture again if it did not arrive. Then it is no longer said to be missing.
  await later.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Gallery" }).click();
  await expect(later).toHaveURL(/\/gallery/);
  // Before the scripts have started, "Save draft" loads the page and says "Draft saved" instead.
  await expect(later.getByRole("button", { name: "Upload" })).toHaveCount(0);
  await later.getByRole("button", { name: "Save draft" }).click();
  await expect(later.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await later.reload();
  const missing = later.getByText("Add at least one picture");
  await expect(missing.first()).toBeVisible();
  await expect(later.getByRole("button", { name: "Upload" })).toHaveCount(0);
  await context.setOffline(true);
  await later.getByLabel(/^Add pictures/).setInputFiles(picture("clock.png", [40, 60, 170]));
  await expect(later.getByRole("progressbar")).toBeVisible();
  await context.setOffline(false);
  await expect(later.getByRole("img", { name: "Picture 1" })).toBeVisible();
  await expect(missing).toHaveCount(0);

  // A step that is left while a picture is on its way waits for it.
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await later.route("**/pictures", async (route) => {
    await arrival;
    await route.continue();
  });
  await later.getByLabel(/^Add pictures/).setInputFiles(picture("face.png", [170, 60, 40]));
  await expect(later.getByRole("progressbar")).toBeVisible();
  // Closing or loading the page would end it, so the browser asks.
  const [question] = await Promise.all([
    later.waitForEvent("dialog"),
    later.evaluate(() => setTimeout(() => location.reload())),
  ]);
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await later.getByRole("button", { name: "Save and continue" }).click();
  await expect(later.getByText("This will be sent when the upload finishes.")).toBeInViewport();
  arrive();
  await expect(later).toHaveURL(/\/publish/);
  await later.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Gallery" }).click();
  await expect(later.getByRole("img", { name: "Picture 2" })).toBeVisible();
  expect(errors.filter((error) => !/409|ERR_INTERNET_DISCONNECTED/.test(error))).toEqual([]);
  await context.close();
});
