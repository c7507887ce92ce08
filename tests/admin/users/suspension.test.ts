import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as suspensions from "#app/admin/users/suspensions.server.ts";
import { hashPassword } from "#app/auth/passwords.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import * as guards from "#app/lib/guards.server.ts";
import { accountEvents, auditLog, messages, orders, outbox, users } from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { gig } from "../../support/factories.ts";
import { newestMail } from "../../support/mails.ts";
import { db, origin, type Visitor, visitor } from "../../support/visitor.ts";

const reason = "Sold a logo that was somebody else's";
const sentence = "This account is suspended. If you think this is a mistake, please write to us.";

const suspend = (by: Visitor, id: string, fields: Record<string, string> = {}) =>
  by.submit(`/admin/users/${id}`, { intent: "suspend", rule: "conduct", reason, ...fields });
const restore = (by: Visitor, id: string) =>
  by.submit(`/admin/users/${id}`, { intent: "restore", reason: "It was a mistake of ours" });

/** Everything that a suspension writes about a user. */
async function writtenOf(id: string) {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return {
    suspended: user?.suspendedAt !== null,
    audit: (await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map((row) => [
      row.operatorId,
      row.action,
      row.reason,
    ]),
    events: (await db.select().from(accountEvents).where(eq(accountEvents.userId, id))).map(
      ({ kind }) => kind,
    ),
    mails: (await db.select().from(outbox).where(eq(outbox.userId, id)).orderBy(outbox.number)).map(
      ({ kind }) => kind,
    ),
  };
}

const nothing = { suspended: false, audit: [], events: [], mails: [] };

it("Suspending a user ends every session and open tab immediately, and tells the user why", async () => {
  const { ann } = await operator();
  const bob = await visitor.signedIn({ fullName: "Bob Hall" });
  const elsewhere = { access: bob.cookie("access") ?? "", session: bob.cookie("session") ?? "" };
  await bob.beginSession();
  const { webSocket } = await bob.fetch("/live", { headers: { Upgrade: "websocket", Origin: origin } });
  const closed = new Promise((resolve) => webSocket?.addEventListener("close", resolve));
  webSocket?.accept();

  const done = await suspend(ann, bob.id);
  expect([done.status, done.location]).toEqual([303, `/admin/users/${bob.id}`]);
  const page = await ann.get(`/admin/users/${bob.id}`);
  expect(page.text).toContain("Bob Hall is suspended");
  expect(page.text).toContain("Suspended since");
  for (const words of [reason, "Restore Bob Hall"]) expect(page.text).toContain(words);
  expect((await ann.get(`/admin/users/${bob.id}?tab=sessions`)).text).not.toContain("Signed in");
  expect(await closed).toMatchObject({ code: 4401 });
  expect(await writtenOf(bob.id)).toEqual({
    suspended: true,
    audit: [[ann.id, "suspend", reason]],
    events: ["suspended"],
    mails: ["suspended"],
  });
  expect((await newestMail(bob.email, "suspended")).text).toContain(reason);

  // The remaining tokens open nothing, and cannot be refreshed.
  expect((await bob.open("/orders")).title).toContain("Sign In");
  for (const [name, value] of Object.entries(elsewhere)) {
    const user = visitor.signedOut();
    user.setCookie(name, value);
    const ordered = await gig(db);
    expect((await user.open("/orders")).title).toContain("Sign In");
    expect((await user.submit("/orders", { gigId: ordered.id })).location).toContain("/sign-in");
    const refreshed = await user.fetch("/auth/refresh", { method: "POST", headers: { Origin: origin } });
    expect(refreshed.status).toBe(401);
    expect((await user.submit("/messages", { conversation: "any", content: "Hello" })).location).toContain(
      "/sign-in",
    );
  }
  expect(await db.select().from(orders).where(eq(orders.buyerId, bob.id))).toEqual([]);
  expect(await db.select().from(messages).where(eq(messages.senderId, bob.id))).toEqual([]);
});

it("Sign-in says that an account is suspended only after the right password; once restored, it can sign in", async () => {
  const { ann } = await operator();
  const bob = await visitor.signedIn();
  await db
    .update(users)
    .set({ passwordHash: await hashPassword("bread and salt") })
    .where(eq(users.id, bob.id));
  await suspend(ann, bob.id);
  const signIn = (password: string) => visitor.signedOut().submit("/sign-in", { email: bob.email, password });
  const right = await signIn("bread and salt");
  expect(right.status).toBe(403);
  expect(right.text).toContain(sentence);
  expect(right.headers.getSetCookie().filter((cookie) => /^(session|access)=[^;]/.test(cookie))).toEqual([]);
  expect((await signIn("salt and bread")).text).toContain(
    "Failed to sign in. Please check your credentials.",
  );

  expect((await restore(ann, bob.id)).status).toBe(303);
  expect((await signIn("bread and salt")).location).toBe("/");
  expect(await writtenOf(bob.id)).toEqual({
    suspended: false,
    audit: [
      [ann.id, "suspend", reason],
      [ann.id, "restore", "It was a mistake of ours"],
    ],
    events: ["suspended", "restored"],
    mails: ["suspended", "restored"],
  });
  expect((await newestMail(bob.email, "restored")).text).toContain("It was a mistake of ours");
  // The ended sessions stay ended.
  expect((await bob.open("/orders")).title).toContain("Sign In");
}, 20_000);

it("A suspension needs a reason of at least ten characters; a shorter text stays in the field", async () => {
  const { ann } = await operator();
  const bob = await visitor.signedIn();
  for (const short of ["", "  too short  ".slice(0, 9), "         "]) {
    const page = await suspend(ann, bob.id, { reason: short });
    expect(page.status).toBe(400);
    expect(page.text).toContain("Please give a reason of at least 10 characters");
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  }
  const long = await suspend(ann, bob.id, { reason: "x".repeat(1001) });
  expect([long.status, long.field("reason")]).toEqual([400, "x".repeat(1001)]);
  const unclear = await suspend(ann, bob.id, { intent: "delete" });
  expect([unclear.status, unclear.field("reason")]).toEqual([400, reason]);
  expect(await writtenOf(bob.id)).toEqual(nothing);
  expect((await bob.get("/orders")).status).toBe(200);
});

it("Operators cannot suspend themselves, a suspended user or a deleted user", async () => {
  const { ann } = await operator();
  const own = await suspend(ann, ann.id);
  expect(own.status).toBe(409);
  expect(own.text).toContain("You can't suspend or restore your own account");
  expect(await writtenOf(ann.id)).toEqual(nothing);

  const bob = await visitor.signedIn({ fullName: "Bob Hall" });
  expect((await restore(ann, bob.id)).text).toContain("Bob Hall is not suspended");
  await suspend(ann, bob.id);
  const twice = await suspend(ann, bob.id, { reason: "Another good reason" });
  expect([twice.status, twice.field("reason")]).toEqual([409, "Another good reason"]);
  expect(twice.text).toContain("Bob Hall is already suspended");
  expect((await writtenOf(bob.id)).audit).toEqual([[ann.id, "suspend", reason]]);

  const gone = await visitor.signedIn();
  await db.update(users).set({ deletedAt: 1 }).where(eq(users.id, gone.id));
  expect((await suspend(ann, gone.id)).text).toContain("This account has been deleted");
  expect(await writtenOf(gone.id)).toEqual(nothing);
  expect((await suspend(ann, "nobody")).status).toBe(404);
});

it("When operators suspend a user at the same time, one does and the others are told", async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => operator()));
  const bob = await visitor.signedIn({ fullName: "Bob Hall" });
  const pages = await Promise.all(all.map(({ ann }) => suspend(ann, bob.id)));
  const lost = pages.filter(({ status }) => status === 409);
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409, 409, 409]);
  for (const page of lost) expect(page.text).toContain("Bob Hall is already suspended");
  const written = await writtenOf(bob.id);
  expect([written.audit.length, written.events, written.mails]).toEqual([1, ["suspended"], ["suspended"]]);
});

