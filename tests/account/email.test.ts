import { env } from "cloudflare:workers";
import { eq, like } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { accountEvents, accountLinks, limits, sessions, users } from "#drizzle/schema.ts";
import { faultyDatabase, shopWith } from "../support/bindings/faulty.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import {
  accountOf,
  canSignIn,
  countAliveSessions,
  member,
  otherBrowser,
  password,
} from "../support/passwords.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

// A password is hashed often here, on purpose a slow thing.
vi.setConfig({ testTimeout: 30_000 });

/** All visitors of a test come from one address. */
beforeEach(async () => {
  await db.delete(limits);
});

let count = 0;
const newAddress = () => `moved-${++count}@example.test`;

const ask = (who: Visitor, email: string, word = password) =>
  who.submitAndFollow("/profile/email", { email, password: word });

/** The link that came to an address. */
async function linkTo(email: string, kind: string, nth = 1): Promise<string> {
  const [mail] = await mailsTo(email, nth);
  expect(mail?.kind).toBe(kind);
  return linkIn(mail);
}

/** The path of the link that comes to the new address. */
async function asked(who: Visitor, email: string): Promise<string> {
  expect((await ask(who, email)).text).toContain(`We have sent a link to ${email}.`);
  return await linkTo(email, "change_email");
}

const confirm = (link: string, who: Visitor = visitor.signedOut()) =>
  who.submit(link, { token: link.split("=")[1], intent: "change" });

