import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { hashPassword } from "#app/auth/passwords.server.ts";
import { isNewSignup } from "#app/emails/signup-notice.ts";
import { adminNotifications, factors, outbox, profiles, users } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, shopWith } from "../support/bindings/faulty.ts";
import { person } from "../support/factories.ts";
import { callApi, codeAt, enrolApp, pendingBrowser } from "../support/factors.ts";
import { operator } from "../support/operator.ts";
import { db, Visitor, visitor } from "../support/visitor.ts";

const password = "bread and salt";
const passwordHash = await hashPassword(password);
const { ann } = await operator();
const { ann: second } = await operator({ aal: "aal1" });
const { ann: suspended } = await operator();
await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, suspended.id));

afterEach(() => {
  vi.useRealTimers();
});

const now = Date.UTC(2026, 10, 20, 12);

/** Somebody whose profile was made so long ago, in ms; the time stands still. */
async function madeBefore(ms: number) {
  vi.useFakeTimers({ toFake: ["Date"], now });
  const who = await person(db);
  await db.update(users).set({ passwordHash }).where(eq(users.id, who.id));
  await db
    .update(profiles)
    .set({ createdAt: now - ms })
    .where(eq(profiles.id, who.id));
  return who;
}

const signIn = (email: string, door = visitor.signedOut().door) => {
  const who = visitor.signedOut();
  who.door = door;
  return who.submit("/sign-in", { email, password });
};
const told = (userId: string) =>
  db.select().from(adminNotifications).where(eq(adminNotifications.userId, userId));
const mails = (subjectId: string) => db.select().from(outbox).where(eq(outbox.subjectId, subjectId));

it("a sign-in 29.9 s after the profile was made is a new signup: the operators are told, each by one mail", async () => {
  const who = await madeBefore(29_900);
  expect((await signIn(who.email)).location).toBe("/");
  await expect.poll(() => told(who.id)).toHaveLength(1);
  const [row] = await told(who.id);
  expect(row).toMatchObject({
    type: "signup",
    userId: who.id,
    userName: who.username,
    message: `${who.username} has signed up`,
    details: { email: who.email, authProvider: "email", timestamp: "2026-11-20T12:00:00.000Z" },
    createdAt: now,
  });
  const written = await mails(row?.id ?? "");
  expect(written.map(({ kind, userId }) => [kind, userId]).toSorted()).toEqual(
    [
      ["new_signup", ann.id],
      ["new_signup", second.id],
    ].toSorted(),
  );
  await expect
    .poll(async () => {
      const box = await visitor.signedOut().fetch(`/dev/mailbox.json?to=${encodeURIComponent(ann.email)}`);
      return (await box.json<{ subject: string; text: string }[]>())[0];
    })
    .toMatchObject({ subject: `${who.username} has signed up`, text: expect.stringContaining(who.email) });
  vi.useRealTimers();
  await ann.beginSession({ aal: "aal2", role: "operator" });
  const page = await ann.get("/admin/signups");
  expect(page.text).toContain(`${who.username} has signed up`);
  expect(page.text).toContain(`${who.email} · email · 20 Nov 2026, 12:00 UTC`);
  expect(page.links).toContain(`/admin/users/${who.id}`);
}, 20_000);

it("after 30 s it is an ordinary sign-in", async () => {
  expect([isNewSignup(0, 29_999), isNewSignup(0, 30_000)]).toEqual([true, false]);
  const who = await madeBefore(30_000);
  expect((await signIn(who.email)).location).toBe("/");
  // The one after it has been told, so this one would have been.
  const next = await madeBefore(1);
  await signIn(next.email);
  await expect.poll(() => told(next.id)).toHaveLength(1);
  expect(await told(who.id)).toEqual([]);
}, 20_000);

it("ten sign-ins at once are one signup", async () => {
  const who = await madeBefore(5000);
  const pages = await Promise.all(Array.from({ length: 10 }, () => signIn(who.email)));
  expect(pages.map(({ location }) => location)).toEqual(Array(10).fill("/"));
  await signIn(who.email);
  await expect.poll(() => told(who.id)).toHaveLength(1);
  const [row] = await told(who.id);
  expect(await mails(row?.id ?? "")).toHaveLength(2);
}, 40_000);

it("neither a wrong password nor a second factor that is still owed is a sign-in", async () => {
  const who = await madeBefore(1000);
  const page = await visitor.signedOut().submit("/sign-in", { email: who.email, password: "wrong" });
  expect(page.status).toBe(400);
  const factor = {
    friendlyName: "Phone",
    factorType: "phone",
    status: "verified",
    phone: "+491700000000",
  } as const;
  await db.insert(factors).values({ id: crypto.randomUUID(), userId: who.id, createdAt: now, ...factor });
  expect((await signIn(who.email)).location).toBe("/sign-in/factor");
  const next = await madeBefore(1);
  await signIn(next.email);
  await expect.poll(() => told(next.id)).toHaveLength(1);
  expect(await told(who.id)).toEqual([]);
}, 20_000);

it("a second factor by call is a sign-in as by form", async () => {
  const who = await madeBefore(1000);
  const here = new Visitor(who);
  await here.beginSession();
  const { id, secret } = await enrolApp(here);
  await db.update(factors).set({ status: "verified" }).where(eq(factors.id, id));
  const half = await pendingBrowser(here);
  const { status } = await callApi(half, `/auth/factors/${id}/verify`, { code: codeAt(secret, Date.now()) });
  expect(status).toBe(200);
  await expect.poll(() => told(who.id)).toHaveLength(1);
});

it("when the operators cannot be told, the sign-in is as good, and the failure is logged", async () => {
  expectErrorLog("later failed");
  const who = await madeBefore(1000);
  const door = shopWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("admin_notifications")) });
  expect((await signIn(who.email, door)).location).toBe("/");
  expect(await told(who.id)).toEqual([]);
}, 20_000);

it("it delays nobody: the answer does not wait for it", async () => {
  const who = await madeBefore(1000);
  let release: (value: unknown) => void = () => {};
  const held = new Promise((resolve) => {
    release = resolve;
  });
  const door = shopWith({
    DB: faultyDatabase(env.DB, (sql) => (sql.includes("admin_notifications") ? held : false)),
  });
  // The test's door waits for what goes on after the answer; so it is let go from outside.
  const answer = signIn(who.email, door);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await told(who.id)).toEqual([]);
  release(null);
  expect((await answer).location).toBe("/");
  expect(await told(who.id)).toHaveLength(1);
}, 20_000);
