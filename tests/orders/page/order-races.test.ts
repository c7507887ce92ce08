import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { nameInSentence } from "#app/profiles/name-in-sentence.ts";
import { orderEvents, orders, profiles } from "#drizzle/schema.ts";
import { paidOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { db, origin } from "../../support/visitor.ts";
import { deliveredOrder, read, versionOn } from "../started-order.ts";

await deliveries("off");

// Twenty requests at once take more than five seconds on a busy machine.
const longer = { timeout: 30_000 };

describe("races", longer, () => {
  it("Of concurrent 'complete' and 'revise' requests, one succeeds and the other shows the order's new status", async () => {
    const { ann, path, order } = await deliveredOrder();
    const version = versionOn(await ann.get(path));
    const pages = await Promise.all([
      ann.submit(path, { intent: "complete", version }),
      ann.submit(path, { intent: "revise", note: "Please make it bluer", version }),
    ]);
    const statuses = pages.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([303, 409]);
    const loser = pages.find(({ status }) => status === 409);
    const now = await read(order.id);
    expect(loser?.text).toMatch(/You (completed this order|asked for changes) at \d\d:\d\d UTC/);
    expect([
      ["completed", "closed"],
      ["in progress", "in_revision"],
    ]).toContainEqual([now?.status, now?.stage]);
  });

  it("Of concurrent 'cancel' and 'start' requests from one version of the page, one succeeds, with one event", async () => {
    const { ann, bob, order } = await paidOrder();
    const path = `/orders/${order.id}`;
    const version = versionOn(await ann.get(path));
    const pages = await Promise.all([
      ann.submit(path, { intent: "cancel", version }),
      bob.submit(path, { intent: "start", version }),
    ]);
    expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const rows = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
    expect(rows.filter(({ kind }) => kind === "cancelled" || kind === "started")).toHaveLength(1);
  });

  it("Of two concurrent transitions without a version, one succeeds and the other is refused", async () => {
    const { ann, bob, order } = await paidOrder();
    const [cancel, start] = await Promise.all([
      ann.submit(`/orders/${order.id}`, { intent: "cancel" }),
      bob.submit(`/orders/${order.id}`, { intent: "start" }),
    ]);
    const statuses = [cancel.status, start.status];
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    const loser = cancel.status === 303 ? start : cancel;
    // Without a version, a form that reads the order after the winner is refused for its status instead.
    expect([403, 409]).toContain(loser.status);
    expect(loser.text).toMatch(
      loser.status === 409
        ? /(cancelled|started working on) this order at/
        : /This order was cancelled|Work on this order has already started/,
    );
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
    expect(["cancelled", "in progress"]).toContain(row?.status);
  });

  it("Twenty clicks on 'Start working' start the work once", async () => {
    const { bob, order } = await paidOrder();
    const pages = await Promise.all(
      Array.from({ length: 20 }, () => bob.submit(`/orders/${order.id}`, { intent: "start" })),
    );
    expect(pages.filter((page) => page.status === 303)).toHaveLength(1);
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
    expect(row?.version).toBe(3);
  });
});

describe("an outdated page of an order", longer, () => {
  it("The form and the confirmation page say who did what and when, and what that ended", async () => {
    const { ann, bob, order } = await paidOrder();
    const path = `/orders/${order.id}`;
    const version = versionOn(await ann.get(path));
    await bob.submit(path, { intent: "start" });
    await bob.submit(path, { intent: "deliver", note: "Here is all that you have asked for." });
    const [seller] = await db.select().from(profiles).where(eq(profiles.id, bob.id));
    const said = new RegExp(
      `${nameInSentence(seller ?? null)} delivered this order at \\d\\d:\\d\\d UTC, so it can no longer be cancelled\\.`,
    );
    const sent = await ann.submit(path, { intent: "cancel", version });
    expect([sent.status, said.test(sent.text)]).toEqual([409, true]);
    const asked = await ann.get(`${path}?confirm=cancel&version=${version}`);
    expect([asked.status, said.test(asked.text)]).toEqual([200, true]);
    expect(asked.text).not.toContain("Cancel this order?");
    const invented = await ann.submit(path, { intent: "cancel", version: "none" });
    expect([invented.status, invented.text.includes("it is now in progress")]).toEqual([409, true]);
  });

  it("Users who are mailed about an order also get an event on the live connection", async () => {
    const { ann, bob, order } = await paidOrder();
    const answer = await ann.fetch("/live", { headers: { Upgrade: "websocket", Origin: origin } });
    const received: unknown[] = [];
    answer.webSocket?.accept();
    answer.webSocket?.addEventListener("message", ({ data }) => received.push(JSON.parse(String(data))));
    await bob.submit(`/orders/${order.id}`, { intent: "start" });
    const event = { type: "order", id: order.id };
    await expect.poll(() => received).toEqual([{ ...event, version: 3, turn: false }]);
    await bob.submit(`/orders/${order.id}`, { intent: "deliver", note: "Here is all that you asked for." });
    await expect.poll(() => received.at(-1)).toEqual({ ...event, version: 4, turn: true });
    answer.webSocket?.close();
  });
});
