import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { orderFiles, pictures, profiles, settings, ticketFiles, tickets } from "#drizzle/schema.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase } from "../../support/bindings/faulty.ts";
import { day, pass, sweep } from "../../support/clock.ts";
import { gig, person } from "../../support/factories.ts";
import { orderRow } from "../../support/orders.ts";
import { deliverMessages, runCron } from "../../support/queue.ts";
import { db } from "../../support/visitor.ts";

/** The bucket two days later; the files of `young` have just been stored. */
function agedBucket({ young = [], atOnce = 500 }: { young?: string[]; atOnce?: number } = {}): R2Bucket {
  return new Proxy(env.BUCKET, {
    get(bucket, name) {
      if (name === "list")
        return async (options: R2ListOptions) => {
          const page = await bucket.list({ ...options, limit: Math.min(atOnce, options.limit ?? 1000) });
          const objects = page.objects.map(({ key, uploaded }) => ({
            key,
            uploaded: young.includes(key) ? uploaded : new Date(uploaded.getTime() - 2 * day),
          }));
          return { ...page, objects };
        };
      const member = Reflect.get(bucket, name);
      return typeof member === "function" ? member.bind(bucket) : member;
    },
  });
}

const store = (...keys: string[]) => Promise.all(keys.map((key) => env.BUCKET.put(key, key)));
const stored = async () => (await env.BUCKET.list()).objects.map(({ key }) => key);
const uuid = () => crypto.randomUUID();

/** Compares the bucket with the rows, as the cron does without a queue: a page in each run. */
const compare = (changes: Partial<Env> = {}) =>
  runCron({ WORK: undefined, BUCKET: agedBucket(), ...changes });

beforeEach(async () => {
  await env.BUCKET.delete(await stored());
  await db.delete(settings);
});

test("Once a week, files that no row names are deleted; files that are named, new or not ours are kept", async () => {
  const [face, main, further, drawn, file] = [uuid(), `${uuid()}-g1`, `${uuid()}-g2`, `${uuid()}-g3`, uuid()];
  const { id: user } = await person(db);
  await db.update(profiles).set({ avatarUrl: `/images/${face}` });
  await gig(db, {
    sellerId: user,
    imageUrl: `/images/${main}`,
    furtherImages: [{ url: `/images/${further}`, alt: "" }],
  });
  await db.insert(pictures).values({ key: drawn, storedAt: 1, attempts: 0 });
  const order = await orderRow(db, { stage: "delivered" });
  const row = { orderId: order.id, seq: 1, name: "a.txt", type: "text/plain", bytes: 1 };
  await db.insert(orderFiles).values({ ...row, id: file });
  const [ticket, sent] = [uuid(), uuid()];
  const asked = {
    topic: "bug",
    state: "open",
    version: 1,
    createdAt: 1,
    updatedAt: 1,
    waitingSince: 1,
  } as const;
  await db.insert(tickets).values({ ...asked, id: ticket, userId: user });
  await db
    .insert(ticketFiles)
    .values({ id: sent, ticketId: ticket, name: "a.txt", type: "text/plain", bytes: 1 });
  const [newFace, newFile] = [`${uuid()}/96.webp`, `orders/${order.id}/${uuid()}`];
  const kept = [
    ...[`${face}/96.webp`, `${face}/640.webp`, `${main}/960.webp`, `${main}/960.avif`],
    ...[`${further}/320.webp`, `${drawn}/640.avif`, `orders/${order.id}/${file}`],
    `orders/${order.id}/${file}/preview-640.webp`,
    `tickets/${ticket}/${sent}`,
    ...["placeholder-1/320.webp", "placeholder-3/640.webp", newFace, newFile],
    // No part of the product writes such keys.
    ...[
      "notes.txt",
      `${uuid()}/97.webp`,
      `${uuid()}/96.png`,
      `orders/${file}`,
      `orders/${order.id}/${file}/preview-97.webp`,
      "dev/mailbox/1",
      "a/b/96.webp",
    ],
  ].sort();
  const orphan = uuid();
  await store(...kept, `${orphan}/96.webp`, `${orphan}/320.avif`, `orders/${order.id}/${uuid()}`);
  await store(`tickets/${ticket}/${uuid()}`, `messages/${uuid()}/${uuid()}/preview-320.webp`);
  await compare({ BUCKET: agedBucket({ young: [newFace, newFile] }) });
  expect(await stored()).toEqual(kept);

  await store(`${orphan}/96.webp`);
  await compare();
  expect(await stored()).toHaveLength(kept.length + 1);
  await pass(7 * day);
  await compare();
  expect(await stored()).toEqual(kept.filter((key) => key !== newFace && key !== newFile));
});

test("The bucket is read page by page, even if a page is delivered twice at once", async () => {
  const { id } = await orderRow(db);
  await store(...Array.from({ length: 7 }, () => `orders/${id}/${uuid()}`), "zzz.txt");
  const changes = { BUCKET: agedBucket({ atOnce: 3 }) };
  await compare(changes);
  expect(await stored()).toHaveLength(5);
  const unit = { v: 1, do: "run", kind: "orphans", id: "files" };
  await Promise.all([deliverMessages([unit, unit], { changes }), deliverMessages([unit], { changes })]);
  for (let page = 0; page < 3; page++) await compare(changes);
  expect(await stored()).toEqual(["zzz.txt"]);
  // The walk is done: new files wait for the next one.
  await store(`orders/${id}/${uuid()}`);
  await compare(changes);
  expect(await stored()).toHaveLength(2);
});

test("Nothing is deleted if the rows or the bucket cannot be read, or while a backup is being restored", async () => {
  const { id } = await orderRow(db);
  const orphans = [`${uuid()}/96.webp`, `orders/${id}/${uuid()}`].sort();
  await store(...orphans);
  const fails = (part: string) => ({ DB: faultyDatabase(env.DB, (sql) => sql.includes(part)) });
  for (const part of ["from pictures", "from gigs", "from order_files", "from sqlite_master"]) {
    expectErrorLog("sweep part failed");
    await compare(fails(part));
    expect(await stored(), part).toEqual(orphans);
  }
  await env.DB.exec("CREATE TABLE restore_progress (kind TEXT)");
  await compare();
  expect(await stored()).toEqual(orphans);
  await env.DB.exec("DROP TABLE restore_progress");
  await compare();
  expect(await stored()).toEqual([]);
});

test("A file that has just been stored is kept", async () => {
  await store(`orders/${uuid()}/${uuid()}`);
  expect(await sweep()).toMatchObject({ orphans: 0 });
  expect(await stored()).toHaveLength(1);
});
