import { env } from "cloudflare:workers";
import { eq, like } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { accountEvents, accountLinks, limits, sessions, users } from "#drizzle/schema.ts";
import { accountEventKinds } from "../support/accounts/events.ts";
import {
  accountOf,
  canSignIn,
  countAliveSessions,
  member,
  otherBrowser,
  password,
} from "../support/accounts/passwords.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

// These tests hash many passwords, which is slow on purpose.
vi.setConfig({ testTimeout: 30_000 });

/** All visitors of a test share one network address, so the limits are cleared. */
beforeEach(async () => {
  await db.delete(limits);
});

let count = 0;
const newAddress = () => `moved-${++count}@example.test`;

const requestChange = (user: Visitor, email: string, word = password) =>
  user.submitAndFollow("/profile/email", { email, password: word });

/** The path of the link in the newest mail to an address. */
async function linkTo(email: string, kind: string, nth = 1): Promise<string> {
  const [mail] = await mailsTo(email, nth);
  expect(mail?.kind).toBe(kind);
  return linkIn(mail);
}

/** Requests a change and returns the path of the link in the mail to the new address. */
async function requestedLink(user: Visitor, email: string): Promise<string> {
  expect((await requestChange(user, email)).text).toContain(`We sent a link to ${email}.`);
  return await linkTo(email, "change_email");
}

const confirm = (link: string, user: Visitor = visitor.signedOut()) =>
  user.submit(link, { token: link.split("=")[1], intent: "change" });

it("A new address is confirmed by its link; the old one gets a mail and the other sessions end", async () => {
  const ann = await member();
  const other = await otherBrowser(ann);
  const email = newAddress();
  const link = await requestedLink(ann, email);
  expect((await accountOf(ann)).email).toBe(ann.email);
  // Opening the link changes nothing, because mail programs open links to check them.
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
  const [mail] = await mailsTo(ann.email);
  expect(mail?.kind).toBe("email_changed");
  expect(mail?.text).toContain("If this wasn't you, use the link below to change it back");
  expect(await accountEventKinds(ann.id)).toEqual(["email_change_asked", "email_changed"]);
  expect([await canSignIn(ann.email, password), await canSignIn(email, password)]).toEqual([false, true]);
});

it("A change that is confirmed in a signed-out browser ends every session", async () => {
  const ann = await member();
  const link = await requestedLink(ann, newAddress());
  expect((await confirm(link)).location).toBe("/sign-in");
  expect(await countAliveSessions(ann)).toBe(0);
});

it("The link works once, even in ten concurrent requests", async () => {
  const ann = await member();
  const link = await requestedLink(ann, newAddress());
  const pages = await Promise.all(Array.from({ length: 10 }, () => confirm(link)));
  expect(pages.map((page) => page.status).toSorted()).toEqual([303, ...Array(9).fill(410)]);
  expect((await visitor.signedOut().get(link)).text).toContain("This link has already been used");
  await mailsTo(ann.email, 1);
});

it("The link expires after 24 hours, with a newer link, or with a new password", async () => {
  const ann = await member();
  const older = await requestedLink(ann, newAddress());
  const newer = await requestedLink(ann, newAddress());
  expect((await confirm(older)).status).toBe(410);
  await db.insert(accountEvents).values({ userId: ann.id, kind: "password_changed", at: Date.now() + 1 });
  expect((await confirm(newer)).status).toBe(410);
  const bob = await member();
  const late = await requestedLink(bob, newAddress());
  await db.update(accountLinks).set({ expiresAt: Date.now() }).where(eq(accountLinks.userId, bob.id));
  const page = await confirm(late);
  expect([page.status, page.links.includes("/profile/email")]).toEqual([410, true]);
  expect((await accountOf(ann)).email).toBe(ann.email);
  expect((await accountOf(bob)).email).toBe(bob.email);
});

