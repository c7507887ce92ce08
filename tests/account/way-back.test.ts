import { eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { accountLinks, factors, limits, recoveryCodes } from "#drizzle/schema.ts";
import { accountEventKinds } from "../support/accounts/events.ts";
import { addApp, advanceClock, pendingBrowser } from "../support/accounts/factors.ts";
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

const thiefsPassword = "a word of the thief";

/** The path of the link in the newest mail. */
async function linkTo(email: string, kind: string, nth = 1): Promise<string> {
  const [mail] = await mailsTo(email, nth);
  expect(mail?.kind).toBe(kind);
  return linkIn(mail);
}

const changePassword = (user: Visitor, from: string, to: string) =>
  user.submit("/profile/password", { currentPassword: from, password: to });

/** Changes the address, and confirms it from the new one. */
async function changeAddress(user: Visitor, email: string, word = password) {
  await user.submit("/profile/email", { email, password: word });
  const link = await linkTo(email, "change_email");
  expect((await user.submit(link, { token: link.split("=")[1], intent: "change" })).status).toBe(303);
}

const takeBack = (link: string) =>
  visitor.signedOut().submitAndFollow(link, { token: link.split("=")[1], intent: "undo" });

const factorsOf = (user: { id: string }) => db.select().from(factors).where(eq(factors.userId, user.id));
const codesOf = (user: { id: string }) =>
  db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id));

it("A new password, address or factor ends the other sessions, including those that still need a factor", async () => {
  const changes: ((user: Visitor) => Promise<unknown>)[] = [
    (user) => changePassword(user, password, "a much better word"),
    (user) => changeAddress(user, `elsewhere-${user.email}`),
    (user) => addApp(user),
  ];
  for (const change of changes) {
    const ann = await member();
    const [elsewhere, halfOpen] = [await otherBrowser(ann), await pendingBrowser(ann)];
    await change(ann);
    expect((await ann.get("/orders")).status).toBe(200);
    expect((await elsewhere.get("/orders")).status).not.toBe(200);
    expect((await halfOpen.get("/sign-in/factor")).location).toContain("/sign-in");
    expect(await countAliveSessions(ann)).toBe(1);
  }
});

it("Adding another second factor ends the other sessions too", async () => {
  const ann = await member();
  await addApp(ann);
  const [elsewhere, halfOpen] = [await otherBrowser(ann), await pendingBrowser(ann)];
  await addApp(ann);
  expect((await elsewhere.get("/orders")).status).not.toBe(200);
  expect((await halfOpen.get("/sign-in/factor")).location).toContain("/sign-in");
  expect(await countAliveSessions(ann)).toBe(1);
});

it("The owner recovers an account whose password a thief changed; the thief's sessions and factors are removed", async () => {
  const owner = await member();
  const thief = await otherBrowser(owner);
  await changePassword(thief, password, thiefsPassword);
  const link = await linkTo(owner.email, "password_changed");
  await addApp(thief);
  await mailsTo(owner.email, 2);
  const page = await visitor.signedOut().get(link);
  expect(page.text).toContain("Take your account back");
  expect(await factorsOf(owner)).toHaveLength(1);
  expect((await takeBack(link)).text).toContain("Your account is yours again: every browser was signed out.");
  expect(await countAliveSessions(owner)).toBe(0);
  expect([await factorsOf(owner), await codesOf(owner)]).toEqual([[], []]);
  expect(await canSignIn(owner.email, thiefsPassword)).toBe(false);
  expect(await accountEventKinds(owner.id)).toEqual(["password_changed", "factor_added", "taken_back"]);
  const reset = await linkTo(owner.email, "email_restored", 3);
  await visitor.signedOut().submit(reset, { token: reset.split("=")[1], password: "a much better word" });
  expect(await canSignIn(owner.email, "a much better word")).toBe(true);
  expect((await takeBack(link)).text).toContain("This link has already been used");
});

it("The newest recovery link also undoes earlier changes, but keeps the factors from before the theft", async () => {
  const owner = await member();
  const own = await addApp(owner);
  await advanceClock(3 * 86_400 + 1);
  const thief = await otherBrowser(owner);
  await thief.beginSession({ aal: "aal2" });
  await addApp(thief);
  await changePassword(thief, password, thiefsPassword);
  await takeBack(await linkTo(owner.email, "password_changed", 3));
  expect((await factorsOf(owner)).map(({ id }) => id)).toEqual([own.id]);
  // They were made with the first factor, so the thief has never seen them.
  expect(await codesOf(owner)).toHaveLength(10);
});

it("A thief's recovery link cannot undo the owner's older one", async () => {
  const owner = await member();
  const thief = await otherBrowser(owner);
  const theirs = `thief-of-${owner.email}`;
  await changeAddress(thief, theirs);
  const ownersLink = await linkTo(owner.email, "email_changed");
  await changePassword(thief, password, thiefsPassword);
  const thiefsLink = await linkTo(theirs, "password_changed", 2);
  await addApp(thief);
  const another = await linkTo(theirs, "factor_added", 3);
  // Used first, it leaves the owner's link valid.
  await takeBack(another);
  expect((await accountOf(owner)).email).toBe(theirs);
  expect((await takeBack(ownersLink)).text).toContain(`Your email address is ${owner.email} again`);
  const late = await takeBack(thiefsLink);
  expect([late.status, late.text.includes("This link no longer works")]).toEqual([410, true]);
  expect((await accountOf(owner)).email).toBe(owner.email);
  expect([await countAliveSessions(owner), await factorsOf(owner)]).toEqual([0, []]);
});

it("A recovery link works once, for 72 hours; an unverified address gets none", async () => {
  const owner = await member();
  await changePassword(owner, password, thiefsPassword);
  const link = await linkTo(owner.email, "password_changed");
  const [row] = await db.select().from(accountLinks).where(eq(accountLinks.userId, owner.id));
  expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(72 * 3600 * 1000);
  await advanceClock(72 * 3600);
  expect((await takeBack(link)).status).toBe(410);
  const stranger = await member({ verified: false });
  await changePassword(stranger, password, thiefsPassword);
  const [mail] = await mailsTo(stranger.email);
  expect([mail?.kind, mail?.text.includes("token=")]).toEqual(["password_changed", false]);
});

it("Twenty concurrent recoveries recover the account once", async () => {
  const owner = await member();
  await changePassword(owner, password, thiefsPassword);
  const link = await linkTo(owner.email, "password_changed");
  const send = () => visitor.signedOut().submit(link, { token: link.split("=")[1], intent: "undo" });
  const pages = await Promise.all(Array.from({ length: 20 }, send));
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, ...Array(19).fill(410)]);
  await mailsTo(owner.email, 2);
});
