import type Stripe from "stripe";
import { beforeAll, expect, test } from "vitest";
import { deliveries } from "../support/stripe.ts";
import { differencesTo } from "./fixture.ts";
import { control, paid, sessionParams, stripe } from "./sandbox-client.ts";

// The product must not receive these events: it has no orders for them.
beforeAll(() => deliveries("off"));

test("Objects have the keys and types of Stripe's published fixtures", async () => {
  const open = await stripe.checkout.sessions.create(sessionParams());
  const { session, intent, charge } = await paid("4000000000000259");
  const other = await paid("4000000000007726");
  const pending = await stripe.refunds.create({ payment_intent: other.intent.id });
  const failed = await (await control(`refunds/${pending.id}/settle`, { outcome: "failed" })).json();
  const refund = await stripe.refunds.create({ payment_intent: (await paid()).intent.id });
  const { data } = await stripe.disputes.list({ payment_intent: intent.id });
  const closed = await (await control(`disputes/${data[0]?.id}/close`, { status: "won" })).json();
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await control(`sessions/${id}/pay`, { async: true });
  const later = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
  const bank = later.payment_intent as Stripe.PaymentIntent;
  const debit = bank.latest_charge as Stripe.Charge;
  for (const each of [open, { ...session, payment_intent: intent.id }, { ...later, payment_intent: bank.id }])
    expect(differencesTo("checkout.session", each)).toEqual([]);
  for (const each of [
    { ...intent, latest_charge: charge.id },
    { ...bank, latest_charge: debit.id },
  ])
    expect(differencesTo("payment_intent", each)).toEqual([]);
  expect(differencesTo("charge", charge)).toEqual([]);
  expect(differencesTo("charge", debit, ["payment_method_details"])).toEqual([]);
  for (const each of [refund, pending, failed as object]) expect(differencesTo("refund", each)).toEqual([]);
  for (const each of [data[0] ?? {}, closed as object]) expect(differencesTo("dispute", each)).toEqual([]);
});
