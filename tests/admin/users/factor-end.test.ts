import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as endings from "#app/auth/second-factor/factor-endings.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import {
  accountEvents,
  accountLinks,
  auditLog,
  factorEndings,
  factors,
  recoveryCodes,
} from "#drizzle/schema.ts";
import { addApp, codeAt, nextStep, pendingBrowser } from "../../support/accounts/factors.ts";
import { operator } from "../../support/accounts/operator.ts";
import { hour, now, pass, sweep } from "../../support/clock.ts";
import { mailsTo } from "../../support/mails.ts";
import { db, type Visitor, visitor } from "../../support/visitor.ts";

const reason = "Called us from the number on the invoice";

const send = (user: Visitor, intent: string, by: Visitor) =>
  by.submit(`/admin/users/${user.id}`, { intent, reason });
const factorsOf = (id: string) => db.select().from(factors).where(eq(factors.userId, id));
const endingOf = (id: string) => endings.findLast(db, id);
const auditOf = async (id: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.number)).map(
    ({ action }) => action,
  );

/** A user with an authenticator app, whose mails so far are not counted. */
async function member() {
  const bob = await visitor.signedIn();
  return { bob, app: await addApp(bob) };
}
const kindsTo = async (email: string, count: number) =>
  (await mailsTo(email, count)).map(({ kind }) => kind).toReversed();

it("A second factor ends 24 hours after an operator asked for it, and its owner is told twice", async () => {
  const { ann } = await operator();
  const { bob } = await member();
  const old = "old@former.test";
  await db.insert(accountLinks).values({
    id: crypto.randomUUID(),
    kind: "undo_email",
    userId: bob.id,
    email: old,
    createdAt: now(),
    expiresAt: now() + 100 * hour,
  });
  expect((await send(bob, "end-factor", ann)).location).toBe(`/admin/users/${bob.id}`);
  expect(await kindsTo(bob.email, 2)).toEqual(["factor_added", "factor_end_asked"]);
  expect(await kindsTo(old, 1)).toEqual(["factor_end_asked"]);
  const page = await ann.get(`/admin/users/${bob.id}`);
  for (const words of [
    "Two-step verification ends",
    "Keep two-step verification",
    "End of two-step verification due",
  ])
    expect(page.text).toContain(words);
  await pass(23 * hour);
  await sweep();
  expect([(await factorsOf(bob.id)).length, (await endingOf(bob.id))?.outcome]).toEqual([1, null]);
  await pass(2 * hour);
  expect(await sweep()).toMatchObject({ "factor-endings": 1 });
  expect(await factorsOf(bob.id)).toEqual([]);
  expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, bob.id))).toEqual([]);
  expect(await sessions.listAlive(db, bob.id, now())).toEqual([]);
  expect((await endingOf(bob.id))?.outcome).toBe("done");
  expect(await kindsTo(bob.email, 3)).toEqual(["factor_added", "factor_end_asked", "factor_ended"]);
  expect(await auditOf(bob.id)).toEqual(["end-factor"]);
  const events = await db.select().from(accountEvents).where(eq(accountEvents.userId, bob.id));
  expect(events.map(({ kind }) => kind).slice(-2)).toEqual(["factor_end_asked", "factor_removed"]);
  expect((await sweep())["factor-endings"]).toBe(0);
}, 30_000);

it("The owner stops it on the security page, and the factor stays", async () => {
  const { ann } = await operator();
  const { bob } = await member();
  expect((await bob.get("/profile/security")).text).not.toContain("Stop this");
  await send(bob, "end-factor", ann);
  expect((await bob.get("/profile/security")).text).toContain("Stop this");
  // A thief who has only the password is not signed in.
  const thief = await pendingBrowser(bob);
  await thief.submit("/profile/security", { intent: "keep-factors" });
  expect((await endingOf(bob.id))?.outcome).toBe(null);
  const done = await bob.submit("/profile/security", { intent: "keep-factors" });
  expect([done.status, done.location]).toEqual([303, "/profile/security"]);
  expect((await endingOf(bob.id))?.outcome).toBe("owner");
  await pass(25 * hour);
  await sweep();
  expect(await factorsOf(bob.id)).toHaveLength(1);
  expect((await ann.get(`/admin/users/${bob.id}`)).text).toContain("stopped by its owner");
}, 30_000);

