import { env } from "cloudflare:workers";
import { eq, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it, vi } from "vitest";
import * as schema from "#drizzle/schema.ts";
import { findCreditProblem } from "#drizzle/seed/credit-book.ts";
import {
  addFactor,
  day,
  deleteAccount,
  password,
  userOf,
  withPassword,
} from "../support/accounts/deletion.ts";
import { person } from "../support/factories.ts";
import { mailsTo } from "../support/mails.ts";
import { db, visitor } from "../support/visitor.ts";

vi.setConfig({ testTimeout: 20_000 });

it("Deleting an account signs out, shows a notice and leaves no personal data in any table", async () => {
  const ann = await withPassword(
    await visitor.signedIn({ username: "annabel-ruiz", fullName: "Annabel Ruiz-Ortega" }),
  );
  const at = Date.now();
  await db
    .update(schema.profiles)
    .set({
      title: "Bookbinder of Cádiz",
      description: "Binding since 1999",
      avatarUrl: "/images/picture-of-annabel-03?w=96",
      timeZone: "Europe/Madrid",
    })
    .where(eq(schema.profiles.id, ann.id));
  await db.update(schema.sessions).set({ device: "Annabel's phone", place: "Cádiz, ES" });
  await addFactor(ann.id);
  await db.insert(schema.recoveryCodes).values({ userId: ann.id, codeHash: "the hash", createdAt: at });
  const link = {
    id: "a-link",
    kind: "change_email",
    userId: ann.id,
    email: "annabel-ruiz@new.test",
    createdAt: at,
    expiresAt: at + day,
  } as const;
  await db.insert(schema.accountLinks).values(link);
  const mail = { userId: ann.id, createdAt: at, dueAt: at, attempts: 0 };
  await db.insert(schema.outbox).values([
    { ...mail, id: "sent", kind: "change_email", address: link.email, sentAt: at },
    { ...mail, id: "waits", kind: "verify" },
    { ...mail, id: "told", kind: "late", sentAt: at, subject: "For Annabel", path: "/@annabel-ruiz" },
  ]);
  const details = { email: ann.email, authProvider: "email", timestamp: "" };
  await db.insert(schema.adminNotifications).values({
    id: "note",
    type: "signup",
    userId: ann.id,
    userName: "annabel-ruiz",
    message: "New sign-up: Annabel Ruiz-Ortega",
    details,
    createdAt: at,
  });
  await env.BUCKET.put("picture-of-annabel-03/96.webp", "a face");
  const other = await person(db);
  await db
    .update(schema.profiles)
    .set({ avatarUrl: "/images/another-03?w=96" })
    .where(eq(schema.profiles.id, other.id));
  await ann.beginSession({ aal: "aal2" });

  const answer = await deleteAccount(ann);
  expect([answer.status, answer.location]).toEqual([303, "/"]);
  expect(answer.headers.get("Clear-Site-Data")).toBe('"storage"');
  expect((await ann.get("/")).text).toContain("Your account was deleted.");
  expect((await ann.get("/orders")).location).toMatch(/^\/sign-in/);

  expect(await mailsTo(ann.email)).toMatchObject([
    { kind: "account_deleted", subject: "Your account was deleted" },
  ]);
  await expect.poll(() => env.BUCKET.head("picture-of-annabel-03/96.webp")).toBeNull();
  for (const table of Object.values(schema).filter((one) => is(one, SQLiteTable))) {
    // The username stays reserved for 90 days.
    if (table === schema.formerUsernames) continue;
    const rows = JSON.stringify(await db.select().from(table));
    expect(rows).not.toMatch(/annabel|Cádiz|Binding since|Madrid|49301234567|the hash|scrypt/i);
  }
  expect(await userOf(ann.id)).toMatchObject({
    users: { email: `${ann.id}@deleted.invalid`, deletedAt: expect.any(Number) },
    profiles: { username: expect.stringMatching(/^deleted-/), deletedAt: expect.any(Number) },
  });
  const events = await db.select().from(schema.accountEvents).where(eq(schema.accountEvents.userId, ann.id));
  expect(events.map(({ kind }) => kind)).toEqual(["deleted"]);
});

it("No one can sign in to a deleted account, and its address is free for a new account", async () => {
  const ann = await withPassword(await visitor.signedIn({ username: "first-ann", credit: true }));
  await deleteAccount(ann);
  const again = await visitor.signedOut().submit("/sign-in", { email: ann.email, password });
  expect(again.text).toContain("Failed to sign in. Please check your credentials.");
  const formerAddress = await visitor
    .signedOut()
    .submit("/sign-in", { email: `${ann.id}@deleted.invalid`, password });
  expect(formerAddress.text).toContain("Failed to sign in. Please check your credentials.");
  const form = { fullName: "Another Ann", username: "second-ann", email: ann.email, password };
  expect((await visitor.signedOut().submit("/sign-up", form)).location).toBe("/sign-in");
  const [fresh] = await db.select().from(schema.users).where(eq(schema.users.email, ann.email));
  // The credit of a new user is not given to the same address twice.
  const given = (id = "") => db.select().from(schema.credits).where(eq(schema.credits.userId, id));
  expect([(await given(ann.id)).length, (await given(fresh?.id)).length]).toEqual([1, 0]);
  expect(await findCreditProblem(db)).toBeNull();
  expect(fresh).toMatchObject({ deletedAt: null });
  expect(fresh?.id).not.toBe(ann.id);
});

it("The username of a deleted account is reserved for 90 days", async () => {
  const ann = await withPassword(await visitor.signedIn({ username: "name-of-ann" }));
  await deleteAccount(ann);
  const [reserved] = await db
    .select()
    .from(schema.formerUsernames)
    .where(eq(schema.formerUsernames.username, "name-of-ann"));
  expect(Math.round(((reserved?.until ?? 0) - Date.now()) / day)).toBe(90);
  expect(await db.select().from(schema.profiles).where(eq(schema.profiles.username, "name-of-ann"))).toEqual(
    [],
  );
});

it("A picture that another profile also shows stays in the bucket", async () => {
  const ann = await withPassword(await visitor.signedIn());
  const bob = await person(db);
  await db
    .update(schema.profiles)
    .set({ avatarUrl: "/images/shared-03?w=96" })
    .where(eq(schema.profiles.id, ann.id));
  await db
    .update(schema.profiles)
    .set({ avatarUrl: "/images/shared-03?w=96" })
    .where(eq(schema.profiles.id, bob.id));
  await env.BUCKET.put("shared-03/96.webp", "a face");
  await deleteAccount(ann);
  expect(await env.BUCKET.head("shared-03/96.webp")).not.toBeNull();
});

it("A mail to a deleted account is not sent or retried", async () => {
  const ann = await withPassword(await visitor.signedIn());
  await deleteAccount(ann);
  const late = {
    id: "late",
    kind: "payment_returned",
    userId: ann.id,
    createdAt: 1,
    dueAt: 1,
    attempts: 0,
  };
  await db.insert(schema.outbox).values(late);
  await visitor.signedOut().fetch("/dev/sweep", { method: "POST" });
  const [mail] = await db.select().from(schema.outbox).where(eq(schema.outbox.id, "late"));
  expect(mail).toMatchObject({ sentAt: expect.any(Number), error: "not sent: the account was deleted" });
  const mails = await visitor.signedOut().fetch(`/dev/mailbox.json?to=${ann.id}@deleted.invalid`);
  expect(await mails.json()).toEqual([]);
});
