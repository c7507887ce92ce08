import { expect, mailTo, signedInAsOperator, test, watch } from "#tests/e2e/journey.ts";

// Without scripts these forms are plain requests: tests/contact/ and tests/admin/tickets/.

test("A visitor asks, an operator answers, and the visitor replies through the link in the email", async ({
  page,
  browser,
}) => {
  const email = `ines-${Date.now().toString(36)}@example.test`;
  await page.goto("/help");
  await page.locator("main").getByRole("link", { name: "Contact" }).first().click();
  await page.getByLabel("My data", { exact: false }).check();
  await page.getByLabel("Your name").fill("Ines Moreau");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Your message").fill("Which data of mine do you keep,\nand for how long?");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const thanks = page.getByText(`We'll answer to ${email}.`);
  await expect(thanks).toBeVisible();
  const code = /HW-\d{4}-\d{6}/.exec((await thanks.textContent()) ?? "")?.[0] ?? "";
  expect((await mailTo(page, email, "ticket_received")).text).toContain("and for how long?");

  const operator = await browser.newPage();
  const errors = watch(operator);
  await signedInAsOperator(operator);
  await operator.goto("/admin/tickets");
  await operator.getByLabel("Number, person or order").fill(code.toLowerCase());
  await operator.locator("main").getByRole("button", { name: "Search" }).click();
  await operator.getByRole("link", { name: code }).click();
  await operator.getByRole("heading", { name: "Answer", exact: true }).click();
  await operator.getByLabel("Template").selectOption("Data request");
  await operator.getByRole("button", { name: "Insert it" }).click();
  await expect(operator.getByLabel("Your answer")).toHaveValue(/^Hello Ines Moreau,/);
  await operator.getByRole("button", { name: "Send the answer" }).click();
  await expect(operator.getByText("The answer was sent")).toBeVisible();

  const answer = await mailTo(page, email, "ticket_answered");
  await page.goto(/https?:\S+\/contact\/requests\/\S+/.exec(answer.text)?.[0] ?? "");
  await expect(page.getByText("Handiwork answered")).toBeVisible();
  await page.getByLabel("Your reply").fill("Thank you, I have found it.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText("Your reply was sent")).toBeVisible();
  await expect(page.getByLabel("Your reply")).toHaveValue("");
  await operator.reload();
  await expect(operator.getByText("Thank you, I have found it.")).toBeVisible();
  // A reply written in the meantime is on the page, with or without scripts, before anything is closed.
  await operator.getByRole("heading", { name: "Answer", exact: true }).click();
  await operator.getByLabel("Your answer").fill("You are welcome, Ines.");
  await operator.getByRole("button", { name: "Send the answer" }).click();
  await expect(operator.getByText("The answer was sent")).toBeVisible();
  await page.getByLabel("Your reply").fill("Solved.");
  await page.getByRole("button", { name: "Close this request" }).click();
  await expect(page.getByText("There is a new message.").first()).toBeVisible();
  await expect(page.getByText("You are welcome, Ines.")).toBeVisible();
  await expect(page.getByLabel("Your reply")).toHaveValue("Solved.");
  await page.getByRole("button", { name: "Close this request" }).click();
  await expect(page.getByText("The request is closed")).toBeVisible();
  await operator.close();
  expect(errors).toEqual([]);
});
