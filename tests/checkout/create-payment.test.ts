import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orders } from "#drizzle/schema.ts";
import { gig } from "../support/factories.ts";
import { deliveries } from "../support/stripe.ts";
import { db, origin, type Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");

describe("POST /functions/create-payment", () => {
  const call = async (caller: Visitor, body: unknown) => {
    const headers = { Origin: origin, "Content-Type": "application/json" };
    const answer = await caller.fetch("/functions/create-payment", {
      method: "POST",
      body: JSON.stringify(body),
      headers,
    });
    return {
      status: answer.status,
      body: await answer.json<{ url?: string; error?: { message: string } }>(),
    };
  };

  it("A valid request places the order at the gig's price, and the response is the address of the card page", async () => {
    const [ann, eve] = [await visitor.signedIn(), await visitor.signedIn()];
    const service = await gig(db);
    const serviceDetails = {
      gigId: service.id,
      sellerId: eve.id,
      price: 1,
      title: "x",
      requirements: "Blue",
      deliveryTime: 90,
    };
    const sent = { paymentType: "service", userId: eve.id, email: "eve@example.test", serviceDetails };
    const { status, body } = await call(ann, sent);
    expect([status, body.url?.includes("cs_")]).toEqual([200, true]);
    const [order] = await db.select().from(orders).where(eq(orders.buyerId, ann.id));
    expect(order).toMatchObject({
      priceCents: 8000,
      requirements: "Blue",
      packageId: "starter",
      deliveryDays: 3,
    });
    expect(order?.sellerId).toBe(service.sellerId);
  });

  it("Refusals have a status and a sentence: visitor, unverified address, own gig, unknown gig, invalid fields, changed price, unknown payment type", async () => {
    const ann = await visitor.signedIn();
    const own = await gig(db, { sellerId: ann.id });
    const service = (gigId: string, more = {}) => ({
      paymentType: "service",
      serviceDetails: { gigId, ...more },
    });
    const unverified = await visitor.signedIn({ verified: false });
    const other = await gig(db);
    for (const [caller, body, status, message] of [
      [visitor.signedOut(), service(own.id), 401, "Please sign in to continue with your purchase"],
      [ann, service(own.id), 403, "You cannot purchase your own service"],
      [ann, service(crypto.randomUUID()), 404, "Service not found"],
      [ann, service("\ud800"), 400, "This service cannot be ordered"],
      [ann, service("x"), 400, "This service cannot be ordered"],
      [ann, service(other.id, { package: "gold" }), 400, "Choose a package"],
      [ann, service(other.id, { shownPrice: 1 }), 403, "The price has changed to $80"],
      [unverified, service(other.id), 403, "verify"],
      [ann, { paymentType: "seller_registration" }, 400, "Submit your application first"],
      [ann, null, 400, "paymentType"],
    ] as const) {
      const answer = await call(caller, body);
      expect([answer.status, answer.body.error?.message]).toEqual([status, expect.stringContaining(message)]);
    }
  });
});
