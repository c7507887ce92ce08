import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { accountEvents, accountLinks, outbox, users } from "#drizzle/schema.ts";
import { accountOf } from "../support/accounts/passwords.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { db, visitor } from "../support/visitor.ts";

// Every sign-up hashes a password, which is slow on purpose.
vi.setConfig({ testTimeout: 30_000 });

let count = 0;

/** Signs up a new user. @returns the user, and the path of the link in their e-mail */
async function newcomer() {
  const name = `newcomer-${++count}`;
  const email = `${name}@example.test`;
  const form = { fullName: "A Newcomer", username: name, email, password: "bread and salt" };
  expect((await visitor.signedOut().submit("/sign-up", form)).status).toBe(303);
  const [mail] = await mailsTo(email);
  const [row] = await db.select().from(users).where(eq(users.email, email));
  if (!row) throw new Error("The sign-up failed");
  return { id: row.id, email, link: linkIn(mail) };
}

const expire = (user: { id: string }) =>
  db
    .update(accountLinks)
    .set({ expiresAt: Date.now() - 1 })
    .where(eq(accountLinks.userId, user.id));

describe("the verify link", () => {
  it("The e-mail does not contain the name, because a stranger may have entered it for this address", async () => {
    const { email } = await newcomer();
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain("Hello there,");
    expect(mail?.text).not.toContain("A Newcomer");
  });

  it("Works for 24 hours, in any browser, and records an event", async () => {
    const user = await newcomer();
    const [row] = await db.select().from(accountLinks).where(eq(accountLinks.userId, user.id));
    expect([row?.kind, row?.email]).toEqual(["verify", user.email]);
    expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(24 * 3600 * 1000);
    const page = await visitor.signedOut().open(user.link);
    expect(page.text).toContain("Your email address is verified.");
    expect((await accountOf(user)).emailVerifiedAt).toBeTruthy();
    const events = await db.select().from(accountEvents).where(eq(accountEvents.userId, user.id));
    expect(events.map(({ kind, linkId }) => [kind, linkId])).toEqual([["verified", row?.id]]);
  });

  it("Works once: opened again, the page tells that the address is verified", async () => {
    const user = await newcomer();
    await visitor.signedOut().get(user.link);
    const again = await visitor.signedOut().get(user.link);
    expect(again.status).toBe(410);
    expect(again.text).toContain("Your email address is verified already");
    expect(await db.select().from(accountEvents).where(eq(accountEvents.userId, user.id))).toHaveLength(1);
  });

  it("Ten parallel requests consume it once", async () => {
    const user = await newcomer();
    const pages = await Promise.all(Array.from({ length: 10 }, () => visitor.signedOut().get(user.link)));
    expect(pages.map((page) => page.status).toSorted()).toEqual([302, ...Array(9).fill(410)]);
    expect(await db.select().from(accountEvents).where(eq(accountEvents.userId, user.id))).toHaveLength(1);
  });

  it("After 24 hours it does not verify, and the page offers a new link", async () => {
    const user = await newcomer();
    await expire(user);
    const page = await visitor.signedOut().get(user.link);
    expect(page.status).toBe(410);
    expect(page.text).toContain("This link does not work any more");
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
    const page = await visitor.signedOut().get(user.link);
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
    expect(page.text).toContain(`The link is in the mail we sent to ${ann.email}`);
    expect((await bob.get("/verify?redirectTo=/orders")).location).toBe("/orders");
    expect((await visitor.signedOut().get("/verify")).location).toContain("/sign-in");
  });

  it("Is sent at most once in ten minutes, and verifies", async () => {
    const ann = await visitor.signedIn({ verified: false });
    const first = await ann.submitAndFollow("/verify", { intent: "send", redirectTo: "/profile/email" });
    expect(first.text).toContain("We have sent you a new link.");
    const second = await ann.submitAndFollow("/verify", { intent: "send" });
    expect(second.text).toContain("We have sent you a link in the last ten minutes.");
    const [mail] = await mailsTo(ann.email);
    await db
      .update(outbox)
      .set({ createdAt: Date.now() - 11 * 60_000 })
      .where(eq(outbox.userId, ann.id));
    await ann.submit("/verify", { intent: "send" });
    const [newest] = await mailsTo(ann.email, 2);
    expect(linkIn(newest)).not.toBe(linkIn(mail));
    expect((await visitor.signedOut().open(linkIn(newest))).text).toContain(
      "Your email address is verified.",
    );
    const done = await ann.submitAndFollow("/verify", { intent: "send" });
    expect(done.text).toContain("Your email address is verified already.");
  });

  it("Above the limit, the request gets 429", async () => {
    const ann = await visitor.signedIn({ verified: false });
    for (let i = 0; i < 10; i++) expect((await ann.submit("/verify", { intent: "send" })).status).toBe(303);
    const page = await ann.submit("/verify", { intent: "send" });
    expect([page.status, Number(page.headers.get("Retry-After")) > 3500]).toEqual([429, true]);
    expect(page.text).toContain("Too many tries.");
  });
});
