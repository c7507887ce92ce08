import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { hashPassword } from "#app/auth/passwords.server.ts";
import { isNewSignup } from "#app/auth/signup-notice.ts";
import { adminNotifications, factors, outbox, profiles, users } from "#drizzle/schema.ts";
import { callApi, codeAt, enrolApp, pendingBrowser } from "../support/accounts/factors.ts";
import { operator } from "../support/accounts/operator.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { person } from "../support/factories.ts";
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

/** A user whose profile was created some time ago. It also stops the clock. @param ms how long ago */
async function userCreatedAgo(ms: number) {
  vi.useFakeTimers({ toFake: ["Date"], now });
  const user = await person(db);
  await db.update(users).set({ passwordHash }).where(eq(users.id, user.id));
  await db
    .update(profiles)
    .set({ createdAt: now - ms })
    .where(eq(profiles.id, user.id));
  return user;
}

const signIn = (email: string, send = visitor.signedOut().send) => {
  const browser = visitor.signedOut();
  browser.send = send;
  return browser.submit("/sign-in", { email, password });
};
const noticesOf = (userId: string) =>
  db.select().from(adminNotifications).where(eq(adminNotifications.userId, userId));
const mails = (subjectId: string) => db.select().from(outbox).where(eq(outbox.subjectId, subjectId));

it("A sign-in 29.9 s after the profile was created notifies each operator by one mail", async () => {
  const user = await userCreatedAgo(29_900);
  expect((await signIn(user.email)).location).toBe("/");
  await expect.poll(() => noticesOf(user.id)).toHaveLength(1);
  const [row] = await noticesOf(user.id);
  expect(row).toMatchObject({
    type: "signup",
    userId: user.id,
    userName: user.username,
    message: `New sign-up: ${user.username}`,
    details: { email: user.email, authProvider: "email", timestamp: "2026-11-20T12:00:00.000Z" },
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
    .toMatchObject({ subject: `New sign-up: ${user.username}`, text: expect.stringContaining(user.email) });
  vi.useRealTimers();
  await ann.beginSession({ aal: "aal2", role: "operator" });
  const page = await ann.get("/admin/signups");
  expect(page.text).toContain(`New sign-up: ${user.username}`);
  expect(page.text).toContain(`${user.email} email 20 Nov 2026, 12:00 UTC`);
  expect(page.links).toContain(`/admin/users/${user.id}`);
  const older = await ann.get("/admin/signups?after=1");
  expect([older.text.includes(user.email), older.links.includes("/admin/signups")]).toEqual([false, true]);
  expect(older.text).toContain("First page");
}, 20_000);

it("A sign-in after 30 s is not a signup", async () => {
  expect([isNewSignup(0, 29_999), isNewSignup(0, 30_000)]).toEqual([true, false]);
  const user = await userCreatedAgo(30_000);
  expect((await signIn(user.email)).location).toBe("/");
  // Once the next one is there, the first one would be there as well.
  const next = await userCreatedAgo(1);
  await signIn(next.email);
  await expect.poll(() => noticesOf(next.id)).toHaveLength(1);
  expect(await noticesOf(user.id)).toEqual([]);
}, 20_000);

it("Ten concurrent sign-ins count as one signup", async () => {
  const user = await userCreatedAgo(5000);
  const pages = await Promise.all(Array.from({ length: 10 }, () => signIn(user.email)));
  expect(pages.map(({ location }) => location)).toEqual(Array(10).fill("/"));
  await signIn(user.email);
  await expect.poll(() => noticesOf(user.id)).toHaveLength(1);
  const [row] = await noticesOf(user.id);
  expect(await mails(row?.id ?? "")).toHaveLength(2);
}, 40_000);

it("A sign-in with a wrong password or without its second factor notifies no one", async () => {
  const user = await userCreatedAgo(1000);
  const page = await visitor.signedOut().submit("/sign-in", { email: user.email, password: "wrong" });
  expect(page.status).toBe(400);
  const factor = {
    friendlyName: "Phone",
    factorType: "phone",
    status: "verified",
    phone: "+491700000000",
  } as const;
  await db.insert(factors).values({ id: crypto.randomUUID(), userId: user.id, createdAt: now, ...factor });
  expect((await signIn(user.email)).location).toBe("/sign-in/factor");
  const next = await userCreatedAgo(1);
  await signIn(next.email);
  await expect.poll(() => noticesOf(next.id)).toHaveLength(1);
  expect(await noticesOf(user.id)).toEqual([]);
}, 20_000);

it("A second factor by API call also notifies the operators", async () => {
  const user = await userCreatedAgo(1000);
  const here = new Visitor(user);
  await here.beginSession();
  const { id, secret } = await enrolApp(here);
  await db.update(factors).set({ status: "verified" }).where(eq(factors.id, id));
  const half = await pendingBrowser(here);
  const { status } = await callApi(half, `/auth/factors/${id}/verify`, { code: codeAt(secret, Date.now()) });
  expect(status).toBe(200);
  await expect.poll(() => noticesOf(user.id)).toHaveLength(1);
});

it("If the notice fails, the sign-in succeeds and the failure is logged", async () => {
  expectErrorLog("later failed");
  const user = await userCreatedAgo(1000);
  const send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("admin_notifications")) });
  expect((await signIn(user.email, send)).location).toBe("/");
  expect(await noticesOf(user.id)).toEqual([]);
}, 20_000);

it("The answer to a sign-in does not wait for the notice", async () => {
  const user = await userCreatedAgo(1000);
  let release: (value: unknown) => void = () => {};
  const held = new Promise((resolve) => {
    release = resolve;
  });
  const send = productWith({
    DB: faultyDatabase(env.DB, (sql) => (sql.includes("admin_notifications") ? held : false)),
  });
  // The test's worker waits for the work after the answer, so the notice is released before that.
  const answer = signIn(user.email, send);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await noticesOf(user.id)).toEqual([]);
  release(null);
  expect((await answer).location).toBe("/");
  expect(await noticesOf(user.id)).toHaveLength(1);
}, 20_000);
