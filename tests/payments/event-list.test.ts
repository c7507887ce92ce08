import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { storeMissing } from "#app/payments/event-list.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { settings, webhookEvents } from "#drizzle/schema.ts";
import { day, deps, depsThrough, hour, minute, now, pass, sweep, sweepTwice } from "../support/clock.ts";
import { paidAtStripe, paidOrder, transition } from "../support/purchase.ts";
import { closeDispute, deliver, deliveries, disputeSession, settleRefund } from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db } from "../support/visitor.ts";

await deliveries("off");

const stored = async (id: string) => await db.select().from(webhookEvents).where(eq(webhookEvents.id, id));

async function placeInList(): Promise<{ after: string | null; older: string | null }> {
  const [row] = await db.select().from(settings).where(eq(settings.key, "stripe_events"));
  return JSON.parse(row?.value ?? "{}");
}

test("Without webhooks for weeks, a refund that fails on day 3 and a dispute that ends on day 29 are found within minutes", async () => {
  const [cancelled, disputed] = [await paidOrder(), await paidOrder()];
  await transition(cancelled.order.id, "cancel", "buyer", cancelled.ann.id);
  await refunds.sendDue(deps, 0);
  const { id: dispute } = await disputeSession(disputed.session);
  await sweep();
  const refund = (await tracesOf(cancelled.order.id)).calls.find(({ kind }) => kind === "refund");
  expect(refund?.state).toBe("confirmed");
  await pass(3 * day);
  await sweep();
  await settleRefund(refund?.stripeId ?? "", "failed");
  await pass(11 * minute);
  await sweepTwice();
  expect((await tracesOf(cancelled.order.id)).kinds.at(-1)).toBe("refund_failed");
  await pass(26 * day);
  await closeDispute(dispute, "won");
  await pass(11 * minute);
  await sweepTwice();
  expect((await tracesOf(disputed.order.id)).kinds.at(-1)).toBe("dispute_won");
});

test("An event delivered by the webhook is not processed again from the list, nor one from the list by the webhook", async () => {
  const told = await paidOrder();
  const found = await paidAtStripe();
  await pass(11 * minute);
  await sweepTwice();
  expect(await stored(told.event.id)).toMatchObject([{ attempts: 1 }]);
  expect(await stored(found.event.id)).toMatchObject([{ attempts: 1, payload: "" }]);
  expect((await deliver(found.event)).status).toBe(200);
  expect((await tracesOf(found.order.id)).kinds).toEqual(["placed", "paid"]);
  expect(await stored(found.event.id)).toMatchObject([{ attempts: 1 }]);
});

test("If Stripe no longer knows the cursor, the list is read again from 30 days ago, and the log says so", async () => {
  const { order, event } = await paidAtStripe();
  const [row] = await db.select().from(settings).where(eq(settings.key, "stripe_events"));
  const progress = JSON.parse(row?.value ?? "");
  const lost = JSON.stringify({ ...progress, after: "evt_from_another_account" });
  await db.update(settings).set({ value: lost }).where(eq(settings.key, "stripe_events"));
  await pass(11 * minute);
  const log: unknown[] = [];
  const missing = await storeMissing({ ...deps, log: (...line: unknown[]) => void log.push(line) });
  expect(missing).toBeGreaterThan(0);
  expect(log).toEqual([
    ["warn", "stripe events read again from 30 days ago", { after: "evt_from_another_account", older: null }],
  ]);
  expect(await stored(event.id)).toHaveLength(1);
  await pass(minute);
  await sweep();
  expect((await tracesOf(order.id)).order.paymentStatus).toBe("paid");
});

/** A list of events as Stripe pages it, and how many requests it got. `events`: oldest first. */
function listOf(events: { id: string; created: number; [key: string]: unknown }[]) {
  const asked: string[] = [];
  const through = depsThrough(async (...request) => {
    const { pathname, searchParams } = new URL(new Request(...request).url);
    if (pathname !== "/v1/events") return await fetch(...request);
    asked.push(searchParams.get("ending_before") ?? "");
    const newestFirst = events.toReversed();
    const at = (name: string) => newestFirst.findIndex(({ id }) => id === searchParams.get(name));
    const before = searchParams.has("ending_before");
    const rest = before
      ? newestFirst.slice(0, at("ending_before"))
      : newestFirst.slice(at("starting_after") + 1);
    const data = before ? rest.slice(-100) : rest.slice(0, 100);
    return Response.json({ object: "list", data, has_more: rest.length > 100, url: pathname });
  });
  return { through, asked };
}

const seconds = (ms: number) => Math.floor(ms / 1000);
const eventAt = (id: string, created: number, type = "charge.updated") => ({
  id,
  type,
  created,
  data: { object: { id: "ch_unknown", payment_intent: null } },
});

test("Duplicate, unknown and malformed events do not stop the list, and one that appears late is still found", async () => {
  await pass(2 * hour);
  const start = seconds(now() - hour);
  const first = { ...eventAt("evt_list_first", start) };
  const events = [first];
  const { through } = listOf(events);
  await db.delete(settings).where(eq(settings.key, "stripe_events"));
  await storeMissing(through);
  expect((await placeInList()).after).toBe("evt_list_first");
  await pass(11 * minute);
  const recent = seconds(now() - minute);
  events.push(
    eventAt("evt_list_twice", recent),
    eventAt("evt_list_twice", recent),
    eventAt("evt_list_foreign", recent, "payout.paid"),
    { id: "evt_list_empty", type: "refund.failed", created: recent, data: {} as never },
    eventAt("evt_list_last", recent),
  );
  expect(await storeMissing(through)).toBe(3);
  // Listed after its successor: the last minutes are read again.
  events.splice(1, 0, eventAt("evt_list_late", recent));
  await pass(11 * minute);
  expect(await storeMissing(through)).toBe(1);
  for (const id of ["evt_list_twice", "evt_list_foreign", "evt_list_last", "evt_list_late"])
    expect([id, await stored(id)]).toMatchObject([id, [{ id }]]);
  expect(await stored("evt_list_empty")).toEqual([]);
  await db.delete(settings).where(eq(settings.key, "stripe_events"));
});

test("A list that is too long for one run is continued by the next runs, backward at first and forward later", async () => {
  await pass(2 * hour);
  const create = (from: number, count: number, at: number) =>
    Array.from({ length: count }, (_, i) => eventAt(`evt_long_${from + i}`, at));
  const events = create(0, 650, seconds(now() - hour));
  const { through } = listOf(events);
  expect([await storeMissing(through), await storeMissing(through), await storeMissing(through)]).toEqual([
    500, 150, 0,
  ]);
  expect(await placeInList()).toMatchObject({ after: "evt_long_649", older: null });
  events.push(...create(650, 720, seconds(now())));
  await pass(30 * minute);
  expect([await storeMissing(through), await storeMissing(through), await storeMissing(through)]).toEqual([
    500, 220, 0,
  ]);
  expect(await placeInList()).toMatchObject({ after: "evt_long_1369", older: null });
  await db.delete(settings).where(eq(settings.key, "stripe_events"));
});
