import { expect, test } from "vitest";
import { day } from "#app/lib/dates.ts";
import { type Clearing, type CompletedOrder, clearsAt, hasCleared } from "#app/payouts/clearing.ts";

const done = Date.UTC(2026, 10, 1, 12);

/** [what, order, when it clears in days after the completion, settings] */
type Row = [string, Partial<CompletedOrder>, number, Partial<Parameters<typeof clearsAt>[1]>?];

const top = { wasTopRated: true };
const delivered = (days: number) => ({ firstDeliveredAt: done + days * day });
const held = (days: number) => ({ heldUntil: done + days * day });

const rows: Row[] = [
  ["never delivered", {}, 14],
  ["delivered that day", delivered(0), 14],
  ["delivered a week before", delivered(-7), 14],
  ["delivered long before", delivered(-40), 14],
  ["a refund period of 7 days", { refundDays: 7 }, 14],
  ["7 days, delivered before", { refundDays: 7, ...delivered(-3) }, 14],
  ["a longer refund period", { refundDays: 30 }, 30],
  ["a longer one, delivered before", { refundDays: 30, ...delivered(-7) }, 23],
  ["a longer one, delivered long before", { refundDays: 30, ...delivered(-20) }, 14],
  ["Top Rated, never delivered", top, 14],
  ["Top Rated, delivered a week before", { ...top, ...delivered(-7) }, 7],
  ["Top Rated, delivered 3 days before", { ...top, ...delivered(-3) }, 11],
  ["Top Rated, a refund period of 7 days", { ...top, refundDays: 7 }, 7],
  ["Top Rated, 7 days, delivered before", { ...top, refundDays: 7, ...delivered(-6) }, 7],
  ["held, and over before it clears", held(2), 14],
  ["held until it clears", held(14), 14],
  ["held for longer", held(40), 40],
  ["Top Rated, held for longer", { ...top, ...held(15) }, 15],
  ["Top Rated, held for less", { ...top, ...delivered(-7), ...held(6) }, 7],
  ["a hold from before the completion", held(-2), 14],
  ["settings: longer", {}, 21, { clear_days: 21 }],
  ["settings: shorter than the refund period", {}, 14, { clear_days: 3 }],
  ["settings: shorter, delivered before", delivered(-14), 3, { clear_days: 3 }],
  ["settings: immediately", delivered(-14), 0, { clear_days: 0 }],
  ["settings: Top Rated is another one", delivered(-14), 14, { clear_days_top_rated: 2 }],
  ["settings: Top Rated", { ...top, ...delivered(-14) }, 2, { clear_days_top_rated: 2 }],
  [
    "settings: Top Rated longer than the others",
    { ...top, ...delivered(-14) },
    20,
    { clear_days_top_rated: 20 },
  ],
];

test.for(rows)("%s", ([, order, days, settings]) => {
  const completed = {
    completedAt: done,
    firstDeliveredAt: null,
    refundDays: 14,
    wasTopRated: false,
    heldUntil: null,
    ...order,
  };
  const all = { clear_days: 14, clear_days_top_rated: 7, ...settings };
  expect(clearsAt(completed, all)).toBe(done + days * day);
  if (!settings) expect(clearsAt(completed)).toBe(done + days * day);
});

test("Nothing clears before its time, nor while a request, a dispute or a mismatch is open", () => {
  const order: Clearing = { clearsAt: done, hold: "none", isDisputed: false, isExamined: false };
  expect([hasCleared(order, done - 1), hasCleared(order, done)]).toEqual([false, true]);
  for (const change of [
    { hold: "refund" as const },
    { hold: "cancellation" as const },
    { hold: "dispute" as const },
    { isDisputed: true },
    { isExamined: true },
  ])
    expect(hasCleared({ ...order, ...change }, done + 1000 * day)).toBe(false);
});
