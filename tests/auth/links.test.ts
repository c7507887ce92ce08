import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { accountEvents, accountLinks, outbox, users } from "#drizzle/schema.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { accountOf } from "../support/passwords.ts";
import { db, visitor } from "../support/visitor.ts";

// A password is hashed often here, on purpose a slow thing.
vi.setConfig({ testTimeout: 30_000 });

let count = 0;

/** Somebody who has just signed up, and the link of their mail. */
async function newcomer() {
  const name = `newcomer-${++count}`;
  const email = `${name}@example.test`;
  const form = { fullName: "A Newcomer", username: name, email, password: "bread and salt" };
  expect((await visitor.signedOut().submit("/sign-up", form)).status).toBe(303);
  const [mail] = await mailsTo(email);
  const [user] = await db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error("Nobody signed up");
  return { id: user.id, email, link: linkIn(mail) };
}

const expire = (who: { id: string }) =>
  db
    .update(accountLinks)
    .set({ expiresAt: Date.now() - 1 })
    .where(eq(accountLinks.userId, who.id));

describe("the verify link", () => {
  it("comes without a name, which a stranger may have typed for somebody else's address", async () => {
    const { email } = await newcomer();
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain("Hello there,");
    expect(mail?.text).not.toContain("A Newcomer");
  });

  it("works for 24 hours, in another browser, and leaves its event", async () => {
    const who = await newcomer();
    const [row] = await db.select().from(accountLinks).where(eq(accountLinks.userId, who.id));
    expect([row?.kind, row?.email]).toEqual(["verify", who.email]);
    expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(24 * 3600 * 1000);
    const page = await visitor.signedOut().open(who.link);
    expect(page.text).toContain("Your email address is verified.");
    expect((await accountOf(who)).emailVerifiedAt).toBeTruthy();
    const events = await db.select().from(accountEvents).where(eq(accountEvents.userId, who.id));
    expect(events.map(({ kind, linkId }) => [kind, linkId])).toEqual([["verified", row?.id]]);
  });

  it("works once: whoever follows it again reads that the address is verified already", async () => {
    const who = await newcomer();
    await visitor.signedOut().get(who.link);
    const again = await visitor.signedOut().get(who.link);
    expect(again.status).toBe(410);
    expect(again.text).toContain("Your email address is verified already");
    expect(await db.select().from(accountEvents).where(eq(accountEvents.userId, who.id))).toHaveLength(1);
  });

  it("followed ten times at once it is used once", async () => {
    const who = await newcomer();
    const pages = await Promise.all(Array.from({ length: 10 }, () => visitor.signedOut().get(who.link)));
    expect(pages.map((page) => page.status).toSorted()).toEqual([302, ...Array(9).fill(410)]);
    expect(await db.select().from(accountEvents).where(eq(accountEvents.userId, who.id))).toHaveLength(1);
  });

  it("older than 24 hours it verifies nobody, and says how to get another", async () => {
    const who = await newcomer();
    await expire(who);
    const page = await visitor.signedOut().get(who.link);
    expect(page.status).toBe(410);
    expect(page.text).toContain("This link does not work any more");
    expect(page.links).toContain("/verify");
    expect((await accountOf(who)).emailVerifiedAt).toBeNull();
  });

  it("changed in any part it is not ours", async () => {
    const who = await newcomer();
    const token = who.link.split("=")[1] ?? "";
    const [id = "", signature = ""] = token.split(".");
    const [mine] = await db.select().from(accountLinks).where(eq(accountLinks.userId, who.id));
    expect(id).toBe(mine?.id);
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
    expect((await accountOf(who)).emailVerifiedAt).toBeNull();
  });

  it("of a kind of its own: a verify link is none for a new password, and the other way round", async () => {
    const who = await newcomer();
    const token = who.link.split("=")[1];
    const reset = await visitor.signedOut().submit("/reset-password", { token, password: "another word" });
    expect(reset.location).toContain("/verify?token=");
    await db.update(accountLinks).set({ kind: "reset" }).where(eq(accountLinks.userId, who.id));
    const page = await visitor.signedOut().submit("/reset-password", { token, password: "another word" });
    expect(page.status).toBe(400);
  });

  it("for an address that the account has no more it verifies nothing", async () => {
    const who = await newcomer();
    await db
      .update(users)
      .set({ email: `moved-${who.email}` })
      .where(eq(users.id, who.id));
    const page = await visitor.signedOut().get(who.link);
    expect(page.status).toBe(410);
    expect((await accountOf(who)).emailVerifiedAt).toBeNull();
  });
});

describe("another verify link", () => {
  it("every page leads somebody unverified to where it is sent", async () => {
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

  it("is sent at a click, once in ten minutes, and verifies", async () => {
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

  it("asked for too often it waits: 429", async () => {
    const ann = await visitor.signedIn({ verified: false });
    for (let n = 0; n < 10; n++) expect((await ann.submit("/verify", { intent: "send" })).status).toBe(303);
    const page = await ann.submit("/verify", { intent: "send" });
    expect([page.status, Number(page.headers.get("Retry-After")) > 3500]).toEqual([429, true]);
    expect(page.text).toContain("Too many tries.");
  });
});
