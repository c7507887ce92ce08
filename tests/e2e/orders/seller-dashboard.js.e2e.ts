import type { Page } from "@playwright/test";
import { expect, signedIn, test } from "#tests/e2e/journey.ts";

test("A seller pauses a service; a second tab that does the same sees its current state, and resumes it", async ({
  page,
}) => {
  await signedIn(page, "seller2");
  const secondTab = await page.context().newPage();
  // Its oldest service, which no other journey opens.
  const line = (tab: Page) => tab.locator(".own-gigs > li").last();
  for (const tab of [page, secondTab]) {
    await tab.goto("/dashboard/services");
    await expect(line(tab)).toContainText("Active");
  }
  await line(page).getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused. It can't be ordered until you resume it")).toBeVisible();
  await expect(line(page)).toContainText("Paused");
  await expect(page).toHaveURL(/\/dashboard\/services$/);

  await line(secondTab).getByRole("button", { name: "Pause" }).click();
  await expect(secondTab.getByRole("alert")).toContainText("This service has changed: it is now paused");
  await line(secondTab).getByRole("button", { name: "Resume" }).click();
  await expect(line(secondTab)).toContainText("Active");
  await expect(secondTab.getByRole("alert")).toHaveCount(0);
  await secondTab.close();
});
