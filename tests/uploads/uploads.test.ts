import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as uploads from "#app/uploads/uploads.server.ts";
import { orderFiles, uploads as rows } from "#drizzle/schema.ts";
import { files } from "#workers/platform/files.ts";
import { fileLink, pdf, sendFiles, startedOrder } from "../orders/started-order.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyBucket, faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { day, hour, now, pass, sweep } from "../support/clock.ts";
import { person } from "../support/factories.ts";
import { deliveries } from "../support/stripe.ts";
import { db, visitor } from "../support/visitor.ts";

await deliveries("off");
const bucket = files(env.BUCKET);
const keysUnder = async (prefix: string) => (await env.BUCKET.list({ prefix })).objects.map(({ key }) => key);

beforeEach(async () => {
  await db.delete(rows);
});

/** An upload whose file is in the bucket. */
async function uploaded(ownerId: string, at = now()) {
  const id = crypto.randomUUID();
  await uploads.begin(db, ownerId, [{ id, purpose: "gig_picture", prefix: id, bytes: 4 }], at);
  await env.BUCKET.put(`${id}-g1/320.webp`, "webp");
  await uploads.arrived(db, { id, sha256: "a hash", bytes: 4 });
  return id;
}

it("A file whose worker ended before its batch is deleted after a day", async () => {
  const { bob, path, order } = await startedOrder();
  expectErrorLog("order not updated");
  // Once the file is stored, no write of the upload or the order succeeds.
  bob.send = productWith({
    DB: faultyDatabase(
      env.DB,
      (sql) => /order_events|update "uploads"/.test(sql) && !sql.startsWith("select"),
    ),
  });
  await sendFiles(bob, path, { intent: "deliver", note: "All that you have asked for" }, [
    ["files", pdf(), "a.pdf"],
  ]);
  const [file] = await keysUnder(`orders/${order.id}/`);
  expect(file).toBeDefined();
  await pass(23 * hour);
  await sweep();
  expect(await keysUnder(`orders/${order.id}/`)).toEqual([file]);
  await pass(2 * hour);
  expect(await sweep()).toMatchObject({ uploads: 1 });
  expect(await keysUnder(`orders/${order.id}/`)).toEqual([]);
  expect(await db.select().from(rows).where(eq(rows.ownerId, bob.id))).toEqual([]);
});

it("A file that a batch has used is kept, whatever is requested afterwards", async () => {
  const { bob, path, order } = await startedOrder();
  await sendFiles(bob, path, { intent: "deliver", note: "All that you have asked for" }, [
    ["files", pdf(), "a.pdf"],
  ]);
  const [{ id } = { id: "" }] = await db.select().from(orderFiles).where(eq(orderFiles.orderId, order.id));
  await uploads.drop({ db, clock: { now }, log: () => {}, files: bucket }, [id]);
  await pass(2 * day);
  expect(await sweep()).toMatchObject({ uploads: 0 });
  expect((await bob.fetch(fileLink(await bob.get(path)))).status).toBe(200);
});

it("If a file is used and deleted at the same time, only one of the two happens", async () => {
  const ann = await person(db);
  for (let i = 0; i < 10; i++) {
    const id = await uploaded(ann.id, now() - 2 * day);
    const use = db.batch([
      uploads.allUsable(db, [{ id, ownerId: ann.id }]),
      db.insert(rows).values({
        id: `${id}-used`,
        ownerId: ann.id,
        purpose: "gig_picture",
        // Represents the row that names the file.
        prefix: id,
        bytes: 1,
        createdAt: now(),
      }),
      uploads.used(db, [id]),
    ]);
    const [used, dropped] = await Promise.allSettled([
      use,
      uploads.unusedUploads.run({ db, clock: { now }, files: bucket, log: () => {} }, id),
    ]);
    const isUsed = used.status === "fulfilled";
    expect(dropped).toEqual({ status: "fulfilled", value: !isUsed });
    expect(await keysUnder(id)).toHaveLength(isUsed ? 1 : 0);
  }
});

it("A file that is being deleted can no longer be used", async () => {
  const ann = await person(db);
  const id = await uploaded(ann.id);
  let usable: unknown = "not asked";
  const slow = {
    ...bucket,
    async forgetAll(prefix: string) {
      const [row] = await db.all<{ id: string | null }>(sql`select ${uploads.usable(id, ann.id)} as id`);
      usable = row?.id;
      await bucket.forgetAll(prefix);
    },
  };
  await uploads.drop({ db, clock: { now }, files: slow, log: () => {} }, [id]);
  expect([usable, await keysUnder(id)]).toEqual([null, []]);
});

it("Only its owner can use an upload, once it has a hash, and the hash is never overwritten", async () => {
  const [ann, eve] = [await person(db), await person(db)];
  const id = await uploaded(ann.id);
  const find = async (ownerId: string) =>
    (await db.all<{ id: string | null }>(sql`select ${uploads.usable(id, ownerId)} as id`))[0]?.id;
  expect([await find(ann.id), await find(eve.id)]).toEqual([id, null]);
  const arrived = (sha256: string) => uploads.arrived(db, { id, sha256, bytes: 4 });
  expect([await arrived("another"), await arrived("a hash")]).toEqual([false, true]);
  await db.update(rows).set({ sha256: null });
  expect(await find(ann.id)).toBeNull();
});

it("If the bucket fails to delete a file, the deletion is retried after an hour", async () => {
  const ann = await person(db);
  const id = await uploaded(ann.id);
  await pass(day);
  const guest = visitor.signedOut();
  guest.send = productWith({ BUCKET: faultyBucket("delete") });
  await guest.fetch("/dev/sweep", { method: "POST" });
  expect(await keysUnder(id)).toHaveLength(1);
  expect(await sweep()).toMatchObject({ uploads: 0 });
  await pass(hour);
  expect(await sweep()).toMatchObject({ uploads: 1 });
  expect(await keysUnder(id)).toEqual([]);
});
