import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orders, profiles } from "#drizzle/schema.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { paidOrder, placeOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { db, origin, visitor } from "../../support/visitor.ts";
import { startedOrder } from "../started-order.ts";

await deliveries("off");

describe("refused and failed forms", () => {
  it("A seller cannot pay", async () => {
    const { bob, order } = await placeOrder();
    const page = await bob.submit(`/orders/${order.id}`, { intent: "pay" });
    expect([page.status, page.text.includes("Only the buyer can pay")]).toEqual([403, true]);
  });

  it("A failed write shows an error, and everything typed is still there", async () => {
    const { bob, path } = await startedOrder();
    expectErrorLog("order not updated");
    bob.send = productWith({
      DB: faultyDatabase(env.DB, (sql) => sql.startsWith('insert into "order_events"')),
    });
    const page = await bob.submitAndFollow(path, {
      intent: "request-cancel",
      note: "I am ill, 100 % \n sorry",
    });
    expect(page.text).toContain("Failed to update order status");
    expect(page.text).toContain("I am ill, 100 % sorry");
  });

  it("A user whose session has ended finds everything typed after signing in", async () => {
    const { ann, path } = await startedOrder();
    const guest = visitor.signedOut();
    const page = await guest.submit(path, { intent: "request-cancel", note: "The café\nhas closed" });
    const back = new URL(page.location ?? "", origin).searchParams.get("redirectTo") ?? "";
    ann.setCookie("draft", guest.cookie("draft") ?? "");
    const shown = await ann.get(back);
    expect(shown.field("note")).toBe("The café has closed");
  });

  it("Answers that come too late are shown in full, because their form is gone", async () => {
    const questions = ["What do you sell?", "For whom?"].map((question) => ({
      question,
      type: "text" as const,
      required: false,
    }));
    const { ann, order } = await paidOrder({ questions });
    const path = `/orders/${order.id}`;
    const answers = { intent: "answer", "answer-0": "Bread\nand cake", "answer-1": "Neighbours" };
    const guest = visitor.signedOut();
    const parked = await guest.submit(path, answers);
    expect((await ann.submit(path, { intent: "answer", "answer-0": "Rolls" })).status).toBe(303);
    const late = await ann.submit(path, answers);
    expect([late.status, late.text.includes("You wrote: Bread and cake Neighbours")]).toEqual([403, true]);

    const back = new URL(parked.location ?? "", origin).searchParams.get("redirectTo") ?? "";
    ann.setCookie("draft", guest.cookie("draft") ?? "");
    const shown = (await ann.get(back)).text;
    expect(shown).toContain("The questions are already answered");
    expect(shown).toContain("You wrote: Bread and cake Neighbours");
  });

  it("An extra that was typed before signing in again is shown when it can no longer be offered", async () => {
    const { ann, bob, order, path } = await startedOrder();
    const guest = visitor.signedOut();
    const offered = {
      intent: "offer-extra",
      order: order.id,
      title: "A second logo",
      price: "25",
      days: "2",
    };
    const parked = await guest.submit("/offers", offered);
    expect((await bob.submit(path, { intent: "deliver", note: "Here are all of the files" })).status).toBe(
      303,
    );
    const back = new URL(parked.location ?? "", origin).searchParams.get("redirectTo") ?? "";
    bob.setCookie("draft", guest.cookie("draft") ?? "");
    const shown = (await bob.get(back)).text;
    expect(shown).toContain("This order was already delivered, so nothing can be added to it");
    expect(shown).toContain("You wrote: A second logo 25 2");
    expect((await ann.get(back)).text).not.toContain("A second logo");
  });
});

describe("one order", () => {
  it("Each party sees the other party and the service", async () => {
    const { ann, bob, order } = await placeOrder();
    const name = async (id: string) => {
      const [profile] = await db.select().from(profiles).where(eq(profiles.id, id));
      return `${profile?.fullName} · @${profile?.username}`;
    };
    expect((await ann.get(`/orders/${order.id}`)).text).toContain(`Seller: ${await name(bob.id)}`);
    const seen = await bob.get(`/orders/${order.id}`);
    expect(seen.text).toContain(`Buyer: ${await name(ann.id)}`);
    expect(seen.text).toContain(order.title);
  });

  it("A user who is not a party, and any unknown id, is redirected to /orders", async () => {
    const { order } = await placeOrder();
    const eve = await visitor.signedIn();
    for (const id of [order.id, crypto.randomUUID(), "x"]) {
      const page = await eve.get(`/orders/${id}`);
      expect([page.status, page.location]).toEqual([302, "/orders"]);
    }
  });

  it("A transition by a user who is not a party answers 403, for known and unknown ids alike", async () => {
    const { order } = await placeOrder();
    const eve = await visitor.signedIn();
    for (const id of [order.id, crypto.randomUUID()]) {
      const page = await eve.submit(`/orders/${id}`, { intent: "cancel" });
      expect(page.status).toBe(403);
      expect(page.text).toContain("You are not authorized to update this order");
    }
  });

  it("A refused transition of a party answers 403 with the order page", async () => {
    const { ann, bob, order } = await placeOrder();
    const cancel = await bob.submit(`/orders/${order.id}`, { intent: "cancel" });
    expect(cancel.status).toBe(403);
    expect(cancel.text).toContain("Only the buyer can cancel an order");
    const start = await ann.submit(`/orders/${order.id}`, { intent: "start" });
    expect(start.text).toContain("Only the seller can mark an order as in progress");
    const early = await bob.submit(`/orders/${order.id}`, { intent: "start" });
    expect(early.text).toContain("This order has not been paid yet");
  });

  it("An unknown intent changes nothing", async () => {
    const { ann, order } = await placeOrder();
    expect((await ann.submit(`/orders/${order.id}`, { intent: "destroy" })).status).toBe(400);
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
    expect(row?.version).toBe(1);
  });
});
