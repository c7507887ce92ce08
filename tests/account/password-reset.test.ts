import { and, eq, like } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { accountEvents, accountLinks, factors, limits, outbox, users } from "#drizzle/schema.ts";
import {
  accountOf,
  canSignIn,
  countAliveSessions,
  member,
  otherBrowser,
  password,
} from "../support/accounts/passwords.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

// These tests hash many passwords, which is slow on purpose.
vi.setConfig({ testTimeout: 30_000 });

/** All visitors of a test share one network address, so the limits are cleared. */
beforeEach(async () => {
  await db.delete(limits);
});

const newPassword = "a much better word";

/** Requests a reset and returns the path of its link. @param nth how many mails the address has by then */
async function resetLink(email: string, nth = 1): Promise<string> {
  const page = await visitor.signedOut().submitAndFollow("/forgot-password", { email });
  expect(page.text).toContain("If there is an account with that address, we sent it a link.");
  const [mail] = await mailsTo(email, nth);
  expect(mail?.kind).toBe("reset");
  return linkIn(mail);
}

const tokenOf = (link: string) => link.split("=")[1];
const choosePassword = (link: string, chosen = newPassword, user: Visitor = visitor.signedOut()) =>
  user.submit(link, { token: tokenOf(link), password: chosen });

it("A reset link sets a new password, ends every session, verifies the address and sends it a mail", async () => {
  const ann = await member({ verified: false });
  await otherBrowser(ann);
  expect((await visitor.signedOut().get("/sign-in")).links).toContain("/forgot-password");
  const link = await resetLink(ann.email);
  const form = await visitor.signedOut().get(link);
  expect(form.text).toContain("Choose a new password");
  expect(form.field("password")).toBe("");
  const page = await visitor
    .signedOut()
    .submitAndFollow(link, { token: tokenOf(link), password: newPassword });
  expect(page.title).toContain("Sign In");
  expect(page.text).toContain("Your password was changed. Please sign in with the new one.");
  expect(await countAliveSessions(ann)).toBe(0);
  expect((await ann.open("/orders")).title).toContain("Sign In");
  expect((await accountOf(ann)).emailVerifiedAt).toBeTruthy();
  const [mail] = await mailsTo(ann.email, 2);
  expect([mail?.kind, mail?.text.includes("If this wasn't you")]).toEqual(["password_changed", true]);
  expect([await canSignIn(ann.email, password), await canSignIn(ann.email, newPassword)]).toEqual([
    false,
    true,
  ]);
});

it("The link works once, even in concurrent requests", async () => {
  const ann = await member();
  const link = await resetLink(ann.email);
  const words = Array.from({ length: 5 }, (_, index) => `a better word ${index}`);
  const pages = await Promise.all(words.map((word) => choosePassword(link, word)));
  expect(pages.map((page) => page.status).toSorted()).toEqual([303, 410, 410, 410, 410]);
  const winner = words[pages.findIndex((page) => page.status === 303)] ?? "";
  expect(await canSignIn(ann.email, winner)).toBe(true);
  const again = await visitor.signedOut().get(link);
  expect([again.status, again.links.includes("/forgot-password")]).toEqual([410, true]);
  expect(again.text).toContain("This link has already been used");
});

it("A newer link invalidates the older one", async () => {
  const ann = await member();
  const older = await resetLink(ann.email);
  const newer = await resetLink(ann.email, 2);
  expect((await visitor.signedOut().get(older)).status).toBe(410);
  expect((await choosePassword(older)).status).toBe(410);
  expect((await choosePassword(newer)).status).toBe(303);
});

it("A link expires after an hour, or with a new password or address", async () => {
  const ann = await member();
  const link = await resetLink(ann.email);
  await db.insert(accountEvents).values({ userId: ann.id, kind: "password_changed", at: Date.now() + 1 });
  expect((await choosePassword(link)).status).toBe(410);
  const bob = await member();
  const late = await resetLink(bob.email);
  await db.update(accountLinks).set({ expiresAt: Date.now() }).where(eq(accountLinks.userId, bob.id));
  expect((await choosePassword(late)).text).toContain("This link no longer works");
  const cleo = await member();
  const moved = await resetLink(cleo.email);
  await db
    .update(users)
    .set({ email: `moved-${cleo.email}` })
    .where(eq(users.id, cleo.id));
  expect((await choosePassword(moved)).status).toBe(410);
  expect((await choosePassword("/reset-password?token=x")).status).toBe(400);
  for (const user of [ann, bob, cleo])
    expect((await accountOf(user)).passwordHash).toContain("scrypt$1024$8$5$");
  expect(await canSignIn(ann.email, newPassword)).toBe(false);
});

it("A password of a wrong length is a field error, and the link stays valid", async () => {
  const ann = await member();
  const link = await resetLink(ann.email);
  for (const [word, sentence] of [
    ["12345", "Password must be at least 6 characters"],
    ["x".repeat(257), "Password must be at most 256 characters"],
  ] as const) {
    const page = await choosePassword(link, word);
    expect([page.status, page.field("password")]).toEqual([400, ""]);
    expect(page.text).toContain(sentence);
    expect(page.html).not.toContain(word);
  }
  expect((await choosePassword(link)).status).toBe(303);
});

it("A reset clears the count of failed sign-ins", async () => {
  const ann = await member();
  await canSignIn(ann.email, "a wrong word");
  await db.update(limits).set({ count: 10 }).where(like(limits.key, "sign-in:pair:%"));
  expect(await canSignIn(ann.email, password)).toBe(false);
  expect((await choosePassword(await resetLink(ann.email))).status).toBe(303);
  expect(await canSignIn(ann.email, newPassword)).toBe(true);
});

it("The second factor is still needed after a reset", async () => {
  const ann = await member();
  await db.insert(factors).values({
    id: crypto.randomUUID(),
    userId: ann.id,
    factorType: "totp",
    status: "verified",
    friendlyName: "Phone",
    secret: "none",
    createdAt: Date.now(),
  });
  expect((await choosePassword(await resetLink(ann.email))).location).toBe("/sign-in");
  const page = await visitor.signedOut().submit("/sign-in", { email: ann.email, password: newPassword });
  expect(page.location).toContain("/sign-in/factor");
});

it("An address without an account gets the same answer and no mail", async () => {
  const ann = await member();
  const answers = [];
  for (const email of [ann.email, "no-account@example.test"]) {
    const page = await visitor.signedOut().submit("/forgot-password", { email });
    answers.push([page.status, page.location, page.html]);
  }
  expect(answers[1]).toEqual(answers[0]);
  await mailsTo(ann.email);
  await mailsTo("no-account@example.test", 0);
});

it("An account gets at most three reset mails an hour", async () => {
  const ann = await member();
  for (let nth = 1; nth <= 3; nth++) await resetLink(ann.email, nth);
  for (let extra = 0; extra < 2; extra++)
    expect((await visitor.signedOut().submit("/forgot-password", { email: ann.email })).status).toBe(303);
  const page = await visitor.signedOut().submit("/forgot-password", { email: ann.email });
  expect([page.status, page.field("email")]).toEqual([429, ann.email]);
  expect(page.headers.get("Retry-After")).toBeTruthy();
  await mailsTo(ann.email, 3);
  const mails = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.userId, ann.id), eq(outbox.kind, "reset")));
  expect(mails).toHaveLength(3);
});

it("An invalid address is a field error", async () => {
  const page = await visitor.signedOut().submit("/forgot-password", { email: "ann@" });
  expect([page.status, page.field("email")]).toEqual([400, "ann@"]);
  expect(page.text).toContain("Invalid email address");
});