it("An address of another account gets the same answer, and its owner one mail an hour", async () => {
  const ann = await member();
  const bob = await member();
  const free = newAddress();
  const pages = [];
  for (const email of [bob.email, free, bob.email])
    pages.push((await requestChange(ann, email)).text.replaceAll(email, "…"));
  expect(pages[1]).toBe(pages[0]);
  expect(pages[2]).toBe(pages[0]);
  const [mail] = await mailsTo(bob.email);
  expect(mail?.kind).toBe("email_taken");
  // What is stored about ann is the same, too, but only the free address was sent a link.
  const links = await db.select().from(accountLinks).where(eq(accountLinks.userId, ann.id));
  expect(links.map(({ email }) => email)).toEqual([bob.email, free, bob.email]);
  expect((await mailsTo(free))[0]?.kind).toBe("change_email");
  const { html: data } = await ann.get("/profile/export");
  expect([JSON.parse(data).mailedLinks.length, data.includes("change_email")]).toEqual([3, true]);
  expect(JSON.parse(data).mails).not.toContainEqual(expect.objectContaining({ kind: "change_email" }));
});

it("The page names an unconfirmed new address until it is confirmed or its link stops working", async () => {
  const ann = await member();
  const shown = async () => /We sent a link to (\S+)/.exec((await ann.get("/profile/email")).text)?.[1];
  expect(await shown()).toBe(undefined);
  await requestChange(ann, newAddress());
  const email = newAddress();
  const link = await requestedLink(ann, email);
  expect(await shown()).toBe(email);
  await confirm(link, ann);
  expect(await shown()).toBe(undefined);
  const late = newAddress();
  await requestChange(ann, late);
  expect(await shown()).toBe(late);
  await db.update(accountLinks).set({ expiresAt: Date.now() }).where(eq(accountLinks.email, late));
  expect(await shown()).toBe(undefined);
});

it("An address that another account has taken in the meantime is refused, with a message", async () => {
  const ann = await member();
  const email = newAddress();
  const link = await requestedLink(ann, email);
  const bob = await member();
  await db.update(users).set({ email }).where(eq(users.id, bob.id));
  const page = await confirm(link, ann);
  expect(page.status).toBe(409);
  expect(page.text).toContain("This address now belongs to another account, so nothing was changed.");
  expect((await accountOf(ann)).email).toBe(ann.email);
  expect(await countAliveSessions(ann)).toBe(1);
  await mailsTo(ann.email, 0);
});

it("Each bad field gets its message; the typed address stays, the password does not", async () => {
  const ann = await member();
  for (const [email, word, sentence] of [
    ["moved@", password, "Invalid email address"],
    ["moved@example.test", "", "Password is required"],
    ["moved@example.test", "x".repeat(257), "Password is too long"],
    ["moved@example.test", "a wrong word", "Your current password is incorrect"],
    [ann.email, password, "That is already your email address"],
  ] as const) {
    const page = await requestChange(ann, email, word);
    expect([page.status, page.field("email"), page.field("password")]).toEqual([400, email, ""]);
    expect(page.text).toContain(sentence);
  }
  await db.update(limits).set({ count: 10 });
  const page = await requestChange(ann, "moved@example.test");
  expect([page.status, page.headers.has("Retry-After")]).toEqual([429, true]);
  await mailsTo("moved@example.test", 0);
});

it("After ten requests in an hour no more mails are sent", async () => {
  const ann = await member();
  await requestChange(ann, newAddress());
  await db.update(limits).set({ count: 10 }).where(like(limits.key, "verify:pair:%"));
  const email = newAddress();
  expect((await requestChange(ann, email)).status).toBe(429);
  await mailsTo(email, 0);
});

it("A request from a session that ends during the request sends nothing", async () => {
  const ann = await member();
  ann.send = productWith({
    DB: faultyDatabase(env.DB, (sql) =>
      sql.startsWith('insert into "account_events"')
        ? Promise.resolve(db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id)))
        : false,
    ),
  });
  const email = newAddress();
  const page = await ann.submit("/profile/email", { email, password });
  expect(page.location).toContain("/sign-in");
  await mailsTo(email, 0);
  expect(await db.select().from(accountLinks).where(eq(accountLinks.userId, ann.id))).toHaveLength(0);
});

const undo = (link: string, user: Visitor = visitor.signedOut()) =>
  user.submitAndFollow(link, { token: link.split("=")[1], intent: "undo" });

