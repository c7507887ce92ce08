import { expect, retrying, test } from "#tests/e2e/journey.ts";

// The states of its sections: home.js.e2e.ts. Without scripts: tests/home/.

test("Every link of the home page works, and 'See all services' opens the search", async ({ page }) => {
  await page.goto("/");
  const links = await page
    .locator("a[href]")
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).getAttribute("href") ?? ""));
  const ours = [...new Set(links)].filter((href) => href.startsWith("/"));
  expect(ours.length).toBeGreaterThan(30);
  const dead: string[] = [];
  for (const href of ours) {
    const answer = await page.request.get(href, retrying);
    if (!answer.ok()) dead.push(`${answer.status()} ${href}`);
  }
  expect(dead).toEqual([]);
  await page.getByRole("link", { name: "See all services" }).click();
  await expect(page).toHaveURL(/\/search$/);
});

test("The film can be paused by pointer and by keyboard; a phone plays it too", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  const film = page.locator(".hero video");
  await expect(film).toBeVisible();
  const pause = page.getByLabel("Pause video");
  const box = await page.locator(".pause").boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await pause.focus();
  await page.keyboard.press("Space");
  await expect(film).toBeHidden();
  await expect(page.getByRole("img", { name: "Paper-cut hands" })).toBeVisible();
  await page.getByText("Pause video").click();
  await expect(film).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await expect(film).toBeVisible();
  await expect(pause).toBeVisible();
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentSrc)).toContain("/hero");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(film).toBeHidden();
});
