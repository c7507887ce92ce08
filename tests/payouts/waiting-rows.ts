import { day, hour } from "#app/lib/dates.ts";
import type { PayoutHold } from "#app/payouts/holds/hold.ts";
import type { OrderEarnings, TransferAccount, Waiting } from "#app/payouts/waiting.ts";

/** The current time in every row, UTC ms. */
export const now = Date.UTC(2026, 10, 26, 12);

const cleared: OrderEarnings = {
  clearsAt: now - day,
  hold: "none",
  isDisputed: false,
  isExamined: false,
  leftCents: 4800,
  payoutHold: null,
  isKept: false,
  refusal: null,
};

const ready: NonNullable<TransferAccount> = {
  open: true,
  stripeId: "acct_1",
  transfers: "active",
  payouts: "active",
  requirements: [],
  bankErrored: false,
  bankSince: now - 30 * day,
  bankIsFirst: true,
};

const paper = { key: "identity.individual.documents", by: now + 9 * day };
const address = { key: "identity.individual.address", by: now + 4 * day };
const later = { key: "identity.individual.phone", by: null };
const hold: PayoutHold = { kind: "operator", reason: "We wait for your answer", until: now + 60 * day };

type Row = [
  what: string,
  order: Partial<OrderEarnings>,
  account: Partial<NonNullable<TransferAccount>> | null,
  waiting: Waiting | null,
];

const rows: Row[] = [
  ["cleared, and the account is ready", {}, {}, null],
  ["clears this very millisecond", { clearsAt: now }, {}, null],
  ["clears a millisecond later", { clearsAt: now + 1 }, {}, { kind: "clearing", at: now + 1 }],
  ["clears in a week", { clearsAt: now + 7 * day }, null, { kind: "clearing", at: now + 7 * day }],
  ["nothing is left", { leftCents: 0 }, null, null],
  ["more was returned than earned", { leftCents: -1, hold: "refund" }, null, null],
  ["a refund was requested", { hold: "refund" }, {}, { kind: "held", by: "refund" }],
  ["held while it clears", { hold: "refund", clearsAt: now + day }, {}, { kind: "held", by: "refund" }],
  ["a cancellation was requested", { hold: "cancellation" }, {}, { kind: "held", by: "cancellation" }],
  ["disputed", { hold: "dispute", isDisputed: true }, {}, { kind: "held", by: "dispute" }],
  [
    "disputed, whatever else holds it",
    { hold: "refund", isDisputed: true, isExamined: true },
    {},
    { kind: "held", by: "dispute" },
  ],
  ["disputed, and the order is not held", { isDisputed: true }, {}, { kind: "held", by: "dispute" }],
  ["held after a dispute", { hold: "dispute" }, {}, { kind: "held", by: "dispute" }],
  ["a payment does not match", { isExamined: true }, null, { kind: "held", by: "examined" }],
  ["payouts are on hold", { payoutHold: hold }, null, { kind: "on hold", hold }],
  ["on hold while it clears", { payoutHold: hold, clearsAt: now + day }, {}, { kind: "on hold", hold }],
  ["no account", {}, null, { kind: "not set up" }],
  ["the account was closed", {}, { open: false }, { kind: "not set up" }],
  ["no bank account", {}, { bankSince: null }, { kind: "not set up" }],
  [
    "left halfway",
    {},
    { bankSince: null, transfers: "restricted", payouts: "restricted", requirements: [paper] },
    { kind: "not set up" },
  ],
  ["the account has no id at Stripe yet", {}, { stripeId: null, bankSince: null }, { kind: "not set up" }],
  ["the bank account failed", {}, { bankErrored: true }, { kind: "bank failed" }],
  [
    "it failed, and Stripe restricts payouts",
    {},
    { bankErrored: true, payouts: "restricted" },
    { kind: "bank failed" },
  ],
  [
    "a paper is wanted",
    {},
    { payouts: "restricted", requirements: [paper] },
    { kind: "Stripe asks", by: paper.by },
  ],
  [
    "the first of two deadlines",
    {},
    { transfers: "restricted", requirements: [later, paper, address] },
    { kind: "Stripe asks", by: address.by },
  ],
  [
    "wanted without a deadline",
    {},
    { transfers: "restricted", requirements: [later] },
    { kind: "Stripe asks", by: null },
  ],
  ["wanted later, while both are active", {}, { requirements: [paper] }, null],
  [
    "transfers are being checked",
    {},
    { transfers: "pending", requirements: [later] },
    { kind: "Stripe checks" },
  ],
  ["payouts are being checked", {}, { payouts: "pending" }, { kind: "Stripe checks" }],
  ["restricted, and nothing is wanted", {}, { transfers: "restricted" }, { kind: "Stripe checks" }],
  [
    "Stripe has rejected the account",
    {},
    { transfers: "rejected", requirements: [paper] },
    { kind: "refused" },
  ],
  ["not supported in the country", {}, { payouts: "unsupported" }, { kind: "refused" }],
  [
    "rejected before it had a bank account",
    {},
    { transfers: "rejected", payouts: "restricted", bankSince: null },
    { kind: "refused" },
  ],
  ["rejected, and closed", {}, { open: false, transfers: "rejected" }, { kind: "not set up" }],
  [
    "a first bank account, an hour too new",
    {},
    { bankSince: now - 7 * day + hour },
    { kind: "new bank account", isFirst: true, at: now + hour },
  ],
  ["a first bank account, after 7 days", {}, { bankSince: now - 7 * day }, null],
  [
    "a changed one, an hour too new",
    {},
    { bankIsFirst: false, bankSince: now - 3 * day + hour },
    { kind: "new bank account", isFirst: false, at: now + hour },
  ],
  ["a changed one, after 3 days", {}, { bankIsFirst: false, bankSince: now - 3 * day }, null],
  [
    "a new one of an account that is not ready",
    {},
    { bankSince: now, transfers: "pending" },
    { kind: "Stripe checks" },
  ],
  ["kept for a dispute", { isKept: true }, {}, { kind: "kept for a dispute" }],
  ["kept, and not set up", { isKept: true }, null, { kind: "not set up" }],
  ["too little money at Stripe", { refusal: "balance_insufficient" }, {}, { kind: "waiting for funds" }],
  [
    "too little then, kept now",
    { refusal: "balance_insufficient", isKept: true },
    {},
    { kind: "kept for a dispute" },
  ],
  ["the account could not take it", { refusal: "transfers_not_allowed" }, {}, { kind: "Stripe checks" }],
  ["the account is unknown", { refusal: "account_invalid" }, {}, { kind: "Stripe checks" }],
  [
    "it lost its capability",
    { refusal: "insufficient_capabilities_for_transfer" },
    {},
    { kind: "Stripe checks" },
  ],
  ["refused for another reason", { refusal: "parameter_invalid_integer" }, {}, { kind: "refused" }],
];

/** Orders and accounts, with why their earnings wait. Null: no account. */
export const waitingRows = rows.map(([what, order, account, waiting]) => ({
  what,
  order: { ...cleared, ...order },
  account: account && { ...ready, ...account },
  waiting,
}));
