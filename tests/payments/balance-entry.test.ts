import { expect, test } from "vitest";
import { day } from "#app/lib/dates.ts";
import {
  bookingsOf,
  type Entry,
  explain,
  grace,
  type Known,
  refusalToTakeIn,
} from "#app/payments/balance/balance-entry.ts";

const base: Entry = {
  id: "txn_1",
  type: "refund",
  category: "refund",
  currency: "usd",
  amountCents: -500,
  feeCents: 0,
  netCents: -500,
  source: "re_1",
  about: "pi_1",
  call: null,
  at: 100 * day,
  availableAt: 100 * day,
  bookedAs: null,
  mismatchId: null,
};
const nothing: Known = {
  session: null,
  waitingPayment: null,
  isLookedInto: false,
  cash: new Map(),
  call: null,
  orderId: null,
  mismatch: null,
  hasFailed: false,
};
const charge = {
  type: "charge",
  category: "charge",
  source: "ch_1",
  amountCents: 5000,
  feeCents: 175,
  netCents: 4825,
};
const reversal = { type: "transfer_refund", category: "transfer_reversal", source: "trr_1", netCents: 900 };
const sent = { state: "sent", isNamed: true };
const own = (type: string): Partial<Entry> => ({ type, category: "other", source: null });
const wait = { kind: "wait" };
const cash = (sums: Record<string, number>) => ({ cash: new Map(Object.entries(sums)) });

test.each<[string, Partial<Entry>, Partial<Known>, object]>([
  [
    "a payment with its fee",
    charge,
    { session: "cs_1", ...cash({ "payment:cs_1": 5000, "fee:ch_1": -175 }) },
    { kind: "booked", as: "payment:cs_1" },
  ],
  [
    "a payment whose fee is not booked yet",
    charge,
    { session: "cs_1", ...cash({ "payment:cs_1": 5000 }) },
    wait,
  ],
  [
    "a payment with another fee",
    charge,
    { session: "cs_1", ...cash({ "payment:cs_1": 5000, "fee:ch_1": -170 }) },
    {
      kind: "mismatch",
      id: "txn_1",
      note: "$48.25 was paid, and no order has booked it, and the books have $48.30",
    },
  ],
  ["a payment that no webhook has reported yet", charge, {}, wait],
  [
    "a payment that waits for the operator",
    charge,
    { session: "cs_1", waitingPayment: "a payment" },
    { kind: "mismatch", id: "a payment", note: null },
  ],
  [
    "a payment that an operator has looked into",
    charge,
    { session: "cs_1", isLookedInto: true, ...cash({ "fee:ch_1": -175 }) },
    { kind: "own", account: "adjustments" },
  ],
  ["a refund", {}, cash({ "refund:re_1": -500 }), { kind: "booked", as: "refund:re_1" }],
  ["a refund that is pending", {}, { call: sent }, wait],
  [
    "a refund that is not ours, and queued",
    {},
    { mismatch: { id: "re_1", disputeState: null } },
    { kind: "mismatch", id: "re_1", note: null },
  ],
  [
    "a refund that failed before it was booked",
    {},
    { hasFailed: true, call: { state: "failed", isNamed: true } },
    { kind: "own", account: "adjustments" },
  ],
  ["a refund that failed, which the product does not know yet", {}, { hasFailed: true, call: sent }, wait],
  [
    "the return of a refund",
    { type: "refund_failure", category: "refund_failure", netCents: 500 },
    cash({ "refund_failed:re_1": 500 }),
    { kind: "booked", as: "refund_failed:re_1" },
  ],
  [
    "a dispute with its fee",
    { type: "adjustment", category: "dispute", source: "du_1", feeCents: 1500, netCents: -6500 },
    cash({ "dispute:du_1": -5000, "fee:du_1": -1500 }),
    { kind: "booked", as: "dispute:du_1" },
  ],
  [
    "a dispute of no order",
    { type: "adjustment", category: "dispute", source: "du_1" },
    { mismatch: { id: "du_1", disputeState: "open" } },
    { kind: "mismatch", id: "du_1", note: null },
  ],
  [
    "a dispute of no order that was won",
    { type: "adjustment", category: "dispute", source: "du_1" },
    { mismatch: { id: "du_1", disputeState: "won" } },
    { kind: "own", account: "adjustments" },
  ],
  [
    "a dispute that was won",
    { type: "adjustment", category: "dispute_reversal", source: "du_1", netCents: 5000 },
    cash({ "dispute_won:du_1": 5000 }),
    { kind: "booked", as: "dispute_won:du_1" },
  ],
  [
    "a transfer",
    { type: "transfer", category: "transfer", source: "tr_1" },
    cash({ "transferred:tr_1": -500 }),
    { kind: "booked", as: "transferred:tr_1" },
  ],
  [
    "a transfer of ours without an answer",
    { type: "transfer", category: "transfer", source: "tr_1", call: "a call" },
    { call: { state: "sent", isNamed: false } },
    wait,
  ],
  [
    "a transfer from the Dashboard",
    { type: "transfer", category: "transfer", source: "tr_1" },
    {},
    { kind: "mismatch", id: "txn_1", note: "$5.00 was transferred outside this product" },
  ],
  ["a reversal", reversal, cash({ "reversed:trr_1": 900 }), { kind: "booked", as: "reversed:trr_1" }],
  [
    "a reversal from the Dashboard",
    reversal,
    { orderId: "an order" },
    { kind: "mismatch", id: "txn_1", note: "$9.00 was taken back from a transfer outside this product" },
  ],
  ["a payout to the owner", own("payout"), {}, { kind: "own", account: "owner" }],
  ["its return", own("payout_failure"), {}, { kind: "own", account: "owner" }],
  ["a top-up", own("topup"), {}, { kind: "own", account: "owner" }],
  ["a bill", own("stripe_fee"), {}, { kind: "own", account: "stripe_fees" }],
  ["a reserve", own("reserved_funds"), {}, { kind: "own", account: "reserves" }],
  [
    "a negative balance of a seller that Stripe covers",
    own("connect_collection_transfer"),
    {},
    { kind: "own", account: "adjustments" },
  ],
  [
    "a correction by Stripe",
    own("adjustment"),
    {},
    { kind: "mismatch", id: "txn_1", note: "Stripe has taken $5.00 (adjustment)" },
  ],
  [
    "another currency",
    { ...own("topup"), currency: "eur", netCents: 900 },
    {},
    { kind: "mismatch", id: "txn_1", note: "Stripe has added 900 eur (topup)" },
  ],
])("%s", (_, entry, known, expected) => {
  expect(explain({ ...base, ...entry }, { ...nothing, ...known }, base.at + 1)).toEqual(expected);
});

