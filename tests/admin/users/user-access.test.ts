import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { hashPassword } from "#app/auth/passwords.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { accountEvents, auditLog, limits, users } from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { db, origin, type Page, type Visitor, visitor } from "../../support/visitor.ts";

const { ann } = await operator();
const reason = "The owner has lost the laptop";

const sessionsPath = (id: string) => `/admin/users/${id}?tab=sessions`;
const limitsPath = (id: string) => `/admin/users/${id}?tab=limits`;
const picksOf = (page: Page) =>
  [...page.html.matchAll(/name="pick"[^>]*value="([^"]+)"/g)].map(([, value]) => value ?? "");
const auditOf = async (id: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.number)).map(
    ({ action, reason }) => [action, reason],
  );
const eventsOf = async (id: string) =>
  (await db.select().from(accountEvents).where(eq(accountEvents.userId, id))).map(({ kind }) => kind);

it("An operator ends one session of a user, whose open tab closes; the other stays", async () => {
  const bob = await visitor.signedIn();
  const [first] = await sessions.listAlive(db, bob.id, Date.now());
  const elsewhere = visitor.signedOut();
  for (const name of ["access", "session"]) elsewhere.setCookie(name, bob.cookie(name) ?? "");
  const { webSocket } = await bob.fetch("/live", { headers: { Upgrade: "websocket", Origin: origin } });
  const closed = new Promise((resolve) => webSocket?.addEventListener("close", resolve));
  webSocket?.accept();
  await bob.beginSession();

  const page = await ann.get(sessionsPath(bob.id));
  expect(picksOf(page)).toHaveLength(2);
  const pick = `${first?.id}:0`;
  const done = await ann.submit(sessionsPath(bob.id), { intent: "end-sessions", pick, reason });
  expect([done.status, done.location]).toEqual([303, sessionsPath(bob.id)]);
  expect(await closed).toMatchObject({ code: 4401 });
  expect((await elsewhere.open("/orders")).title).toContain("Sign In");
  expect((await bob.get("/orders")).status).toBe(200);
  expect(await auditOf(bob.id)).toEqual([["end-session", reason]]);
  expect(await eventsOf(bob.id)).toEqual(["session_ended"]);
  const after = await ann.get(sessionsPath(bob.id));
  expect([picksOf(after).length, after.text.includes("Ended ")]).toEqual([1, true]);
});

it("An operator ends all sessions of a user, including a sign-in that still needs a code", async () => {
  const bob = await visitor.signedIn();
  await bob.beginSession();
  const start = {
    userId: bob.id,
    role: "user",
    aal: "aal1",
    owesFactor: true,
    device: "",
    place: null,
  } as const;
  const { row } = sessions.build({ ...start, at: Date.now() });
  await db.batch(sessions.started(db, row));
  expect((await ann.get(sessionsPath(bob.id))).text).toContain("Waiting for a code");
  const done = await ann.submit(sessionsPath(bob.id), { intent: "end-all-sessions", reason });
  expect([done.status, done.location]).toEqual([303, sessionsPath(bob.id)]);
  expect((await bob.open("/orders")).title).toContain("Sign In");
  expect(await sessions.isAlive(db, row.id, Date.now())).toBe(false);
  expect(await auditOf(bob.id)).toEqual([["end-sessions", reason]]);
  expect(await eventsOf(bob.id)).toEqual(["sessions_ended"]);
  const again = await ann.submit(sessionsPath(bob.id), { intent: "end-all-sessions", reason });
  expect([again.status, again.text.includes("All sessions have already ended")]).toEqual([409, true]);
  expect(again.text).toContain(reason);
});

it("A short reason, no choice and another user's session end nothing, and the reason stays", async () => {
  const [bob, cleo] = [await visitor.signedIn(), await visitor.signedIn()];
  const [hers] = await sessions.listAlive(db, cleo.id, Date.now());
  const send = (fields: Record<string, string>) => ann.submit(sessionsPath(bob.id), { reason, ...fields });
  const all = "end-all-sessions";
  for (const [fields, status, words] of [
    [{ intent: all, reason: "short" }, 400, "Please give a reason of at least 10 characters"],
    [{ intent: "end-sessions" }, 400, "Please choose a session"],
    [{ intent: "end-sessions", pick: "x" }, 400, "Please choose a session"],
    [{ intent: "end-sessions", pick: `${hers?.id}:0` }, 409, "There is no such session"],
    [{ intent: "end" }, 400, "Please choose what to do"],
  ] as const) {
    const page = await send(fields);
    expect([fields, page.status]).toEqual([fields, status]);
    expect(page.text).toContain(words);
    expect(page.text).toContain("reason" in fields ? fields.reason : reason);
  }
  for (const one of [bob, cleo]) {
    expect((await one.get("/orders")).status).toBe(200);
    expect(await auditOf(one.id)).toEqual([]);
  }
});