describe("another address", () => {
  it("is confirmed from there; the old one is told, and other sessions end", async () => {
    const ann = await member();
    const other = await otherBrowser(ann);
    const email = newAddress();
    const link = await asked(ann, email);
    expect((await accountOf(ann)).email).toBe(ann.email);
    // Opening it changes nothing: mail programs open links by themselves.
    const page = await ann.get(link);
    expect(page.text).toContain(`Your account will have the address ${email} instead of ${ann.email} .`);
    expect((await accountOf(ann)).email).toBe(ann.email);
    const done = await confirm(link, ann);
    expect(done.location).toBe("/profile/email");
    expect((await ann.open("/profile/email")).text).toContain(`Your address is ${email} .`);
    const account = await accountOf(ann);
    expect([account.email, account.emailVerifiedAt !== null]).toEqual([email, true]);
    expect(await countAliveSessions(ann)).toBe(1);
    expect((await other.get("/orders")).status).not.toBe(200);
    const [told] = await mailsTo(ann.email);
    expect(told?.kind).toBe("email_changed");
    expect(told?.text).toContain("If it was not you, take it back");
    const events = await db.select().from(accountEvents).where(eq(accountEvents.userId, ann.id));
    expect(events.map(({ kind }) => kind)).toEqual(["email_change_asked", "email_changed"]);
    expect([await canSignIn(ann.email, password), await canSignIn(email, password)]).toEqual([false, true]);
  });

  it("confirmed in a browser that is signed in nowhere, every session ends", async () => {
    const ann = await member();
    const link = await asked(ann, newAddress());
    expect((await confirm(link)).location).toBe("/sign-in");
    expect(await countAliveSessions(ann)).toBe(0);
  });

  it("the link works once, ten at once change one address", async () => {
    const ann = await member();
    const link = await asked(ann, newAddress());
    const pages = await Promise.all(Array.from({ length: 10 }, () => confirm(link)));
    expect(pages.map((page) => page.status).toSorted()).toEqual([303, ...Array(9).fill(410)]);
    expect((await visitor.signedOut().get(link)).text).toContain("This link was used already");
    await mailsTo(ann.email, 1);
  });

  it("a newer link, another password or 24 hours make it useless", async () => {
    const ann = await member();
    const older = await asked(ann, newAddress());
    const newer = await asked(ann, newAddress());
    expect((await confirm(older)).status).toBe(410);
    await db.insert(accountEvents).values({ userId: ann.id, kind: "password_changed", at: Date.now() + 1 });
    expect((await confirm(newer)).status).toBe(410);
    const bob = await member();
    const late = await asked(bob, newAddress());
    await db.update(accountLinks).set({ expiresAt: Date.now() }).where(eq(accountLinks.userId, bob.id));
    const page = await confirm(late);
    expect([page.status, page.links.includes("/profile/email")]).toEqual([410, true]);
    expect((await accountOf(ann)).email).toBe(ann.email);
    expect((await accountOf(bob)).email).toBe(bob.email);
  });

  it("of somebody else gets the same answer, and its owner one mail an hour", async () => {
    const ann = await member();
    const bob = await member();
    const free = newAddress();
    const pages = [];
    for (const email of [bob.email, free, bob.email])
      pages.push((await ask(ann, email)).text.replace(email, "…"));
    expect(pages[1]?.replace(free, "…")).toBe(pages[0]);
    expect(pages[2]).toBe(pages[0]);
    const [mail] = await mailsTo(bob.email);
    expect(mail?.kind).toBe("email_taken");
    expect(await db.select().from(accountLinks).where(eq(accountLinks.email, bob.email))).toHaveLength(0);
  });

  it("taken by somebody else meanwhile, nothing is changed and the page says so", async () => {
    const ann = await member();
    const email = newAddress();
    const link = await asked(ann, email);
    const bob = await member();
    await db.update(users).set({ email }).where(eq(users.id, bob.id));
    const page = await confirm(link, ann);
    expect(page.status).toBe(409);
    expect(page.text).toContain("This address belongs to another account by now, so nothing was changed.");
    expect((await accountOf(ann)).email).toBe(ann.email);
    expect(await countAliveSessions(ann)).toBe(1);
    await mailsTo(ann.email, 0);
  });

  it("bad fields get their sentences, the address stays and the password does not", async () => {
    const ann = await member();
    for (const [email, word, sentence] of [
      ["moved@", password, "Invalid email address"],
      ["moved@example.test", "", "Password is required"],
      ["moved@example.test", "x".repeat(257), "Password is too long"],
      ["moved@example.test", "a wrong word", "This is not your current password"],
      [ann.email, password, "This is your address already"],
    ] as const) {
      const page = await ask(ann, email, word);
      expect([page.status, page.field("email"), page.field("password")]).toEqual([400, email, ""]);
      expect(page.text).toContain(sentence);
    }
    await db.update(limits).set({ count: 10 });
    const page = await ask(ann, "moved@example.test");
    expect([page.status, page.headers.has("Retry-After")]).toEqual([429, true]);
    await mailsTo("moved@example.test", 0);
  });

  it("asked for ten times an hour no more mails go out", async () => {
    const ann = await member();
    await ask(ann, newAddress());
    await db.update(limits).set({ count: 10 }).where(like(limits.key, "verify:pair:%"));
    const email = newAddress();
    expect((await ask(ann, email)).status).toBe(429);
    await mailsTo(email, 0);
  });

  it("asked by a session that ends meanwhile nothing is sent", async () => {
    const ann = await member();
    ann.door = shopWith({
      DB: faultyDatabase(env.DB, (sql) =>
        sql.startsWith('insert into "account_events"')
          ? Promise.resolve(
              db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id)),
            )
          : false,
      ),
    });
    const email = newAddress();
    const page = await ann.submit("/profile/email", { email, password });
    expect(page.location).toContain("/sign-in");
    await mailsTo(email, 0);
    expect(await db.select().from(accountLinks).where(eq(accountLinks.userId, ann.id))).toHaveLength(0);
  });
});

