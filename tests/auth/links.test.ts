import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { accountEvents, accountLinks, outbox, users } from "#drizzle/schema.ts";
import { accountOf, countAliveSessions } from "../support/accounts/passwords.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

// Every sign-up hashes a password, which is slow on purpose.
vi.setConfig({ testTimeout: 30_000 });

let count = 0;

/** Signs up a new user. @returns the user, and the path of the link in their email */
async function newcomer(fields: { redirectTo?: string } = {}) {
  const name = `newcomer-${++count}`;
  const email = `${name}@example.test`;
  const form = { fullName: "A Newcomer", username: name, email, password: "bread and salt", ...fields };
  expect((await visitor.signedOut().submit("/sign-up", form)).status).toBe(303);
  const [mail] = await mailsTo(email);
  const [row] = await db.select().from(users).where(eq(users.email, email));
  if (!row) throw new Error("The sign-up failed");
  return { id: row.id, email, link: linkIn(mail) };
}

/** Presses the button of the page that the link opens. */
const press = (link: string, user: Visitor = visitor.signedOut()) =>
  user.submit(link, { token: link.split("=")[1], intent: "verify" });

const expire = (user: { id: string }) =>
  db
    .update(accountLinks)
    .set({ expiresAt: Date.now() - 1 })
    .where(eq(accountLinks.userId, user.id));

describe("the verify link", () => {
  it("The email greets without a name, because a stranger may have entered the name for this address", async () => {
    const { email } = await newcomer();
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain("Hi there,");
    expect(mail?.text).not.toContain("Newcomer");
  });

  it("Opening it changes nothing, because mail programs open links; the button works without scripts", async () => {
    const user = await newcomer();
    for (const method of ["GET", "HEAD"]) await visitor.signedOut().fetch(user.link, { method });
    const page = await visitor.signedOut().get(user.link);
    expect([page.status, page.text.includes(user.email)]).toEqual([200, true]);
    expect(page.html).toMatch(/<form method="post"[^>]*>/);
    expect(page.field("token")).toBe(user.link.split("=")[1]);
    expect((await accountOf(user)).emailVerifiedAt).toBeNull();
    expect(await db.select().from(accountEvents).where(eq(accountEvents.userId, user.id))).toHaveLength(0);
    expect((await press(user.link)).location).toBe("/");
    expect((await accountOf(user)).emailVerifiedAt).toBeTruthy();
  });

  it("Works for 24 hours, in any browser, signs in and records an event", async () => {
    const user = await newcomer();
    const [row] = await db.select().from(accountLinks).where(eq(accountLinks.userId, user.id));
    expect([row?.kind, row?.email]).toEqual(["verify", user.email]);
    expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(24 * 3600 * 1000);
    const browser = visitor.signedOut();
    expect((await press(user.link, browser)).status).toBe(303);
    const page = await browser.open("/orders");
    expect([page.status, page.text.includes("Your email address is verified.")]).toEqual([200, true]);
    expect((await accountOf(user)).emailVerifiedAt).toBeTruthy();
    const events = await db.select().from(accountEvents).where(eq(accountEvents.userId, user.id));
    expect(events.map(({ kind, linkId }) => [kind, linkId])).toEqual([["verified", row?.id]]);
  });

  it("Signs no one in where someone else is signed in, or into a suspended account", async () => {
    const user = await newcomer();
    const other = await visitor.signedIn();
    const before = other.cookie("session");
    expect((await press(user.link, other)).location).toBe("/");
    expect(other.cookie("session")).toBe(before);
    expect((await accountOf(user)).emailVerifiedAt).toBeTruthy();
    const suspended = await newcomer();
    await db.update(users).set({ suspendedAt: Date.now() }).where(eq(users.id, suspended.id));
    expect((await press(suspended.link)).location).toContain("/sign-in");
    expect(await countAliveSessions(suspended)).toBe(0);
  });

  it("A second link for a verified address signs no one in", async () => {
    const user = await newcomer();
    await db.update(users).set({ emailVerifiedAt: Date.now() }).where(eq(users.id, user.id));
    for (const page of [await visitor.signedOut().get(user.link), await press(user.link)]) {
      expect(page.status).toBe(410);
      expect(page.text).toContain("Your email address is already verified");
    }
    expect(await countAliveSessions(user)).toBe(0);
  });

  it("Continues to where the user wanted to go, and never to another site", async () => {
    for (const [redirectTo, location] of [
      ["/services/s/a-bound-book?package=pro", "/services/s/a-bound-book?package=pro"],
      ["//evil.example/x", "/"],
      ["https://evil.example/", "/"],
      [`/${"x".repeat(2000)}`, "/"],
    ]) {
      const user = await newcomer({ redirectTo });
      expect((await press(user.link)).location).toBe(location);
    }
    const path = "/sign-in?redirectTo=%2Forders";
    expect((await visitor.signedOut().get(path)).links).toContain("/sign-up?redirectTo=%2Forders");
    expect((await visitor.signedOut().get("/sign-up?redirectTo=%2Forders")).field("redirectTo")).toBe(
      "/orders",
    );
  });

  it("Works once: when it is opened again, the page says that the address is verified", async () => {
    const user = await newcomer();
    await press(user.link);
    for (const again of [await visitor.signedOut().get(user.link), await press(user.link)]) {
      expect(again.status).toBe(410);
      expect(again.text).toContain("Your email address is already verified");
    }
    expect(await db.select().from(accountEvents).where(eq(accountEvents.userId, user.id))).toHaveLength(1);
  });

  it("Ten parallel requests consume it once", async () => {
    const user = await newcomer();
    const pages = await Promise.all(Array.from({ length: 10 }, () => press(user.link)));
    expect(pages.map((page) => page.status).toSorted()).toEqual([303, ...Array(9).fill(410)]);
    expect(await db.select().from(accountEvents).where(eq(accountEvents.userId, user.id))).toHaveLength(1);
    expect(await countAliveSessions(user)).toBe(1);
  });

  it("After 24 hours it does not verify, and the page offers a new link", async () => {
    const user = await newcomer();
    await expire(user);
    const page = await press(user.link);
    expect(page.status).toBe(410);
    expect(page.text).toContain("This link no longer works");
    expect(page.links).toContain("/verify");
    expect((await accountOf(user)).emailVerifiedAt).toBeNull();
  });

  it("A token that was changed in any part is refused", async () => {
    const user = await newcomer();
    const token = user.link.split("=")[1] ?? "";
    const [id = "", signature = ""] = token.split(".");
    const [row] = await db.select().from(accountLinks).where(eq(accountLinks.userId, user.id));
    expect(id).toBe(row?.id);
    const other = await newcomer();
    const [otherId = ""] = (other.link.split("=")[1] ?? "").split(".");
    for (const changed of [
      "",
      "x",
      id,
      `${id}.`,
      `${id}.${"A".repeat(43)}`,
      `${otherId}.${signature}`,
      `${crypto.randomUUID()}.${signature}`,
      `${id}.${signature.toLowerCase()}x`,
      `${token}x`,
    ]) {
      const page = await visitor.signedOut().get(`/verify?token=${changed}`);
      expect([changed, page.status]).toEqual([changed, 400]);
      expect(page.text).toContain("This link does not work");
    }
    expect((await accountOf(user)).emailVerifiedAt).toBeNull();
  });

  it("A verify link does not reset a password, and its token is invalid for another kind", async () => {
    const user = await newcomer();
    const token = user.link.split("=")[1];
    const reset = await visitor.signedOut().submit("/reset-password", { token, password: "another word" });
    expect(reset.location).toContain("/verify?token=");
    await db.update(accountLinks).set({ kind: "reset" }).where(eq(accountLinks.userId, user.id));
    const page = await visitor.signedOut().submit("/reset-password", { token, password: "another word" });
    expect(page.status).toBe(400);
  });

  it("Does not verify an address that the account no longer has", async () => {
    const user = await newcomer();
    await db
      .update(users)
      .set({ email: `moved-${user.email}` })
      .where(eq(users.id, user.id));
    const page = await press(user.link);
    expect(page.status).toBe(410);
    expect((await accountOf(user)).emailVerifiedAt).toBeNull();
  });
});

