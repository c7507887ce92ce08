import { env } from "cloudflare:workers";
import { isNull } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { deadLetters, outbox, workParts } from "#drizzle/schema.ts";
import { faultyDatabase } from "../../support/bindings/faulty.ts";
import { person } from "../../support/factories.ts";
import { mailsTo } from "../../support/mails.ts";
import { deliverMessages, heldQueue, runCron } from "../../support/queue.ts";
import { db } from "../../support/visitor.ts";

/** A user with this many waiting mails. */
async function userWithMails(count: number) {
  const user = await person(db);
  const at = Date.now();
  for (let i = 0; i < count; i++) {
    const id = `${user.id}-${i}`;
    const mail = { id, kind: "password_changed", userId: user.id };
    await db.insert(outbox).values({ ...mail, createdAt: at, dueAt: at + i - 1000, attempts: 0 });
  }
  return { ...user, mail: { v: 1, do: "run", kind: "mails", id: `${user.id}-0` } as const };
}

const waiting = () => db.select().from(outbox).where(isNull(outbox.sentAt));

beforeEach(async () => {
  await db.batch([
    db.update(outbox).set({ sentAt: Date.now() }),
    db.update(workParts).set({ queuedUntil: 0 }),
    db.delete(deadLetters),
  ]);
});

test("The queue does the work that the cron finds", async () => {
  const { email } = await userWithMails(12);
  await runCron();
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 20_000, interval: 200 });
  expect(await mailsTo(email, 12)).toHaveLength(12);
  // Then the sweep looks for each kind again.
  const isFree = async () => {
    const parts = await db.select().from(workParts);
    expect(parts.map(({ name }) => name)).toContain("mails");
    expect(parts.filter(({ queuedUntil }) => queuedUntil > 0)).toEqual([]);
  };
  await vi.waitFor(isFree, { timeout: 20_000, interval: 200 });
});

test("Work that waits in the queue is not queued again; once it is done, more is found", async () => {
  const { id } = await userWithMails(3);
  const { queue, messages: all } = heldQueue();
  // New users are counted, too: their figures are separate work.
  const mailsOf = () => all.filter(({ kind }) => kind === "mails");
  await runCron({ WORK: queue });
  const found = mailsOf();
  expect(found).toEqual([
    ...[0, 1, 2].map((i) => ({ v: 1, do: "run", kind: "mails", id: `${id}-${i}` })),
    { v: 1, do: "found", kind: "mails", more: false },
  ]);
  await runCron({ WORK: queue });
  expect(mailsOf()).toHaveLength(found.length);
  await deliverMessages(found);
  const other = await userWithMails(1);
  await runCron({ WORK: queue });
  expect(mailsOf().slice(found.length)[0]).toEqual(other.mail);
  // A message that says that there was more triggers another search immediately.
  await userWithMails(1);
  await deliverMessages([{ v: 1, do: "found", kind: "mails", more: true }], { changes: { WORK: queue } });
  expect(mailsOf()).toHaveLength(found.length + 2 + 3);
});

test("A unit that is delivered twice, at the same time or later, is done once", async () => {
  const { email, mail } = await userWithMails(1);
  await Promise.all([deliverMessages([mail, mail]), deliverMessages([mail])]);
  expect(await deliverMessages([mail])).toEqual({ done: 1, retried: [] });
  expect(await mailsTo(email)).toHaveLength(1);
});

test("A unit that throws is retried, with a longer pause each time, and does not delay the others", async () => {
  const [broken, other] = [await userWithMails(1), await userWithMails(1)];
  const fails = faultyDatabase(
    env.DB,
    (sql, values) => /^update "outbox"/.test(sql) && values.includes(broken.mail.id),
  );
  const changes = { DB: fails };
  expect(await deliverMessages([broken.mail, other.mail], { changes })).toEqual({ done: 1, retried: [30] });
  expect(await deliverMessages([broken.mail], { changes, attempts: 3 })).toEqual({ done: 0, retried: [120] });
  expect((await waiting()).map(({ id }) => id)).toEqual([broken.mail.id]);
});

test("A message from another build or with another shape is a dead letter immediately, and so is one that failed every time", async () => {
  const { mail } = await userWithMails(0);
  const foreign = [
    { ...mail, v: 0 },
    { ...mail, kind: "sessions" },
    { ...mail, and: "more" },
    { ...mail, id: 7 },
    "text",
    null,
  ];
  expect(await deliverMessages(foreign)).toEqual({ done: foreign.length, retried: [] });
  expect(await deliverMessages([mail], { name: "handiwork-dead" })).toEqual({ done: 1, retried: [] });
  const letters = await db.select().from(deadLetters).orderBy(deadLetters.number);
  const stored = letters.map(({ body, reason }) => [JSON.parse(body), reason]);
  expect(stored.slice(0, -1).sort()).toEqual(foreign.map((body) => [body, "not understood"]).sort());
  expect(stored.at(-1)).toEqual([mail, "failed"]);
});
