import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orderFiles, sessions, users } from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyBucket, faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { deliveries } from "../../support/stripe.ts";
import { db, origin, Page, visitor } from "../../support/visitor.ts";
import { fileLink, pdf, sendFiles, startedOrder } from "../started-order.ts";

await deliveries("off");

describe("files of an order", () => {
  it("A delivery with a short note and no file, or with too many, too large or unknown files is a 400 that keeps the note", async () => {
    const { bob, path, order } = await startedOrder();
    const files = (count: number, name = "a.pdf", file = pdf()) =>
      Array.from({ length: count }, () => ["files", file, name] as [string, Blob, string]);
    const large = new Blob([pdf(), new Uint8Array(20 * 1024 * 1024)]);
    const half = new Blob([pdf(), new Uint8Array(12.2 * 1024 * 1024)]);
    const note = "The note that must not be lost";
    for (const [fields, sent, sentence] of [
      [{ note: "Too short" }, [], "at least 20 characters, or choose a file"],
      [{ note: "" }, [], "at least 20 characters, or choose a file"],
      [{ note }, files(6), "at most 5 files"],
      [{ note }, files(1, "big.pdf", large), "“big.pdf” is too large"],
      [{ note }, files(2, "half.pdf", half), "These files are 24.4 MB in total: the limit is 24 MB"],
      [{ note }, files(1, "virus.exe"), "“virus.exe” can't be sent. You can send JPEG, PNG"],
      [{ note }, files(1, "fake.png"), "“fake.png” can't be sent"],
    ] as const) {
      const page = await sendFiles(bob, path, { intent: "deliver", ...fields }, [...sent]);
      expect([page.status, page.field("note")]).toEqual([400, fields.note]);
      expect(page.text).toContain(sentence);
    }
    expect(await db.select().from(orderFiles).where(eq(orderFiles.orderId, order.id))).toEqual([]);
    expect((await env.BUCKET.list({ prefix: `orders/${order.id}` })).objects).toEqual([]);
  });

  it("A body over 25 MB is answered with a page that says so", async () => {
    const { bob, path } = await startedOrder();
    const body = new Uint8Array(25 * 1024 * 1024 + 1);
    const headers = {
      Origin: origin,
      "Content-Length": String(body.length),
      "Content-Type": "multipart/form-data; boundary=x",
    };
    const page = await Page.of(await bob.fetch(path, { method: "POST", body, headers }));
    expect(page.status).toBe(413);
    expect(page.text).toContain("at most 25 MB");
  });

  it("Files are for the parties and operators only, and are downloaded under their own names", async () => {
    const { ann, bob, path } = await startedOrder();
    await sendFiles(bob, path, { intent: "deliver" }, [["files", pdf("naïve"), 'naïve "plan".pdf']]);
    const link = fileLink(await ann.get(path));
    const file = await ann.fetch(link);
    expect([file.status, await file.text()]).toEqual([200, "%PDF-1.7 naïve"]);
    expect(file.headers.get("Content-Disposition")).toBe(
      "attachment; filename=\"na_ve plan.pdf\"; filename*=UTF-8''na%C3%AFve%20plan.pdf",
    );
    expect(file.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(file.headers.get("Cache-Control")).toBe("private, no-store");
    expect((await bob.get(link)).status).toBe(200);
    const eve = await visitor.signedIn();
    expect((await eve.get(link)).location).toBe("/orders");
    const { ann: oona } = await operator();
    expect((await oona.get(link)).status).toBe(200);
    await db.update(users).set({ role: "user" }).where(eq(users.id, oona.id));
    expect((await oona.get(link)).location).toBe("/orders");
    expect((await eve.get(`${path}/receipt`)).location).toBe("/orders");
    expect((await visitor.signedOut().get(link)).location).toContain("/sign-in");
    expect((await ann.get(`${path}/files/${crypto.randomUUID()}`)).status).toBe(404);
  });

  it("The file of a delivery that lost a race is removed", async () => {
    const { bob, path, order } = await startedOrder();
    const both = await Promise.all(
      ["one", "two"].map((name) =>
        sendFiles(bob, path, { intent: "deliver" }, [["files", pdf(name), `${name}.pdf`]]),
      ),
    );
    expect(both.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
    const rows = await db.select().from(orderFiles).where(eq(orderFiles.orderId, order.id));
    const stored = await env.BUCKET.list({ prefix: `orders/${order.id}` });
    expect(stored.objects.map(({ key }) => key)).toEqual(rows.map(({ id }) => `orders/${order.id}/${id}`));
  });

  it("Files are removed if the session has ended, or if one of them could not be stored", async () => {
    const { bob, path, order } = await startedOrder();
    const note = "All that you have asked for";
    const send = () => {
      const files = ["one", "two"].map(
        (name) => ["files", pdf(name), `${name}.pdf`] as [string, Blob, string],
      );
      return sendFiles(bob, path, { intent: "deliver", note }, files);
    };
    const stored = async () => (await env.BUCKET.list({ prefix: `orders/${order.id}` })).objects;
    expectErrorLog("order not updated");
    let puts = 0;
    const isSecond = (call: number) => {
      puts = call;
      return call === 2;
    };
    bob.send = productWith({ BUCKET: faultyBucket("put", isSecond) });
    const failed = await send();
    expect(failed.status).toBe(503);
    expect(failed.text).toContain("Something went wrong");
    expect(failed.text).not.toContain("Failed to update order status");
    expect(failed.field("note")).toBe(note);
    expect([puts, await stored()]).toEqual([2, []]);
    const ending = async () => db.delete(sessions).where(eq(sessions.userId, bob.id));
    bob.send = productWith({
      DB: faultyDatabase(env.DB, (sql) => sql.startsWith('insert into "order_events"') && ending()),
    });
    expect((await send()).location).toContain("/sign-in");
    expect(await stored()).toEqual([]);
  });
});
