import { expect, test } from "#tests/e2e/journey.ts";

// Without scripts these links and forms are plain requests: tests/help/.

test("A visitor reads the help centre, finds a question, follows its link and says that it helped", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name: "Help centre" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Help centre");
  await page.getByRole("link", { name: "For Sellers" }).click();
  await expect(page).toHaveURL("/help?tab=sellers");
  await page.getByText("What fees does Handiwork take from my sales?").click();
  await expect(page.getByText("On orders placed today the fee is 0%.")).toBeVisible();

  await page.getByRole("link", { name: "See all questions" }).click();
  // Both pages have this search box. Text typed before the next page has loaded would be lost.
  await expect(page).toHaveURL("/faq");
  const search = page.getByRole("search", { name: "Search the questions" });
  await search.getByLabel("Search the questions").fill("unfair review");
  await search.getByRole("button", { name: "Search" }).click();
  await expect(
    page.getByRole("heading", { level: 2, name: /question.* about “unfair review”/ }),
  ).toBeVisible();
  await expect(page.locator("mark").first()).toHaveText(/unfair/i);
  await page.getByRole("link", { name: "Link to this answer" }).first().click();
  await expect(page).toHaveURL(/\/faq\?open=([\w-]+)#\1$/);
  const answer = page.getByText("Reply once, calmly, with facts");
  await expect(answer).toBeVisible();
  await page.getByRole("button", { name: "Yes" }).filter({ visible: true }).click();
  await expect(page.getByText("Thank you for telling us.")).toBeVisible();
  await expect(answer).toBeVisible();

  await search.getByLabel("Search the questions").fill("zeppelin");
  await search.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("Nothing found")).toBeVisible();
});

test("The address of an answer opens it, all answers can be printed, and the terms link to their sections", async ({
  page,
}) => {
  await page.goto("/faq#when-do-i-get-paid");
  await expect(page.getByText("The buyer pays before you begin")).toBeInViewport();
  const closed = page.getByText("They are three sizes of the same service");
  await expect(closed).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(closed).toBeVisible();
  await expect(page.getByRole("button", { name: "Yes" }).first()).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.goto("/terms");
  await page.getByRole("link", { name: "8. Cancellation and refunds" }).click();
  await expect(page.getByRole("heading", { name: "8. Cancellation and refunds" })).toBeInViewport();
  await page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
});
