import { expect, test } from "#tests/e2e/journey.ts";

test("An error that no one catches is told in a toast and reported with the request's id; an aborted one is not", async ({
  browser,
}) => {
  // Not the watched page of other journeys: here an error is wanted.
  const page = await browser.newPage();
  const reports: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/client-errors") reports.push(request.postData() ?? "");
  });
  await page.route("**/assets/faulty.js", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `Promise.reject(new DOMException("aborted", "AbortError"));
        setTimeout(() => { throw new Error("made by the test"); }, 100);
        setTimeout(() => { Promise.reject(new Error("made by the test, too")); }, 200);`,
    }),
  );
  const answer = await page.goto("/help");
  const id = /desc=([\w-]+)/.exec(answer?.headers()["server-timing"] ?? "")?.[1] ?? "none";
  await page.mouse.move(10, 10);
  await page.waitForFunction(() => !document.documentElement.hasAttribute("data-waiting"));
  const answered = page.waitForResponse("**/client-errors");
  await page.addScriptTag({ url: "/assets/faulty.js" });
  await expect(page.getByText("Something went wrong. We're working on it!")).toBeVisible();
  expect((await answered).status()).toBe(204);
  expect(reports).toHaveLength(1);
  expect(reports[0]).toContain("made by the test");
  expect(reports[0]).toContain("/assets/faulty.js:2");
  expect(reports[0]).toContain(id);
  await page.close();
});
