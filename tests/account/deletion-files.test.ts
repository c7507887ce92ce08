import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { keyOf } from "#app/orders/files/order-files.server.ts";
import { forgottenFiles, orderFiles, profiles } from "#drizzle/schema.ts";
import { fileLink } from "../orders/started-order.ts";
import {
  completedOrder,
  day,
  deleteAccount,
  leaveAccount,
  withPassword,
} from "../support/accounts/deletion.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyBucket, faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { hour, pass, sweep } from "../support/clock.ts";
import { drawn, sendProfile } from "../support/pictures.ts";
import { db, Visitor, visitor } from "../support/visitor.ts";

const keysUnder = async (prefix: string) => (await env.BUCKET.list({ prefix })).objects.map(({ key }) => key);

/** A completed order with two files, whose money has cleared. */
async function orderWithFiles() {
  const [ann, bob] = [
    await withPassword(await visitor.signedIn()),
    await withPassword(await visitor.signedIn()),
  ];
  const { order } = await completedOrder(ann, bob, 15 * day);
  for (const id of [crypto.randomUUID(), crypto.randomUUID()]) {
    const row = { id, orderId: order.id, seq: 1, name: "a.pdf", type: "application/pdf", bytes: 8 };
    await db.insert(orderFiles).values(row);
    await env.BUCKET.put(keyOf(order.id, id), "%PDF-1.7");
  }
  return { ann, bob, path: `orders/${order.id}/`, orderId: order.id };
}

it("The files of an order are deleted once both parties have deleted their accounts", async () => {
  const [{ ann, bob, path, orderId }, other] = [await orderWithFiles(), await orderWithFiles()];
  expect((await leaveAccount(bob)).location).toBe("/");
  expect(await keysUnder(path)).toHaveLength(2);
  expect((await ann.fetch(fileLink(await ann.get(`/orders/${orderId}`)))).status).toBe(200);

  expect((await deleteAccount(ann)).location).toBe("/");
  await expect.poll(() => keysUnder(path)).toEqual([]);
  expect(await db.select().from(orderFiles).where(eq(orderFiles.orderId, orderId))).toEqual([]);
  expect(await keysUnder(other.path)).toHaveLength(2);
});

it("Deleting a profile picture is retried until it succeeds", async () => {
  const ann = await withPassword(await visitor.signedIn());
  await db.update(profiles).set({ avatarUrl: "/images/stubborn" }).where(eq(profiles.id, ann.id));
  await env.BUCKET.put("stubborn/96.webp", "a face");
  await env.BUCKET.put("stubborn/320.webp", "a face");
  ann.send = productWith({ BUCKET: faultyBucket("delete") });
  expect((await deleteAccount(ann)).location).toBe("/");
  expect(await keysUnder("stubborn/")).toHaveLength(2);
  expect(await db.select().from(forgottenFiles)).toMatchObject([{ prefix: "stubborn/", attempts: 1 }]);

  expect(await sweep()).toMatchObject({ forgotten: 0 });
  await pass(hour);
  expect(await sweep()).toMatchObject({ forgotten: 1 });
  expect([await keysUnder("stubborn/"), await db.select().from(forgottenFiles)]).toEqual([[], []]);
});

it("A picture uploaded while the account is being deleted is deleted too", async () => {
  expectErrorLog("profile not saved");
  const ann = await withPassword(await visitor.signedIn({ username: "late-ann", fullName: "Ann Late" }));
  // Without mails, which local tools keep in the bucket.
  const pictures = async () => (await keysUnder("")).filter((key) => !key.startsWith("dev/"));
  const [before, elsewhere] = [await pictures(), new Visitor(ann)];
  await elsewhere.beginSession();
  let deleted = false;
  ann.send = productWith({
    DB: faultyDatabase(env.DB, (sql) => {
      if (deleted || !sql.startsWith('update "profiles" set "avatar_url"')) return false;
      deleted = true;
      return deleteAccount(elsewhere);
    }),
  });
  const form = { username: "late-ann", fullName: "Ann Late", title: "", bio: "", timeZone: "" };
  await sendProfile(ann, form, { bytes: await drawn("image/png"), name: "me.png" });
  expect([deleted, await pictures()]).toEqual([true, before]);
  const [row] = await db.select().from(profiles).where(eq(profiles.id, ann.id));
  expect(row).toMatchObject({ avatarUrl: null, deletedAt: expect.any(Number) });
});

it("A prefix that would name the whole bucket is refused", async () => {
  for (const prefix of ["", "/", "/x"])
    await expect(db.insert(forgottenFiles).values({ prefix, dueAt: 0 })).rejects.toThrow();
});
