import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { origin, Page, visitor } from "../../support/visitor.ts";

// The database cannot say who sends a form (docs/specification.md#request-errors).
const unknown = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('from "sessions"')) });
const note = "A note that must not be lost";

async function sender() {
  expectErrorLog("viewer unknown");
  const ann = await visitor.signedIn();
  ann.send = unknown;
  return ann;
}

it("The form comes back without scripts, which would look for the page of its address, and is not stored", async () => {
  const ann = await sender();
  const page = await ann.submit("/profile/replies", { content: note, id: "an-id" });
  expect([page.status, page.title, page.field("content"), page.field("id")]).toEqual([
    503,
    "Please try again in a moment | Handiwork",
    note,
    "an-id",
  ]);
  expect(page.html).not.toMatch(/<script[^>]*(src=|type="(text\/boot|module)")/);
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  expect(ann.cookie("session")).toBeDefined();
});

it("A script that sends a form gets it as data of its page", async () => {
  const ann = await sender();
  const body = new URLSearchParams({ content: note });
  const answer = await ann.fetch("/profile/replies.data", {
    method: "POST",
    body,
    headers: { Origin: origin },
  });
  const { status, html } = await Page.of(answer);
  expect([status, answer.headers.get("X-Remix-Response")]).toEqual([503, "yes"]);
  expect(html).toContain(note);
});

it("Passwords and codes do not come back", async () => {
  const ann = await sender();
  const page = await ann.submit("/profile/email", {
    email: "new@example.test",
    password: "a long secret",
    code: "123456",
  });
  expect(page.field("email")).toBe("new@example.test");
  expect(page.html).not.toMatch(/a long secret|\b123456\b/);
});

it("A call of a script that has no page gets the small page, and a function gets JSON", async () => {
  const ann = await sender();
  const call = await ann.submit("/messages/send", { content: note });
  expect([call.status, call.html.includes(note)]).toEqual([503, false]);
  const buy = await ann.submit("/functions/create-payment", {});
  expect([buy.status, JSON.parse(buy.html).error.message]).toEqual([503, expect.stringMatching(/try again/)]);
});

it("No one can send a form to the action that gives forms back", async () => {
  const ann = await visitor.signedIn();
  for (const path of ["/unsent", "/unsent.data"]) {
    const page = await ann.submit(path, { content: note });
    expect([path, page.status, page.html.includes(note)]).toEqual([path, 404, false]);
  }
});
