import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { accountEvents, auditLog, users } from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { mailsTo } from "../../support/mails.ts";
import { db, type Visitor, visitor } from "../../support/visitor.ts";

const { ann } = await operator();
const reason = "Showed us a letter from their provider";

const verify = (user: Visitor, by: Visitor = ann, changes: Record<string, string> = {}) =>
  by.submit(`/admin/users/${user.id}`, { intent: "verify", address: user.email, reason, ...changes });

async function writtenOf(id: string) {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  const audit = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  const events = await db.select().from(accountEvents).where(eq(accountEvents.userId, id));
  return [
    user?.emailVerifiedAt !== null,
    audit.map(({ action, reason }) => `${action}: ${reason}`),
    events.map(({ kind }) => kind),
  ];
}

it("An operator verifies an address by hand: its owner can write messages, and the address is told", async () => {
  const bob = await visitor.signedIn({ verified: false, fullName: "Bob Hall" });
  const page = await ann.get(`/admin/users/${bob.id}`);
  expect([page.field("address"), page.text.includes("Verify the address by hand")]).toEqual([
    bob.email,
    true,
  ]);
  const other = await visitor.signedIn();
  const messages = `/messages?user=${other.id}`;
  const before = await bob.get(messages);
  const done = await verify(bob);
  expect([done.status, done.location]).toEqual([303, `/admin/users/${bob.id}`]);
  expect(await writtenOf(bob.id)).toEqual([true, [`verify-address: ${reason}`], ["verified"]]);
  expect((await bob.get(messages)).location).not.toBe(before.location);
  // The first one is the link for which the page asked.
  const [mail] = await mailsTo(bob.email, 2);
  expect([mail?.kind, mail?.subject]).toEqual(["address_verified", "Your email address is verified"]);
  expect(mail?.text).toContain("Hi there");
  expect(mail?.text).not.toContain(reason);
  expect((await ann.get(`/admin/users/${bob.id}`)).text).not.toContain("Verify the address by hand");
});

it("Only an unverified address that the operator saw can be verified, with a reason, and not one's own", async () => {
  const { ann: own } = await operator();
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, own.id));
  const [bob, done] = [await visitor.signedIn({ verified: false }), await visitor.signedIn()];
  for (const [page, status, words] of [
    [await verify(bob, ann, { reason: "short" }), 400, "Please give a reason of at least 10 characters"],
    [await verify(bob, ann, { address: "other@example.test" }), 409, "The address has changed"],
    [await verify(done), 409, "The address is already verified"],
    [await verify(own, own), 409, "This is your own account."],
  ] as const)
    expect([page.status, page.text.includes(words), words]).toEqual([status, true, words]);
  const changed = await verify(bob, ann, { address: "other@example.test" });
  expect([changed.field("address"), changed.text.includes(reason)]).toEqual([bob.email, true]);
  expect(await writtenOf(bob.id)).toEqual([false, [], []]);
  expect(await writtenOf(own.id)).toEqual([false, [], []]);
});

it("When operators verify an address at the same time, one does and the others are told, and one email is sent", async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => operator()));
  const bob = await visitor.signedIn({ verified: false });
  const pages = await Promise.all(all.map(({ ann }) => verify(bob, ann)));
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409]);
  for (const page of pages.filter(({ status }) => status === 409)) {
    expect(page.text).toContain("The address is already verified");
    expect(page.text).toContain(reason);
  }
  expect(await writtenOf(bob.id)).toEqual([true, [`verify-address: ${reason}`], ["verified"]]);
  expect(await mailsTo(bob.email)).toHaveLength(1);
});
