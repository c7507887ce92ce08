import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { day } from "#app/lib/dates.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import { orderEvents, orders, profiles } from "#drizzle/schema.ts";
import { linkTo } from "../../support/mails.ts";
import { paidOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { db } from "../../support/visitor.ts";
import { deliveredOrder, pdf, read, sendFiles, startedOrder, toastOf, versionOn } from "../started-order.ts";

await deliveries("off");

const questions = [
  { question: "What do you sell?", type: "text" as const, required: true },
  { question: "Which size?", type: "choice" as const, required: true, options: ["Small", "Large"] },
  { question: "Your old logo", type: "file" as const, required: false },
];

// The first test takes more than five seconds on a busy machine.
describe("the course of an order, by forms", { timeout: 30_000 }, () => {
  it("Answers, start, delivery with a file, revision, second delivery and completion each get their toast and their event", async () => {
    const { ann, bob, order } = await paidOrder({ questions });
    const path = `/orders/${order.id}`;
    const asked = await ann.get(path);
    expect(asked.text).toContain("questions so that work can start");
    expect(asked.html).toMatch(/enctype="multipart\/form-data"/i);
    const half = await sendFiles(ann, path, { intent: "answer", "answer-0": "Bread", "answer-1": "" }, []);
    expect([half.status, half.field("answer-0")]).toEqual([400, "Bread"]);
    expect(half.text).toContain("Choose one");
    const answers = { intent: "answer", "answer-0": "Bread", "answer-1": "Large" };
    const answered = await sendFiles(ann, path, answers, [["answer-2", pdf(), "old logo.pdf"]]);
    expect(await toastOf(ann, answered)).toContain("Answers sent");
    expect((await read(order.id))?.answers).toEqual(["Bread", "Large", "old logo.pdf"]);

    const before = await bob.get(path);
    for (const words of ["What do you sell?", "Bread", "Large", "old logo.pdf", "Start working"])
      expect(before.text).toContain(words);
    const started = await bob.submit(path, { intent: "start", version: versionOn(before) });
    expect(await toastOf(bob, started)).toContain("Order status updated to in progress");
    // Colours tell past, current and later steps apart; a screen reader gets words.
    const steps = await bob.get(path);
    expect(steps.html.match(/aria-current="step"><b>[^<]*/g)).toEqual([
      'aria-current="step"><b>Work started',
    ]);
    expect(steps.text).toContain("Delivered (still to come) Completed (still to come)");
    expect((await ann.get(path)).text).toContain("Due on");

    const note = "Version one of the sheet, as we agreed.";
    const sent = await sendFiles(bob, path, { intent: "deliver", note }, [["files", pdf(), "sheet.pdf"]]);
    expect(await toastOf(bob, sent)).toContain("Delivered");
    const shown = await ann.get(path);
    for (const words of [note, "sheet.pdf", "Ask for changes (1 left)", "Mark as complete"])
      expect(shown.text).toContain(words);
    expect(shown.text).toContain("Without an answer, the order completes automatically on");

    const short = await ann.submit(path, { intent: "revise", note: "bluer", version: versionOn(shown) });
    expect([short.status, short.field("note")]).toEqual([400, "bluer"]);
    expect(short.text).toContain("Say what should change, in at least 10 characters");
    const revise = { intent: "revise", note: "Please make it a little bluer", version: versionOn(shown) };
    expect(await toastOf(ann, await ann.submit(path, revise))).toContain("Revision requested");
    expect((await bob.get(path)).text).toContain("Please make it a little bluer");

    await bob.submit(path, { intent: "deliver", note: "Bluer now, and the rest as before." });
    const again = await ann.get(path);
    expect(again.text).toContain("1 of 1 used");
    expect(again.text).not.toContain("Ask for changes");
    const done = await ann.submit(path, { intent: "complete", version: versionOn(again) });
    expect(await toastOf(ann, done)).toContain("Order status updated to completed");
    const rows = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("One question is answered with several files, as its hint says", async () => {
    const { ann, order } = await paidOrder({ questions });
    const path = `/orders/${order.id}`;
    const { html, text } = await ann.get(path);
    expect(text).toContain("Up to 5 files");
    const [field] = /<input[^>]* name="answer-2"[^>]*>/.exec(html) ?? [];
    expect(field).toMatch(/ multiple[ =]/);
    const answers = { intent: "answer", "answer-0": "Bread", "answer-1": "Large" };
    const files: Parameters<typeof sendFiles>[3] = ["a.pdf", "b.pdf"].map((name) => [
      "answer-2",
      pdf(),
      name,
    ]);
    expect((await sendFiles(ann, path, answers, files)).status).toBe(303);
    expect((await read(order.id))?.answers?.[2]).toBe("a.pdf, b.pdf");
  });

  it("A due date is shown in the viewer's own time zone, and late work is marked", async () => {
    const { ann, bob, order, path } = await startedOrder();
    await db.update(profiles).set({ timeZone: "Asia/Tokyo" }).where(eq(profiles.id, ann.id));
    const deliveryDate = Date.UTC(2026, 0, 5, 20, 30);
    await db.update(orders).set({ deliveryDate }).where(eq(orders.id, order.id));
    const hers = await ann.get(path);
    expect(hers.text).toContain("It was due on 6 Jan 2026, 05:30 GMT+9 .");
    expect(hers.html).toMatch(/class="tag bad">Late</);
    expect((await bob.get(path)).text).toContain("It was due on 5 Jan 2026, 20:30 UTC");
  });

  it("A revision of work that was delivered late leaves the seller a day, and is not late immediately", async () => {
    const { ann, bob, order, path } = await startedOrder();
    const deliveryDate = Date.now() - 2 * day;
    await db.update(orders).set({ deliveryDate }).where(eq(orders.id, order.id));
    await bob.submit(path, { intent: "deliver", note: "Late, and I am sorry about that." });
    await ann.submit(path, { intent: "revise", note: "Please make it a little bluer" });
    const { stage, deliveryDate: due, updatedAt = 0 } = (await read(order.id)) ?? {};
    expect([stage, due]).toEqual(["in_revision", updatedAt + day]);
    const { text, html } = await bob.get(path);
    expect(text).toContain("Due on");
    expect(text).not.toContain("It was due on");
    expect(html).not.toMatch(/class="tag bad">Late</);
  });

  it("A cancellation is requested, declined, requested again and accepted, and the whole payment is refunded", async () => {
    const { ann, bob, path } = await startedOrder();
    const ask = { intent: "request-cancel", note: "We have closed the bakery" };
    expect(await toastOf(ann, await ann.submit(path, ask))).toContain("Cancellation requested");
    const shown = await bob.get(path);
    expect(shown.text).toContain("We have closed the bakery");
    const asked = await bob.get(`${path}?confirm=accept`);
    expect(asked.text).toMatch(
      /We refund \$80\.00 to .{1,99}'s card in 5–10 days\. You earn nothing for it\./,
    );
    expect((await bob.submit(path, { intent: "decline", note: "no" })).status).toBe(400);
    const no = await bob.submit(path, { intent: "decline", note: "It is nearly done" });
    expect(await toastOf(bob, no)).toContain("Cancellation declined");
    await ann.submit(path, ask);
    // A page that shows the first request cannot answer the second one.
    const stale = await bob.submit(path, { intent: "accept", version: versionOn(shown) });
    expect(stale.status).toBe(409);
    const yes = await bob.submit(path, { intent: "accept", version: versionOn(stale) });
    expect(await toastOf(bob, yes)).toContain("Order status updated to cancelled");
    const receipt = await ann.get(`${path}/receipt`);
    expect(receipt.text).toContain("Refunded to the card $80.00");
    expect(receipt.text).toContain("Seller's net $0.00");
  });

  it("A full refund by an operator ends an open cancellation request and all further steps", async () => {
    const { ann, bob, order, path } = await startedOrder();
    await ann.submit(path, { intent: "request-cancel", note: "We have closed the bakery" });
    const held = await read(order.id);
    expect(held?.hold).toBe("cancellation");
    if (held)
      expect(await orderTransitions.refund({ db, clock: Date }, held, 8000, bob.id, "All of it")).toBe(true);
    expect(await read(order.id)).toMatchObject({ hold: "none", heldBy: null, stage: "closed", turn: null });
    const page = await ann.get(path);
    expect(page.text).toContain("This order is closed.");
    for (const words of ["Due on", "Refund window"]) expect(page.text).not.toContain(words);
    expect(page.html).not.toContain('class="todo"');
    expect((await ann.get("/orders")).text).not.toMatch(/ · due \d/);
  });

  it("A buyer withdraws a refund request: the seller is told, and the order continues", async () => {
    const { ann, bob, order, path } = await deliveredOrder();
    await ann.submit(path, { intent: "request-refund", note: "It is not what we agreed" });
    const shown = await ann.get(path);
    expect(shown.text).toMatch(
      /You asked for a refund\. .{1,99} can accept it\. If not, Handiwork support decides\. /,
    );
    expect(shown.text).not.toContain("Refund window");
    expect(shown.html).toMatch(/name="confirm" value="withdraw-refund"/);
    const asked = await ann.get(`${path}?confirm=withdraw-refund&version=${versionOn(shown)}`);
    expect(asked.text).toContain("Withdraw your refund request?");
    expect((await bob.submit(path, { intent: "withdraw-refund" })).text).toContain(
      "Only the buyer can withdraw this request",
    );
    const withdraw = { intent: "withdraw-refund", version: versionOn(asked) };
    expect(await toastOf(ann, await ann.submit(path, withdraw))).toContain("Refund request withdrawn");
    expect(await read(order.id)).toMatchObject({ hold: "none", stage: "delivered", turn: "buyer" });
    expect(await linkTo(bob.email, "refund_withdrawn")).toBe(path);
    expect((await bob.get(path)).text).toContain("Refund request withdrawn");
    // An answer to the withdrawn request comes too late.
    const late = await bob.submit(path, { intent: "decline", note: "It is done", version: versionOn(shown) });
    expect(late.status).toBe(409);
    expect(late.text).toContain("withdrew the refund request");
  });

  it("A refund needs a reason, and once the seller has declined it, an operator decides", async () => {
    const { ann, bob, path } = await deliveredOrder();
    expect((await ann.submit(path, { intent: "request-refund", note: " " })).text).toContain(
      "Say why you want your money back",
    );
    await ann.submit(path, { intent: "request-refund", note: "It is not what we agreed" });
    const answer = await bob.submit(path, { intent: "decline", note: "It is exactly what we agreed" });
    expect(await toastOf(bob, answer)).toContain("Handiwork support is reviewing this");
    const answered = await ann.get(path);
    expect(answered.text).toContain("It is exactly what we agreed");
    expect(answered.html).not.toContain("withdraw-refund");
    const late = await ann.submit(path, { intent: "withdraw-refund", version: versionOn(answered) });
    expect([late.status, late.text.includes("declined this request")]).toEqual([403, true]);
  });
});

describe("start and complete", () => {
  it("An order goes from pending to in progress to completed, with the specification's toasts", async () => {
    const { ann, bob, order } = await paidOrder();
    const started = await bob.submitAndFollow(`/orders/${order.id}`, { intent: "start" });
    expect(started.text).toContain("Order status updated to in progress");
    const done = await ann.submitAndFollow(`/orders/${order.id}`, { intent: "complete" });
    expect(done.text).toContain("Order status updated to completed");
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
    expect(row).toMatchObject({ status: "completed", stage: "closed", version: 4 });
  });

  it("The due date counts from the start of the work", async () => {
    const { bob, order } = await paidOrder();
    await bob.submit(`/orders/${order.id}`, { intent: "start" });
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
    const days = ((row?.deliveryDate ?? 0) - (row?.updatedAt ?? 0)) / 86_400_000;
    expect(days).toBe(order.deliveryDays);
  });
});
