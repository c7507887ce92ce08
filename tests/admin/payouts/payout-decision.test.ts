import { expect, test } from "vitest";
import { parseDollars } from "#app/admin/orders/operator-refund.ts";
import {
  maxByHand,
  parseDays,
  refusalsToFields,
  refusalToHandPayment,
  refusalToPayoutAmount,
  refusalToReversal,
  shareOut,
} from "#app/admin/payouts/payout-decision.ts";
import { parsePayoutSearch, payoutsPath } from "#app/admin/payouts/payout-search.ts";

test("An amount is in dollars, above zero, and at most what there is", () => {
  for (const [text, sentence] of [
    ["12.50", null],
    ["80", null],
    ["1,50", "Please enter an amount in dollars, such as 12.50"],
    ["-5", "Please enter an amount in dollars, such as 12.50"],
    ["", "Please enter an amount in dollars, such as 12.50"],
    ["0", "Please enter an amount above $0.00"],
    ["80.01", "Please enter at most $80.00"],
  ] as const)
    expect([text, refusalToPayoutAmount(parseDollars(text), 8000)]).toEqual([text, sentence]);
});

test("A hold lasts 1 to 90 days", () => {
  for (const text of ["0", "91", "-1", "1.5", "ten", "", "1e1"])
    expect([text, parseDays(text, 90)]).toEqual([text, null]);
  expect([parseDays("1", 90), parseDays(" 90 ", 90)]).toEqual([1, 90]);
});

test("A payment by hand is for the earnings that cleared first, less what is owed", () => {
  const cleared = [
    { orderId: "a", cents: 500 },
    { orderId: "b", cents: 700 },
    { orderId: "c", cents: 100 },
  ];
  const most = (owedCents: number, keptCents = 0) => maxByHand({ cleared, sums: { owedCents }, keptCents });
  expect([most(0), most(300), most(200, 100), most(9000)]).toEqual([1300, 1000, 1000, 0]);
  expect(shareOut(cleared, 0, 500)).toEqual([{ orderId: "a", cents: 500, offCents: 0 }]);
  expect(shareOut(cleared, 0, 900)).toEqual([
    { orderId: "a", cents: 500, offCents: 0 },
    { orderId: "b", cents: 400, offCents: 0 },
  ]);
  expect(shareOut(cleared, 600, 200)).toEqual([
    { orderId: "a", cents: 0, offCents: 500 },
    { orderId: "b", cents: 200, offCents: 100 },
  ]);
});

test("Only people whom Stripe cannot pay are paid by hand, and never under a hold", () => {
  const account = {
    stripeId: "acct_1",
    transfers: "active",
    payouts: "active",
    requirements: [],
    bankErrored: false,
    bankSince: 1,
    readAt: 1,
  } as unknown as NonNullable<Parameters<typeof refusalToHandPayment>[0]["account"]>;
  const [alive, deleted] = [{ deletedAt: null }, { deletedAt: 1 }];
  const of = (facts: Partial<Parameters<typeof refusalToHandPayment>[0]>, most = 100) =>
    refusalToHandPayment({ account: null, hold: null, person: alive, ...facts }, most);
  expect(of({})).toBeNull();
  expect(of({ account, person: deleted })).toBeNull();
  expect(of({ account: { ...account, transfers: "rejected" } })).toBeNull();
  expect(of({ account })).toContain("Stripe pays this person");
  expect(of({ hold: { id: "h" } })).toBe("These payouts are on hold");
  expect(of({}, 0)).toBe("Nothing has cleared that could be paid");
});

test("A transfer is taken back only while it has something left, and under a hold", () => {
  const sent = { cents: 100, reversedCents: 0, open: true, confirmedAt: 1 };
  const hold = { id: "h" };
  expect(refusalToReversal(sent, hold)).toBeNull();
  expect(refusalToReversal(sent, null)).toContain("Please put these payouts on hold first");
  expect(refusalToReversal({ ...sent, reversedCents: 100 }, hold)).toContain(
    "This transfer has been taken back in full",
  );
  for (const other of [{ confirmedAt: null }, { open: false }])
    expect(refusalToReversal({ ...sent, ...other }, hold)).toBe("Stripe has not made this transfer");
});

test("The address of a list keeps its cursor, and ignores what is not valid", () => {
  const after = { sort: 1_700_000_000_000, id: "91d0c4ee-1" };
  const path = payoutsPath({ show: "debts", after });
  expect(parsePayoutSearch(new URL(path, "http://a").searchParams)).toEqual({ show: "debts", after });
  for (const query of ["", "show=nothing&after=x", "after=1~", "after=-1~a", "after=1~a'b"])
    expect(parsePayoutSearch(new URLSearchParams(query))).toEqual({ show: "refused", after: null });
});

test("A form needs the fields of its intent, and all wrong ones are named together", () => {
  const empty = { days: "", amount: "", reference: " " };
  const days = { days: ["Please enter 1 to 90 days"] };
  const amount = { amount: ["Please enter an amount in dollars, such as 12.50"] };
  for (const [intent, errors] of [
    ["hold", days],
    ["renew", days],
    ["release", {}],
    ["reverse", amount],
    ["pay-by-hand", { ...amount, reference: ["Please enter the bank's reference"] }],
    ["write-off", {}],
  ] as const)
    expect([intent, refusalsToFields({ intent, ...empty })]).toEqual([intent, errors]);
  const right = { intent: "pay-by-hand", days: "", amount: "9", reference: "SEPA 7" };
  expect([refusalsToFields(right), refusalsToFields(right, 800)]).toEqual([
    {},
    { amount: ["Please enter at most $8.00"] },
  ]);
});
