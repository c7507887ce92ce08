import { expect, newDraft, signedIn, test } from "#tests/e2e/journey.ts";

test("A seller who leaves each step, comes back and is signed out while writing loses no text", async ({
  page,
  context,
}) => {
  await signedIn(page, "newseller");
  const draft = await newDraft(page, "Short");
  const typed = {
    overview: ["Tags", "brass, wood"],
    packages: ["Title", "A small clock"],
    description: ["Description", "Not much yet"],
    requirements: ["Question 1", "Which clock?"],
  } as const;
  for (const [step, [label, text]] of Object.entries(typed)) {
    await page.goto(draft + step);
    if (step === "requirements") await page.getByRole("button", { name: "Add a question" }).click();
    await page.getByLabel(label).first().fill(text);
    // Leaving by another step's button saves the typed text.
    await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Publish" }).click();
    await expect(page).toHaveURL(/\/publish/);
  }
  for (const [step, [label, text]] of Object.entries(typed)) {
    await page.goto(draft + step);
    await expect(page.getByLabel(label).first()).toHaveValue(text);
  }

  // On a narrow page, Tab never leaves a focused field behind the bar of buttons.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${draft}packages`);
  const bar = await page.locator(".stickybar").boundingBox();
  for (let at = 0; at < 40; at++) {
    await page.keyboard.press("Tab");
    const field = page.locator("main .in:focus");
    const box = (await field.count()) > 0 ? await field.boundingBox() : null;
    if (box) expect(box.y + box.height).toBeLessThanOrEqual(bar?.y ?? 0);
  }

  // The session ends while the seller writes.
  await page.goto(`${draft}description`);
  await context.clearCookies({ name: /session|access/ });
  await page.getByLabel("Description").fill("Written without a session");
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByLabel("Email").fill("newseller@handiwork.test");
  await page.getByLabel("Password").fill("handiwork-demo");
  await page.locator("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("Written without a session");
});