test("What waits for its booking becomes a mismatch after two days, but not while it is pending at Stripe", () => {
  const payment = { ...base, ...charge };
  expect(explain(payment, nothing, base.at + grace - 1)).toEqual(wait);
  expect(explain(payment, nothing, base.at + grace)).toMatchObject({ kind: "mismatch" });
  expect(explain(base, { ...nothing, call: sent }, base.at + 9 * grace)).toEqual(wait);
});

test("Without the session of a payment nothing explains it", () => {
  expect(bookingsOf({ ...base, ...charge }, null)).toEqual([]);
});

test.each<[string, Partial<Entry>, string | null, string | null]>([
  ["a reversal from the Dashboard", reversal, null, null],
  ["a correction by Stripe", own("adjustment"), null, null],
  ["a refund from the Dashboard", {}, null, null],
  ["a refund of ours", { call: "a call" }, null, "The product made this and will book it"],
  ["a payment", charge, null, "A payment is booked with its order, or refunded in Stripe"],
  [
    "a dispute of an order",
    { category: "dispute", source: "du_1" },
    null,
    "A dispute is booked with its order",
  ],
  ["a dispute of no order", { category: "dispute", source: "du_1" }, "lost", null],
  ["another currency", { currency: "eur" }, null, "Only US dollars can be taken into the books"],
  ["what is booked", { bookedAs: "own:txn_1" }, null, "This is already in the books"],
])("Taking in %s", (_, entry, disputeState, refusal) => {
  expect(refusalToTakeIn({ ...base, ...entry }, { id: "du_1", disputeState })).toBe(refusal);
});