it("An operator whose session, role or account ends before the write writes nothing", async () => {
  const bob = await visitor.signedIn();
  const request = (operator: Visitor, sessionId: string) => ({
    userId: bob.id,
    reason,
    rule: "conduct" as const,
    operator: {
      id: operator.id,
      sessionId,
      aal: "aal2" as const,
      roles: ["user" as const, "operator" as const],
    },
  });
  const sessionOf = async (user: Visitor) =>
    (await sessions.listAlive(db, user.id, Date.now())).find(({ aal }) => aal === "aal2")?.id ?? "";
  const ends: Record<string, (user: Visitor, id: string) => Promise<unknown>> = {
    "session over": (user, id) => sessions.ended(db, user.id, id, Date.now()).then((done) => done),
    "role gone": (user) =>
      db
        .update(users)
        .set({ role: "user" })
        .where(eq(users.id, user.id))
        .then((done) => done),
    suspended: (user) =>
      db
        .update(users)
        .set({ suspendedAt: 1 })
        .where(eq(users.id, user.id))
        .then((done) => done),
  };
  for (const [name, end] of Object.entries(ends)) {
    const { ann } = await operator();
    const id = await sessionOf(ann);
    await end(ann, id);
    const done = suspensions.apply(db, "suspend", request(ann, id), Date.now());
    expect([name, await done.catch(guards.broken)]).toEqual([name, "operator"]);
  }
  expect(await writtenOf(bob.id)).toEqual(nothing);
});

it("A session cannot begin once the user is suspended", async () => {
  const bob = await visitor.signedIn();
  const start = {
    userId: bob.id,
    role: "user",
    aal: "aal1" as const,
    owesFactor: false,
    device: "",
    place: null,
  };
  const { row } = sessions.build({ ...start, at: Date.now() });
  await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, bob.id));
  const error = await db.batch(sessions.started(db, row)).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(sessions.isStartRefused(error)).toBe(true);
  expect(await sessions.isAlive(db, row.id, Date.now())).toBe(false);
});

it("Audit rows cannot be changed or deleted", async () => {
  const { ann } = await operator();
  const bob = await visitor.signedIn();
  await suspend(ann, bob.id);
  const row = and(eq(auditLog.subjectId, bob.id));
  await expect(db.update(auditLog).set({ reason: "Another" }).where(row)).rejects.toThrow();
  await expect(db.delete(auditLog).where(row)).rejects.toThrow();
});
