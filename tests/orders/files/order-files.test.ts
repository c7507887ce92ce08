import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { sha256Of } from "#app/lib/bytes.ts";
import { orderFiles, orders, sessions, tickets, users } from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { faultyBucket, faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { day, now, pass, sweep } from "../../support/clock.ts";
import { deliveries } from "../../support/stripe.ts";
import { db, origin, Page, type Visitor, visitor } from "../../support/visitor.ts";
import { fileLink, pdf, sendFiles, startedOrder } from "../started-order.ts";

await deliveries("off");

type Files = Parameters<typeof sendFiles>[3];

describe("files of an order", () => {
  it("A delivery with a short note and no file, or with too many, too large or unknown files, answers 400 and keeps the note and the other files", async () => {
    const { bob, path, order } = await startedOrder();
    const files = (count: number, name = "a.pdf", file = pdf()) =>
      Array.from({ length: count }, () => ["files", file, name] as [string, Blob, string]);
    const large = new Blob([pdf(), new Uint8Array(20 * 1024 * 1024)]);
    const half = new Blob([pdf(), new Uint8Array(12.2 * 1024 * 1024)]);
    const note = "The note that must not be lost";
    const six: Files = Array.from({ length: 6 }, (_, n) => ["files", pdf(`${n}`), "a.pdf"]);
    const halves: Files = ["half.pdf", "more.pdf"].map((name) => ["files", half, name]);
    const cases: [{ note: string }, Files, string][] = [
      [{ note: "Too short" }, [], "at least 20 characters, or choose a file"],
      [{ note: "" }, [], "at least 20 characters, or choose a file"],
      [{ note }, six, "“a.pdf” is one too many: you can send at most 5 files"],
      [{ note }, files(1, "big.pdf", large), "“big.pdf” is too large"],
      [{ note }, halves, "“more.pdf” does not fit: the files are 24.4 MB in total, and the limit is 24 MB"],
      [{ note }, files(1, "virus.exe"), "“virus.exe” can't be sent. You can send JPEG, PNG"],
      [{ note }, files(1, "fake.png"), "“fake.png” can't be sent"],
    ];
    for (const [fields, sent, sentence] of cases) {
      const page = await sendFiles(bob, path, { intent: "deliver", ...fields }, sent);
      expect([page.status, page.field("note")]).toEqual([400, fields.note]);
      expect(page.text).toContain(sentence);
    }
    expect(await db.select().from(orderFiles).where(eq(orderFiles.orderId, order.id))).toEqual([]);
    // Five of the six, and the half that came first.
    expect((await env.BUCKET.list({ prefix: `orders/${order.id}` })).objects).toHaveLength(6);
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

  it("Files are for the two parties only, and are downloaded under their own names", async () => {
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
    expect((await eve.get(`${path}/receipt`)).location).toBe("/orders");
    expect((await visitor.signedOut().get(link)).location).toContain("/sign-in");
    expect((await ann.get(`${path}/files/${crypto.randomUUID()}`)).status).toBe(404);
  });

  // Privacy promises: "by our support staff when one of them reports a problem or asks for a decision".
  it("An operator opens files only while a request or a ticket is about the order, and the log says who did", async () => {
    const { ann, bob, path, order } = await startedOrder();
    await sendFiles(bob, path, { intent: "deliver" }, [["files", pdf(), "a.pdf"]]);
    const link = fileLink(await ann.get(path));
    const { ann: oona } = await operator();
    const opened = async () => (await oona.get(link)).status === 200;
    const linked = async () => (await oona.get(`/admin${path}`)).links.includes(link);
    expect([await opened(), await linked()]).toEqual([false, false]);
    await db.update(orders).set({ hold: "refund", heldBy: "buyer", heldSince: now() });
    expect([await opened(), await linked()]).toEqual([true, true]);
    const sha256 = await sha256Of(await pdf().arrayBuffer());
    expect((await oona.get(`/admin${path}`)).text).toContain(`a.pdf 17 bytes, SHA-256 ${sha256}`);
    await db.update(orders).set({ hold: "none", heldBy: null, heldSince: null });
    expect(await opened()).toBe(false);

    const message = "The drawing of page 3 is missing in what I got";
    await ann.submit("/contact", { message, order: order.id });
    const log = vi.spyOn(console, "log");
    expect([await opened(), await linked()]).toEqual([true, true]);
    expect(log.mock.calls.map(String).filter((line) => line.includes("operator access"))).toEqual([
      expect.stringContaining(oona.id),
      expect.stringContaining(oona.id),
    ]);
    log.mockRestore();
    const closed = (ms: number) =>
      db.update(tickets).set({ state: "closed", waitingSince: null, closedAt: now() - ms });
    await closed(29 * day);
    expect(await opened()).toBe(true);
    await closed(31 * day);
    expect([await opened(), await linked()]).toEqual([false, false]);
    await closed(0);
    await db.update(users).set({ role: "user" }).where(eq(users.id, oona.id));
    expect((await oona.get(link)).location).toBe("/orders");
  });

  it("A refused form shows the files sent with it, and the next attempt includes them", async () => {
    const { bob, path, order } = await startedOrder();
    const refused = await sendFiles(bob, path, { intent: "deliver", note: "Too short" }, [
      ["files", pdf("one"), "one.pdf"],
      ["files", pdf(), "two.exe"],
    ]);
    expect(refused.text).toContain("“two.exe” can't be sent");
    expect(refused.text).toContain("one.pdf 12 bytes");
    const kept = refused.field("files-kept") ?? "";
    // Sent twice with the form, it is one file.
    const again = await sendFiles(bob, path, { intent: "deliver", note: "Too short", "files-kept": kept }, [
      ["files", pdf("one"), "one.pdf"],
    ]);
    expect(again.html.match(/name="files-kept"/g)).toHaveLength(1);
    const eve = await startedOrder();
    const foreign = await eve.bob.submit(eve.path, { intent: "deliver", note: "", "files-kept": kept });
    expect([foreign.status, foreign.text.includes("A file no longer exists.")]).toEqual([400, true]);
    expect((await bob.submit(path, { intent: "deliver", note: "", "files-kept": kept })).status).toBe(303);
    const rows = await db.select().from(orderFiles).where(eq(orderFiles.orderId, order.id));
    expect(rows.map(({ id, name, type, bytes }) => [id, name, type, bytes])).toEqual([
      [kept, "one.pdf", "application/pdf", 12],
    ]);
    expect(await (await bob.fetch(fileLink(await bob.get(path)))).text()).toBe("%PDF-1.7 one");
  });

  it("A script sends each file separately, in parts on a slow connection, and again if the answer was lost", async () => {
    const { ann, bob, path, order } = await startedOrder();
    const send = (visitor: Visitor, file: Blob, name = "work.pdf", token = "a token") =>
      visitor.fetch(`${path}/files?${new URLSearchParams({ name, token })}`, {
        method: "POST",
        body: file,
        headers: {
          Origin: origin,
          "Content-Type": "application/octet-stream",
          "Content-Length": String(file.size),
        },
      });
    const sent = (await (await send(bob, pdf("once"))).json()) as { state: "done"; file: { id: string } };
    expect(sent).toMatchObject({ state: "done", file: { name: "work.pdf", bytes: 13 } });
    expect(await (await send(bob, pdf("once"))).json()).toEqual(sent);
    const lost = productWith({ BUCKET: faultyBucket("put") });
    bob.send = lost;
    expect((await send(bob, pdf("later"), "later.pdf", "another")).status).toBe(503);
    bob.send = visitor.signedOut().send;
    expect((await send(bob, pdf("later"), "later.pdf", "another")).status).toBe(200);
    for (const [file, name, status, sentence] of [
      [new Blob(["MZ"]), "a.pdf", 400, "“a.pdf” can't be sent"],
      [new Blob([]), "a.pdf", 400, "“a.pdf” is empty"],
      [new Blob([pdf(), new Uint8Array(20 * 1024 * 1024)]), "a.pdf", 413, "at most 20 MB"],
    ] as const) {
      const answer = await send(bob, file, name, crypto.randomUUID());
      expect([answer.status, (await answer.text()).includes(sentence)]).toEqual([status, true]);
    }
    const eve = await visitor.signedIn();
    expect((await send(eve, pdf())).status).toBe(404);
    expect((await send(visitor.signedOut(), pdf())).status).toBe(401);
    expect((await ann.fetch(`${path}/files`)).status).toBe(404);
    await bob.submit(path, { intent: "deliver", note: "", "files-kept": sent.file.id });
    const rows = await db.select().from(orderFiles).where(eq(orderFiles.orderId, order.id));
    expect(rows.map(({ id }) => id)).toEqual([sent.file.id]);
  });

  it("The file of a delivery that lost a race is kept for another attempt, and deleted after a day", async () => {
    const { bob, path, order } = await startedOrder();
    const both = await Promise.all(
      ["one", "two"].map((name) =>
        sendFiles(bob, path, { intent: "deliver" }, [["files", pdf(name), `${name}.pdf`]]),
      ),
    );
    expect(both.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
    const rows = await db.select().from(orderFiles).where(eq(orderFiles.orderId, order.id));
    const keys = async () => {
      const { objects } = await env.BUCKET.list({ prefix: `orders/${order.id}` });
      return objects.map(({ key }) => key);
    };
    expect(await keys()).toHaveLength(2);
    await pass(day);
    await sweep();
    expect(await keys()).toEqual(rows.map(({ id }) => `orders/${order.id}/${id}`));
  });

  it("A file that could not be stored is named, and the note and the other files stay", async () => {
    const { bob, path, order } = await startedOrder();
    const note = "All that you have asked for";
    const send = () => {
      const files = ["one", "two"].map(
        (name) => ["files", pdf(name), `${name}.pdf`] as [string, Blob, string],
      );
      return sendFiles(bob, path, { intent: "deliver", note }, files);
    };
    let puts = 0;
    const isSecond = (call: number) => {
      puts = call;
      return call === 2;
    };
    bob.send = productWith({ BUCKET: faultyBucket("put", isSecond) });
    const failed = await send();
    expect([failed.status, puts]).toEqual([503, 2]);
    expect(failed.text).toContain("“two.pdf” could not be stored. Choose it again, or continue without it.");
    expect(failed.text).not.toContain("Failed to update order status");
    expect(failed.text).toContain("one.pdf 12 bytes");
    expect(failed.field("note")).toBe(note);
    const ending = async () => db.delete(sessions).where(eq(sessions.userId, bob.id));
    bob.send = productWith({
      DB: faultyDatabase(env.DB, (sql) => sql.startsWith('insert into "order_events"') && ending()),
    });
    expect((await send()).location).toContain("/sign-in");
    expect(await db.select().from(orderFiles).where(eq(orderFiles.orderId, order.id))).toEqual([]);
  });
});