describe("the way back", () => {
  const undo = (link: string, who: Visitor = visitor.signedOut()) =>
    who.submitAndFollow(link, { token: link.split("=")[1], intent: "undo" });

  /** An account that somebody else has moved to their own address, and the link of its owner. */
  async function taken() {
    const owner = await member();
    const thief = await otherBrowser(owner);
    const email = newAddress();
    await confirm(await asked(thief, email), thief);
    return { owner, thief, email, link: await linkTo(owner.email, "email_changed") };
  }

  it("the old address takes the account back: every session ends, and a link for a new password comes", async () => {
    const { owner, thief, email, link } = await taken();
    const page = await visitor.signedOut().get(link);
    expect(page.text).toContain(`Your account will have the address ${owner.email} instead of ${email} .`);
    expect((await accountOf(owner)).email).toBe(email);
    const done = await undo(link);
    expect(done.text).toContain(`Your email address is ${owner.email} again`);
    expect((await accountOf(owner)).email).toBe(owner.email);
    expect(await countAliveSessions(owner)).toBe(0);
    expect((await thief.get("/orders")).status).not.toBe(200);
    const reset = await linkTo(owner.email, "email_restored", 2);
    const word = "a much better word";
    const fields = { token: reset.split("=")[1], password: word };
    expect((await visitor.signedOut().submit(reset, fields)).location).toBe("/sign-in");
    expect([await canSignIn(owner.email, password), await canSignIn(owner.email, word)]).toEqual([
      false,
      true,
    ]);
    expect((await undo(link)).text).toContain("This link was used already");
  });

  it("works for 7 days, and no longer", async () => {
    const { owner, email, link } = await taken();
    const rows = await db.select().from(accountLinks).where(eq(accountLinks.userId, owner.id));
    const row = rows.find(({ kind }) => kind === "undo_email");
    expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(7 * 24 * 3600 * 1000);
    await db.update(accountLinks).set({ expiresAt: Date.now() }).where(eq(accountLinks.userId, owner.id));
    expect((await undo(link)).status).toBe(410);
    expect((await accountOf(owner)).email).toBe(email);
  });

  it("whoever moved it twice cannot take it back from its owner", async () => {
    const { owner, thief, email, link } = await taken();
    const second = newAddress();
    await confirm(await asked(thief, second), thief);
    const theirs = await linkTo(email, "email_changed", 2);
    await undo(link);
    expect((await undo(theirs)).status).toBe(410);
    expect((await accountOf(owner)).email).toBe(owner.email);
  });

  it("an undo by the thief leaves the owner's link good", async () => {
    const { owner, thief, email, link } = await taken();
    await confirm(await asked(thief, newAddress()), thief);
    await undo(await linkTo(email, "email_changed", 2));
    expect((await accountOf(owner)).email).toBe(email);
    await undo(link);
    expect((await accountOf(owner)).email).toBe(owner.email);
  });

  it("nobody else can have the old address while it may be taken back", async () => {
    const { owner, thief, email } = await taken();
    const form = { fullName: "A Thief", username: `thief-${count}`, email: owner.email, password };
    expect((await visitor.signedOut().submit("/sign-up", form)).location).toBe("/sign-in");
    expect((await mailsTo(owner.email, 2))[0]?.kind).toBe("account_exists");
    const other = await member();
    await ask(other, owner.email);
    expect((await mailsTo(owner.email, 3))[0]?.kind).toBe("email_taken");
    expect(await db.select().from(users).where(eq(users.email, owner.email))).toHaveLength(0);
    // Its owner may go back there by the ordinary way, too.
    await ask(thief, owner.email);
    expect((await mailsTo(owner.email, 4))[0]?.kind).toBe("change_email");
    expect((await accountOf(owner)).email).toBe(email);
  });

  it("an address that was never verified is told without a way back: it may be a slip of the pen", async () => {
    const ann = await member({ verified: false });
    await confirm(await asked(ann, newAddress()), ann);
    const [told] = await mailsTo(ann.email);
    expect([told?.kind, told?.text.includes("/verify?token=")]).toEqual(["email_changed", false]);
    const kinds = await db.select().from(accountLinks).where(eq(accountLinks.userId, ann.id));
    expect(kinds.map(({ kind }) => kind)).toEqual(["change_email"]);
  });
});
