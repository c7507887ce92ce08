import { env } from "cloudflare:workers";
import { eq, inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import type { Announcement } from "#app/announcements/announcement.ts";
import { dueAnnouncements } from "#app/announcements/announcements.server.ts";
import * as mails from "#app/outbox/outbox.server.ts";
import * as schema from "#drizzle/schema.ts";
import { faultyDatabase, measuredDatabase } from "#tests/support/bindings/faulty.ts";
import { day, deps, now } from "#tests/support/clock.ts";
import { person } from "#tests/support/factories.ts";
import { db } from "#tests/support/visitor.ts";

const { announcements, outbox, users } = schema;

/** Adds accounts by the hundred. @returns their ids */
async function accounts(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  await db.run(sql`insert into users (id, email, email_verified_at, created_at)
    select value, value || '@example.test', 1, 1 from json_each(${JSON.stringify(ids)})`);
  return ids;
}

/** An announcement that is being sent to the existing accounts after `doneNumber`. @returns its id */
async function running(kind: Announcement["kind"], doneNumber: number): Promise<string> {
  const id = crypto.randomUUID();
  const author = await person(db);
  const lastNumber = await highest();
  await db.insert(announcements).values({
    ...{ id, kind, subject: "News", text: "A text", state: "running", version: 2, operatorId: author.id },
    ...{ createdAt: now(), startedAt: now(), lastNumber, doneNumber },
  });
  return id;
}

async function highest(): Promise<number> {
  const [row] = await db.all<{ number: number }>(sql`select ifnull(max(number), 0) as number from users`);
  return row?.number ?? 0;
}

const rowOf = async (id: string) =>
  (await db.select().from(announcements).where(eq(announcements.id, id)))[0];
const readersOf = async (id: string) =>
  (await db.select().from(outbox).where(eq(outbox.subjectId, id))).map(({ userId }) => userId);
const allSent = () => db.update(outbox).set({ sentAt: now() }).where(sql`sent_at is null`);

test("1,200 accounts get one email each in three runs, despite concurrent runs, a failed batch, a stop and later accounts", async () => {
  const before = await highest();
  const all = await accounts(1199);
  const id = await running("news", before);
  const late = await accounts(3);
  expect(await dueAnnouncements.find(deps, 50)).toEqual([id]);

  // The server stops in the middle of the first run: nothing of its batch is there.
  const broken = drizzle(
    faultyDatabase(env.DB, (statement) => /^update "announcements"/.test(statement)),
    { schema },
  );
  await expect(dueAnnouncements.run({ ...deps, db: broken }, id)).rejects.toThrow();
  expect([await readersOf(id), (await rowOf(id))?.doneNumber]).toEqual([[], before]);

  const { database, read } = measuredDatabase(env.DB);
  const measured = { ...deps, db: drizzle(database, { schema }) };
  const done = await Promise.all([deps, measured, deps].map((each) => dueAnnouncements.run(each, id)));
  expect(done.filter(Boolean)).toHaveLength(1);
  expect((await readersOf(id)).length).toBe(500);
  expect((await rowOf(id))?.written).toBe(500);
  expect(read()).toBeLessThan(1600);

  // No second batch while the first one waits.
  expect(await dueAnnouncements.find(deps, 50)).toEqual([]);
  expect(await dueAnnouncements.run(deps, id)).toBe(false);
  // Emails that wait for a retry hold nothing up.
  await db
    .update(outbox)
    .set({ dueAt: now() + day })
    .where(sql`sent_at is null`);
  expect(await dueAnnouncements.find(deps, 50)).toEqual([id]);
  await allSent();

  await db.update(announcements).set({ state: "stopped" }).where(eq(announcements.id, id));
  expect(await dueAnnouncements.find(deps, 50)).toEqual([]);
  expect(await dueAnnouncements.run(deps, id)).toBe(false);
  await db.update(announcements).set({ state: "running" }).where(eq(announcements.id, id));

  for (let run = 2; run <= 3; run++) {
    expect((await rowOf(id))?.state).toBe("running");
    expect(await dueAnnouncements.run(deps, id)).toBe(true);
    await allSent();
  }
  expect(await rowOf(id)).toMatchObject({ state: "done", written: 1200, lastNumber: before + 1200 });
  expect(await dueAnnouncements.run(deps, id)).toBe(false);
  const readers = await readersOf(id);
  expect(readers.length).toBe(1200);
  expect(new Set(readers).size).toBe(1200);
  expect(all.filter((each) => !readers.includes(each))).toEqual([]);
  expect(readers.filter((each) => late.includes(each))).toEqual([]);
});

test("News does not go to suspended or unverified accounts, changed Terms do, and neither goes to deleted ones", async () => {
  const before = await highest();
  const [active = "", suspended = "", unverified = "", deleted = ""] = await accounts(4);
  await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, suspended));
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, unverified));
  await db.update(users).set({ deletedAt: 1 }).where(eq(users.id, deleted));
  const own = [active, suspended, unverified, deleted];
  for (const [kind, mail, expected] of [
    ["news", "announcement", [active]],
    ["terms", "terms_changed", [active, suspended, unverified]],
    ["privacy", "privacy_changed", [active, suspended, unverified]],
  ] as const) {
    const id = await running(kind, before);
    expect(await dueAnnouncements.run(deps, id)).toBe(true);
    const rows = await db.select().from(outbox).where(inArray(outbox.userId, own));
    const written = rows.filter(({ subjectId }) => subjectId === id);
    expect(written.map(({ userId }) => userId).sort()).toEqual([...expected].sort());
    expect(new Set(written.map(({ kind, id }) => [kind, id.split(":")[0]].join()))).toEqual(
      new Set([`${mail},${id}`]),
    );
    await allSent();
  }
});

test("The emails of an announcement come after all others, and raise no alarm; a read stops at 1,500", async () => {
  const before = await highest();
  await accounts(40);
  const id = await running("news", before);
  await dueAnnouncements.run(deps, id);
  const ann = await person(db);
  await mails.mail(db, "restored", ann.id, null, now() + 1000);
  const later = now() + day;
  const [next] = await mails.findWaiting(db, later, 50);
  const [row] = await db
    .select()
    .from(outbox)
    .where(eq(outbox.id, next ?? ""));
  expect(row?.userId).toBe(ann.id);
  expect(await mails.findWaiting(db, later, 50)).toHaveLength(1);
  const waiting = await mails.findWaitingOfAnnouncements(db, later, 30);
  expect(waiting.map((each) => each.split(":")[0])).toEqual(Array(30).fill(id));
  const { overdueMails } = await import("#app/admin/health/overdue.server.ts");
  expect(await db.all(overdueMails(later))).toHaveLength(1);
});