it("Signing in with a code stops it", async () => {
  const { ann } = await operator();
  const { bob, app } = await member();
  await send(bob, "end-factor", ann);
  const other = await pendingBrowser(bob);
  await other.submit("/sign-in/factor", { code: "000000" });
  expect((await endingOf(bob.id))?.outcome).toBe(null);
  const at = await nextStep();
  expect((await other.submit("/sign-in/factor", { code: codeAt(app.secret, at) })).location).toBe("/");
  expect((await endingOf(bob.id))?.outcome).toBe("used");
  expect(await factorsOf(bob.id)).toHaveLength(1);
}, 30_000);

it("Operators stop it, ask again, and never end their own factor or one that is not there", async () => {
  const { ann } = await operator();
  const { bob } = await member();
  const without = await visitor.signedIn();
  await addApp(ann);
  expect((await send(ann, "end-factor", ann)).status).toBe(409);
  for (const intent of ["end-factor", "keep-factor"]) {
    const refused = await send(without, intent, ann);
    expect([intent, refused.status, refused.text.includes(reason)]).toEqual([intent, 409, true]);
  }
  expect((await send(bob, "keep-factor", ann)).status).toBe(409);
  for (const intent of ["end-factor", "keep-factor", "end-factor"])
    expect([intent, (await send(bob, intent, ann)).status]).toEqual([intent, 303]);
  expect((await send(bob, "end-factor", ann)).status).toBe(409);
  expect(await auditOf(bob.id)).toEqual(["end-factor", "keep-factor", "end-factor"]);
  expect([await auditOf(ann.id), await auditOf(without.id)]).toEqual([[], []]);
});

it("Adding a factor stops it, and a stop that comes too late says that there is nothing to stop", async () => {
  const { ann } = await operator();
  const { bob } = await member();
  await send(bob, "end-factor", ann);
  await addApp(bob);
  expect((await endingOf(bob.id))?.outcome).toBe("used");
  await bob.submit("/profile/security", { intent: "keep-factors" });
  expect((await bob.get("/profile/security")).text).toContain("There is nothing to stop");
  const kinds = await db.select().from(accountEvents).where(eq(accountEvents.userId, bob.id));
  expect(kinds.map(({ kind }) => kind)).not.toContain("factor_end_stopped");
});

it("No operator's second factor is ended, and an account whose factor is about to end is not given the role", async () => {
  const [{ ann }, { ann: eve }] = [await operator(), await operator()];
  await addApp(eve);
  const refused = await send(eve, "end-factor", ann);
  expect([refused.status, refused.text.includes("is an operator: remove the role first")]).toEqual([
    403,
    true,
  ]);
  const { bob } = await member();
  await send(bob, "end-factor", ann);
  const role = await ann.submit(`/admin/operators?confirm=give&who=${bob.id}`, {
    intent: "give",
    id: bob.id,
    reason,
  });
  expect([role.status, role.text.includes("has no second factor")]).toEqual([409, true]);
});

it("When operators ask at the same time, one does and one email is sent; a stop and the end are never both done", async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => operator()));
  const { bob } = await member();
  const pages = await Promise.all(all.map(({ ann }) => send(bob, "end-factor", ann)));
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409]);
  expect(await kindsTo(bob.email, 2)).toEqual(["factor_added", "factor_end_asked"]);
  await pass(25 * hour);
  const [ending] = await db.select().from(factorEndings).where(eq(factorEndings.userId, bob.id));
  const deps = { db, clock: { now }, inboxes: { endSession: async () => {} } } as never;
  const run = () => endings.dueEndings.run(deps, String(ending?.number));
  const [first, second] = await Promise.all([run(), run(), send(bob, "keep-factor", all[0]?.ann as Visitor)]);
  const outcome = (await endingOf(bob.id))?.outcome;
  expect([first, second].filter(Boolean)).toHaveLength(outcome === "done" ? 1 : 0);
  expect(await factorsOf(bob.id)).toHaveLength(outcome === "done" ? 0 : 1);
}, 30_000);