it("Operators decide about no account of their own, and about no deleted one", async () => {
  const { ann: own } = await operator();
  const gone = await visitor.signedIn();
  await db.update(users).set({ deletedAt: 1 }).where(eq(users.id, gone.id));
  for (const [id, words] of [
    [own.id, "This is your own account."],
    [gone.id, "This account has been deleted."],
  ] as const)
    for (const path of [sessionsPath(id), limitsPath(id)]) {
      const page = await own.submit(path, { intent: "end-all-sessions", reason });
      expect([page.status, page.text.includes(words)]).toEqual([409, true]);
      expect((await own.get(path)).html).not.toContain('name="reason"');
      expect(await auditOf(id)).toEqual([]);
    }
});

it("When operators end a user's sessions at the same time, one does and the others are told", async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => operator()));
  const bob = await visitor.signedIn();
  const [first] = await sessions.listAlive(db, bob.id, Date.now());
  const fields = { intent: "end-sessions", pick: `${first?.id}:0`, reason };
  const pages = await Promise.all(all.map(({ ann }) => ann.submit(sessionsPath(bob.id), fields)));
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409]);
  for (const page of pages.filter(({ status }) => status === 409))
    expect(page.text).toContain("This session has already ended");
  expect(await auditOf(bob.id)).toHaveLength(1);
});

const signIn = (as: Visitor, password: string, from: Visitor) =>
  from.submit("/sign-in", { email: as.email, password });

it("An operator lifts a used-up limit of passwords, and the owner can sign in immediately", async () => {
  const bob = await visitor.signedIn();
  await db
    .update(users)
    .set({ passwordHash: await hashPassword("bread and salt") })
    .where(eq(users.id, bob.id));
  const guest = visitor.signedOut();
  expect((await ann.get(limitsPath(bob.id))).text).toContain("No limits are used up");
  await db.insert(limits).values({
    key: `sign-in:account:${await sha256(bob.email)}`,
    count: 3,
    resetsAt: Date.now() + 600_000,
  });
  for (let i = 0; i < 10; i++) await signIn(bob, "salt and bread", guest);
  expect((await signIn(bob, "bread and salt", guest)).status).toBe(429);

  const page = await ann.get(limitsPath(bob.id));
  expect(page.text).toContain("Passwords, from one network 11 of 10 Refused");
  const [pick = "", ...others] = picksOf(page);
  expect(others).toEqual([]);
  // The counter's key holds the network, which the page does not show.
  const [row] = (await db.select().from(limits)).filter(({ key }) => key.startsWith("sign-in:pair:"));
  expect(page.html).not.toContain(row?.key.split(":")[2] ?? "x");
  const done = await ann.submit(limitsPath(bob.id), { intent: "lift-limits", pick, reason });
  expect([done.status, done.location]).toEqual([303, limitsPath(bob.id)]);
  expect((await signIn(bob, "bread and salt", guest)).location).toBe("/");
  const [audit] = await db.select().from(auditLog).where(eq(auditLog.subjectId, bob.id));
  expect(audit).toMatchObject({ action: "lift-limit", reason, after: "0" });
  expect(audit?.before).toContain("11 of 10");
}, 30_000);

it("When operators lift a limit at the same time, one does; a limit of someone else cannot be lifted here", async () => {
  const [bob, cleo] = [await visitor.signedIn(), await visitor.signedIn()];
  const resetsAt = Date.now() + 600_000;
  const key = `message:hour:account:${await sha256(bob.id)}`;
  await db.insert(limits).values([
    { key: `setting:day:account:${await sha256(bob.id)}`, count: 18, resetsAt },
    { key: `review:day:account:${await sha256(bob.id)}`, count: 3, resetsAt },
    { key: `order:day:account:${await sha256(bob.id)}`, count: 30, resetsAt: Date.now() - 1 },
    { key, count: 9999, resetsAt },
  ]);
  const page = await ann.get(limitsPath(bob.id));
  const [pick = "", ...others] = picksOf(page);
  expect([page.text.includes("Security settings, in a day 18 of 20 Nearly used up"), others]).toEqual([
    true,
    [],
  ]);
  const lift = (by: Visitor, id: string) =>
    by.submit(limitsPath(id), { intent: "lift-limits", pick, reason });
  expect((await lift(ann, cleo.id)).status).toBe(409);
  const all = await Promise.all(Array.from({ length: 4 }, () => operator()));
  const pages = await Promise.all(all.map(({ ann }) => lift(ann, bob.id)));
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409]);
  for (const lost of pages.filter(({ status }) => status === 409))
    expect(lost.text).toContain("This limit has already been lifted or has expired");
  expect([await auditOf(bob.id), await auditOf(cleo.id)]).toEqual([[["lift-limit", reason]], []]);
});
