import { like } from "drizzle-orm";
import { expect, it } from "vitest";
import { allowances } from "#app/limits/limits.ts";
import { limits } from "#drizzle/schema.ts";
import { pdf } from "../orders/started-order.ts";
import { productWith } from "../support/bindings/faulty.ts";
import { talk } from "../support/conversations.ts";
import { orderRow } from "../support/orders.ts";
import { db, origin, type Visitor } from "../support/visitor.ts";

const megabyte = 1024 ** 2;

/** Sends a file as a page's script does. `bytes`: the length that the request declares. */
async function upload(by: Visitor, path: string, file: Blob, bytes = file.size, name = "plan.pdf") {
  return await by.fetch(`${path}/files?${new URLSearchParams({ name, token: crypto.randomUUID() })}`, {
    method: "POST",
    body: file,
    headers: {
      Origin: origin,
      "Content-Type": "application/octet-stream",
      "Content-Length": String(bytes),
    },
  });
}

const countsOf = async () => {
  const rows = await db.select().from(limits).where(like(limits.key, "file:day:%"));
  return rows.map(({ count }) => count);
};

it("An account's refused files do not count for its network: another account can still send one", async () => {
  const { ann, bob, id } = await talk();
  bob.address = ann.address.replace(/\d+$/, "254");
  const order = await orderRow(db, { buyerId: ann.id, stage: "working", status: "in progress" });
  // Disables the short-term rate limit, which would refuse them first.
  ann.send = productWith({ WRITE_RATE: { limit: async () => ({ success: true }) } });
  await upload(ann, `/orders/${order.id}`, pdf());
  const ofAccount = like(limits.key, "file:day:account:%");
  await db.update(limits).set({ count: allowances.file.network - 100 });
  await db.update(limits).set({ count: allowances.file.account }).where(ofAccount);
  const statuses = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { status } = await upload(ann, `/orders/${order.id}`, pdf(), 20 * megabyte);
      return status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([429]));
  expect((await upload(bob, `/messages/${id}`, pdf())).status).toBe(200);
});

it("A file counts by the bytes that arrive, not by the declared length", async () => {
  const { ann, id } = await talk();
  await db.delete(limits);
  const path = `/messages/${id}`;
  expect((await upload(ann, path, pdf(), 10 * megabyte)).status).toBe(503);
  await expect.poll(countsOf).toEqual([1, 1]);
  const large = new Blob([pdf(), new Uint8Array(2.5 * megabyte)]);
  expect((await upload(ann, path, large)).status).toBe(200);
  await expect.poll(countsOf).toEqual([4, 4]);
  // Its first bytes decide that it is refused, and nothing more is read.
  expect((await upload(ann, path, large, large.size, "plan.exe")).status).toBe(400);
  await expect.poll(countsOf).toEqual([5, 5]);
});