/** An account whose address a thief has changed, and the owner's undo link. */
async function stolenAccount() {
  const owner = await member();
  const thief = await otherBrowser(owner);
  const email = newAddress();
  await confirm(await requestedLink(thief, email), thief);
  return { owner, thief, email, link: await linkTo(owner.email, "email_changed") };
}

it("The undo link restores the old address, ends every session and sends a reset link", async () => {
  const { owner, thief, email, link } = await stolenAccount();
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
  expect([await canSignIn(owner.email, password), await canSignIn(owner.email, word)]).toEqual([false, true]);
  expect((await undo(link)).text).toContain("This link has already been used");
});

it("The undo link works for 7 days", async () => {
  const { owner, email, link } = await stolenAccount();
  const rows = await db.select().from(accountLinks).where(eq(accountLinks.userId, owner.id));
  const row = rows.find(({ kind }) => kind === "undo_email");
  expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(7 * 24 * 3600 * 1000);
  await db.update(accountLinks).set({ expiresAt: Date.now() }).where(eq(accountLinks.userId, owner.id));
  expect((await undo(link)).status).toBe(410);
  expect((await accountOf(owner)).email).toBe(email);
});

it("A thief who changed the address twice cannot undo the owner's undo", async () => {
  const { owner, thief, email, link } = await stolenAccount();
  const second = newAddress();
  await confirm(await requestedLink(thief, second), thief);
  const theirs = await linkTo(email, "email_changed", 2);
  await undo(link);
  expect((await undo(theirs)).status).toBe(410);
  expect((await accountOf(owner)).email).toBe(owner.email);
});

it("If the thief undoes a change, the owner's undo link still works", async () => {
  const { owner, thief, email, link } = await stolenAccount();
  await confirm(await requestedLink(thief, newAddress()), thief);
  await undo(await linkTo(email, "email_changed", 2));
  expect((await accountOf(owner)).email).toBe(email);
  await undo(link);
  expect((await accountOf(owner)).email).toBe(owner.email);
});

it("No other account can use the old address while it can be restored", async () => {
  const { owner, thief, email } = await stolenAccount();
  const form = { fullName: "A Thief", username: `thief-${count}`, email: owner.email, password };
  expect((await visitor.signedOut().submit("/sign-up", form)).location).toBe("/sign-in");
  expect((await mailsTo(owner.email, 2))[0]?.kind).toBe("account_exists");
  const other = await member();
  await requestChange(other, owner.email);
  expect((await mailsTo(owner.email, 3))[0]?.kind).toBe("email_taken");
  expect(await db.select().from(users).where(eq(users.email, owner.email))).toHaveLength(0);
  // The account itself can return to it by an ordinary change.
  await requestChange(thief, owner.email);
  expect((await mailsTo(owner.email, 4))[0]?.kind).toBe("change_email");
  expect((await accountOf(owner)).email).toBe(email);
});

it("A link that was requested while the address was free does not take it from an owner who can restore it", async () => {
  const other = await member();
  const email = newAddress();
  const early = await requestedLink(other, email);
  const owner = await member();
  await db.update(users).set({ email }).where(eq(users.id, owner.id));
  await confirm(await requestedLink(owner, newAddress()), owner);
  const back = await linkTo(email, "email_changed", 2);
  const refused = await confirm(early, other);
  expect([refused.status, (await accountOf(other)).email]).toEqual([409, other.email]);
  expect(refused.text).toContain("This address now belongs to another account, so nothing was changed.");
  await undo(back);
  expect((await accountOf(owner)).email).toBe(email);
});

it("An old address that was never verified gets a mail without an undo link", async () => {
  const ann = await member({ verified: false });
  await confirm(await requestedLink(ann, newAddress()), ann);
  const [mail] = await mailsTo(ann.email);
  expect([mail?.kind, mail?.text.includes("/verify?token=")]).toEqual(["email_changed", false]);
  const kinds = await db.select().from(accountLinks).where(eq(accountLinks.userId, ann.id));
  expect(kinds.map(({ kind }) => kind)).toEqual(["change_email"]);
});
