import { expect, test } from "vitest";
import { day } from "#app/lib/dates.ts";
import { againAt, isDefinite, refusalCode } from "#app/payouts/transfers/refusals.ts";
import {
  type Facts,
  maxDebts,
  type NextStep,
  nextStep,
  retryPause,
  untilChange,
} from "#app/payouts/transfers/settle.ts";

const at = Date.UTC(2026, 10, 26, 12);

/** Cleared earnings of $80.00 whose seller can be paid. */
const cleared: Facts = {
  payableCents: 8000,
  clearsAt: at - day,
  isHeld: false,
  isExamined: false,
  isReversing: false,
  accountFrom: at - day,
  keptCents: 0,
  otherCents: 0,
  sent: [],
  debts: [],
};

const first = { id: "first", cents: 8000, reversedCents: 0, isConfirmed: true };
const second = { id: "second", cents: 500, reversedCents: 0, isConfirmed: true };
const manyDebts = Array.from({ length: maxDebts }, (_, i) => ({ orderId: `old ${i}`, cents: 1 }));
const debt = { orderId: "old", cents: 3000 };
const send = (sendCents: number, debts: Facts["debts"] = []): NextStep => ({ do: "send", sendCents, debts });
const wait = (until: number): NextStep => ({ do: "wait", until });

const table: [what: string, facts: Partial<Facts>, step: NextStep][] = [
  ["cleared", {}, send(8000)],
  ["clears this moment", { clearsAt: at }, send(8000)],
  ["clears in a millisecond", { clearsAt: at + 1 }, wait(at + 1)],
  ["nothing earned", { payableCents: 0 }, { do: "done" }],
  ["nothing earned, on hold", { payableCents: 0, isHeld: true }, { do: "done" }],
  ["on hold", { isHeld: true }, wait(untilChange)],
  ["a reversal of it has no answer", { isReversing: true }, wait(at + retryPause)],
  ["its payment is examined", { isExamined: true }, wait(at + retryPause)],
  ["the account is not ready", { accountFrom: null }, wait(untilChange)],
  ["the bank account is new", { accountFrom: at + 3 * day }, wait(at + 3 * day)],
  ["the wait for a new bank account ends now", { accountFrom: at }, send(8000)],
  ["clearing comes before the account", { clearsAt: at + day, accountFrom: null }, wait(at + day)],
  [
    "kept for a dispute",
    { keptCents: 100, otherCents: 99 },
    { do: "wait", until: at + retryPause, refusal: "kept" },
  ],
  ["a dispute that other earnings cover", { keptCents: 100, otherCents: 100 }, send(8000)],
  ["as many debts as one transfer pays", { debts: manyDebts }, send(0, manyDebts)],
  ["one debt", { debts: [debt] }, send(5000, [debt])],
  [
    "a debt of the full amount",
    { debts: [{ orderId: "old", cents: 8000 }] },
    send(0, [{ orderId: "old", cents: 8000 }]),
  ],
  ["a larger debt", { debts: [{ orderId: "old", cents: 9000 }] }, send(0, [{ orderId: "old", cents: 8000 }])],
  [
    "two debts, the older one first",
    {
      debts: [
        { orderId: "old", cents: 7000 },
        { orderId: "new", cents: 7000 },
      ],
    },
    send(0, [
      { orderId: "old", cents: 7000 },
      { orderId: "new", cents: 1000 },
    ]),
  ],
  [
    "a third debt that nothing is left for",
    {
      debts: [
        { orderId: "old", cents: 8000 },
        { orderId: "new", cents: 1 },
      ],
    },
    send(0, [{ orderId: "old", cents: 8000 }]),
  ],
  [
    "a refund after the transfer",
    { payableCents: -2000, sent: [first] },
    { do: "take", transferId: "first", cents: 2000 },
  ],
  [
    "a full refund after it",
    { payableCents: -8000, sent: [first] },
    { do: "take", transferId: "first", cents: 8000 },
  ],
  [
    "the newest transfer first",
    { payableCents: -8000, sent: [second, first] },
    { do: "take", transferId: "second", cents: 500 },
  ],
  [
    "what a transfer has left",
    { payableCents: -8000, sent: [{ ...first, reversedCents: 7500 }] },
    { do: "take", transferId: "first", cents: 500 },
  ],
  [
    "a transfer that is taken back in full, then the other",
    { payableCents: -300, sent: [{ ...second, reversedCents: 500 }, first] },
    { do: "take", transferId: "first", cents: 300 },
  ],
  ["earnings that paid a debt and are refunded", { payableCents: -300, sent: [] }, { do: "owe", cents: 300 }],
  [
    "nothing left to take back",
    { payableCents: -300, sent: [{ ...first, reversedCents: 8000 }] },
    { do: "owe", cents: 300 },
  ],
  [
    "a transfer whose outcome is unknown",
    { payableCents: -300, sent: [{ ...first, isConfirmed: false }] },
    wait(at + retryPause),
  ],
  [
    "a refund while the order is on hold",
    { payableCents: -300, sent: [first], isHeld: true },
    { do: "take", transferId: "first", cents: 300 },
  ],
  [
    "a refund, and the account is not ready",
    { payableCents: -300, sent: [first], accountFrom: null },
    { do: "take", transferId: "first", cents: 300 },
  ],
];

test.each(table)("The next step for earnings: %s", (_, facts, step) => {
  expect(nextStep({ ...cleared, ...facts }, at)).toEqual(step);
});

test("Stripe's refusals decide what is final, and when it is retried", () => {
  const invalid = { type: "StripeInvalidRequestError", statusCode: 400 };
  expect(isDefinite({ ...invalid, code: "balance_insufficient" })).toBe(true);
  expect(isDefinite({ type: "StripePermissionError", statusCode: 403, code: "account_invalid" })).toBe(true);
  for (const open of [
    { ...invalid, statusCode: 409 },
    { type: "StripeIdempotencyError", statusCode: 400 },
    { type: "StripeRateLimitError", statusCode: 429 },
    { type: "StripeAuthenticationError", statusCode: 401 },
    { type: "StripeAPIError", statusCode: 500 },
    { type: "StripeConnectionError" },
    new Error("The line broke"),
    null,
  ])
    expect(isDefinite(open), JSON.stringify(open)).toBe(false);
  expect(refusalCode({ ...invalid, code: "balance_insufficient" })).toBe("balance_insufficient");
  expect(refusalCode(invalid)).toBe("StripeInvalidRequestError");
  expect(againAt("balance_insufficient", at)).toBe(at + retryPause);
  expect(againAt("account_invalid", at)).toBe(at + day);
  expect(againAt("transfers_not_allowed", at)).toBe(at + day);
  expect(againAt("parameter_invalid_integer", at)).toBe(at + day);
});