describe("a new verify link", () => {
  it("Every page links an unverified user to the page that sends it", async () => {
    const ann = await visitor.signedIn({ verified: false });
    for (const path of ["/", "/messages", "/categories"])
      expect((await ann.get(path)).links, path).toContain("/verify");
    const bob = await visitor.signedIn();
    expect((await bob.get("/")).links).not.toContain("/verify");
    const page = await ann.get("/verify");
    expect(page.text).toContain(`The link is in the email we sent to ${ann.email}`);
    expect((await bob.get("/verify?redirectTo=/orders")).location).toBe("/orders");
    expect((await visitor.signedOut().get("/verify")).location).toContain("/sign-in");
  });

  it("Is sent at most once in ten minutes, and verifies", async () => {
    const ann = await visitor.signedIn({ verified: false });
    const first = await ann.submitAndFollow("/verify", { intent: "send", redirectTo: "/profile/email" });
    expect(first.text).toContain("We sent you a new link.");
    const second = await ann.submitAndFollow("/verify", { intent: "send" });
    expect(second.text).toContain("We sent you a link less than 10 minutes ago.");
    const [mail] = await mailsTo(ann.email);
    await db
      .update(outbox)
      .set({ createdAt: Date.now() - 11 * 60_000 })
      .where(eq(outbox.userId, ann.id));
    await ann.submit("/verify", { intent: "send" });
    const [newest] = await mailsTo(ann.email, 2);
    expect(linkIn(newest)).not.toBe(linkIn(mail));
    expect((await press(linkIn(newest))).status).toBe(303);
    const done = await ann.submitAndFollow("/verify", { intent: "send" });
    expect(done.text).toContain("Your email address is already verified.");
  });

  it("Above the limit, the request gets 429", async () => {
    const ann = await visitor.signedIn({ verified: false });
    for (let i = 0; i < 10; i++) expect((await ann.submit("/verify", { intent: "send" })).status).toBe(303);
    const page = await ann.submit("/verify", { intent: "send" });
    expect([page.status, Number(page.headers.get("Retry-After")) > 3500]).toEqual([429, true]);
    expect(page.text).toContain("Too many attempts.");
  });
});
