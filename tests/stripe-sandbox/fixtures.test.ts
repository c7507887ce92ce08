import type Stripe from "stripe";
import { beforeAll, expect, test } from "vitest";
import { deliveries } from "../support/stripe.ts";
import { control, paid, sessionParams, stripe } from "./sandbox-client.ts";
import fixtures from "./stripe.fixtures.json";

// The product must not receive these events: it has no orders for them.
beforeAll(() => deliveries("off"));

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
const kindOf = (value: Json) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/**
 * The paths at which our object lacks a key of the fixture or has another JSON type. Null matches any type.
 */
const differences = (fixture: Json, ours: Json, path = ""): string[] => {
  const [theirs, mine] = [kindOf(fixture), kindOf(ours)];
  if (theirs === "null" || mine === "null") return [];
  if (theirs !== mine) return [`${path}: ${mine}, not ${theirs}`];
  if (theirs !== "object" || mine !== "object") return [];
  const [a, b] = [fixture as { [key: string]: Json }, ours as { [key: string]: Json }];
  return Object.keys(a).flatMap((key) => {
    const value = b[key];
    return value === undefined
      ? [`${path}.${key}: missing`]
      : differences(a[key] ?? null, value, `${path}.${key}`);
  });
};
const plain = (object: object): Json => JSON.parse(JSON.stringify(object)) as Json;

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
  const { payment_method_details: _, ...debit } = bank.latest_charge as Stripe.Charge;
  const { payment_method_details: __, ...charged } = fixtures.charge;
  for (const each of [open, { ...session, payment_intent: intent.id }, { ...later, payment_intent: bank.id }])
    expect(differences(fixtures["checkout.session"], plain(each))).toEqual([]);
  for (const each of [
    { ...intent, latest_charge: charge.id },
    { ...bank, latest_charge: debit.id },
  ])
    expect(differences(fixtures.payment_intent, plain(each))).toEqual([]);
  expect(differences(fixtures.charge, plain(charge))).toEqual([]);
  expect(differences(charged, plain(debit))).toEqual([]);
  for (const each of [refund, pending, failed as object])
    expect(differences(fixtures.refund, plain(each))).toEqual([]);
  for (const each of [data[0] ?? {}, closed as object])
    expect(differences(fixtures.dispute, plain(each))).toEqual([]);
});
