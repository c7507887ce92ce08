import { describe, expect, it } from "vitest";
import { day, minute } from "#app/lib/dates.ts";
import type { OrderEventKind } from "#app/orders/order.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import { type Change, whatChanged } from "#app/transitions/what-changed.ts";

/** 14:20 in the reader's time zone. */
const at = Date.UTC(2026, 10, 20, 13, 20);
const ann = {
  party: "buyer",
  names: { buyer: "Ann", seller: "Daniel" },
  at: at + 5 * minute,
  timeZone: "Europe/Berlin",
} as const;

/** Each event as Ann reads it. Null: it makes no transition impossible, so it is never the reason. */
const events: Record<OrderEventKind, [by: Change["by"], told: string, isReason: boolean]> = {
  placed: ["buyer", "You placed this order", false],
  paid: [null, "This order was paid", true],
  payment_failed: [null, "The payment for this order failed", true],
  credit_refused: [null, "The payment for this order was refunded", true],
  answered: ["buyer", "You answered the questions", false],
  started: ["seller", "Daniel started working on this order", true],
  delivered: ["seller", "Daniel delivered this order", true],
  revision_requested: ["buyer", "You asked for changes", true],
  completed: [null, "This order was completed automatically", true],
  cancelled: ["operator", "Handiwork support cancelled this order", true],
  declined: ["seller", "Daniel declined this order", true],
  time_requested: ["seller", "Daniel asked for more time", false],
  time_allowed: ["buyer", "You allowed more time", false],
  date_kept: ["buyer", "You kept the delivery date", false],
  extra_offered: ["seller", "Daniel offered an extra for this order", false],
  extra_withdrawn: ["seller", "Daniel withdrew an extra", false],
  extra_declined: ["buyer", "You declined an extra", false],
  extra_added: ["buyer", "You added an extra to this order", false],
  cancellation_requested: ["seller", "Daniel asked to cancel this order", true],
  cancellation_declined: ["seller", "Daniel declined to cancel this order", true],
  refund_requested: ["buyer", "You asked for a refund", true],
  refund_answered: ["seller", "Daniel declined the refund", true],
  refund_granted: ["operator", "Handiwork support approved a refund", true],
  refund_declined: ["operator", "Handiwork support declined the refund", true],
  refund_withdrawn: ["buyer", "You withdrew the refund request", true],
  refunded: [null, "The payment for this order was refunded", false],
  refund_failed: [null, "A refund for this order failed", false],
  disputed: [null, "The cardholder's bank opened a dispute about this order", true],
  dispute_won: [null, "The dispute about this order ended", true],
  dispute_lost: [null, "The cardholder's bank took back the payment for this order", true],
  transferred: [null, "The earnings of this order were sent", false],
};

/** What each form can no longer do, and the event that is the same as doing it. */
const forms: Partial<Record<TransitionName, [ending: string, same: OrderEventKind]>> = {
  cancel: ["it can no longer be cancelled", "cancelled"],
  complete: ["it can no longer be completed", "completed"],
  start: ["work on it can no longer be started", "started"],
  answer: ["its questions can no longer be answered", "answered"],
  deliver: ["it can no longer be delivered", "delivered"],
  revise: ["you can no longer ask for changes", "revision_requested"],
  refuse: ["it can no longer be declined", "declined"],
  "ask-time": ["you can no longer ask for more time", "time_requested"],
  "allow-time": ["there is no longer a request to answer", "time_allowed"],
  "keep-date": ["there is no longer a request to answer", "date_kept"],
  "request-cancel": ["you can no longer ask to cancel it", "cancellation_requested"],
  "accept-cancel": ["there is no longer a request to answer", "cancelled"],
  "decline-cancel": ["there is no longer a request to answer", "cancellation_declined"],
  "request-refund": ["you can no longer ask for a refund", "refund_requested"],
  "accept-refund": ["there is no longer a request to answer", "refund_granted"],
  "withdraw-refund": ["there is no longer a request to withdraw", "refund_withdrawn"],
  "answer-refund": ["there is no longer a request to answer", "refund_answered"],
};

const change = (kind: OrderEventKind, seq = 5): Change => ({ seq, kind, at, by: events[kind][0] });
const kinds = Object.keys(events) as OrderEventKind[];
const wanted = Object.entries(forms) as [TransitionName, [string, OrderEventKind]][];
const closed = { status: "completed", isPossible: false } as const;
const open = { status: "in progress", isPossible: true } as const;

describe("what changed since a page was shown", () => {
  it.each(wanted)(
    "A form for '%s' that is too late names each event, its time and what it ended",
    (name, [ending, same]) => {
      for (const kind of kinds) {
        const [, told] = events[kind];
        expect(whatChanged([change(kind)], name, closed, ann)).toBe(
          kind === same ? `${told} at 14:20.` : `${told} at 14:20, so ${ending}.`,
        );
      }
    },
  );

  it("A form that is still possible names the event and asks for another look", () => {
    for (const kind of kinds)
      expect(whatChanged([change(kind)], "revise", open, ann)).toBe(
        `${events[kind][1]} at 14:20. Check the order as it is now, then decide again.`,
      );
    expect(whatChanged([change("paid")], "cancel", { ...open, status: "pending" }, ann)).toBe(
      "This order was paid at 14:20. Cancel it again if you want your money back.",
    );
  });

  it("Of several events the last one that ends something is the reason", () => {
    for (const kind of kinds) {
      const [, told, isReason] = events[kind];
      const said = whatChanged([change("delivered"), change(kind, 6)], "cancel", closed, ann);
      const reason = isReason ? told : events.delivered[1];
      expect(said.startsWith(`${reason} at 14:20`)).toBe(true);
    }
  });

  it("An answer about more time is the reason of the steps about more time only", () => {
    const said = (step: TransitionName) =>
      whatChanged([change("started"), change("date_kept", 6)], step, closed, ann);
    expect(said("allow-time")).toBe(
      "You kept the delivery date at 14:20, so there is no longer a request to answer.",
    );
    expect(said("cancel")).toBe(
      "Daniel started working on this order at 14:20, so it can no longer be cancelled.",
    );
  });

  it("The message names the day unless it is today, and UTC if there is no time zone", () => {
    expect(whatChanged([change("delivered")], "cancel", closed, { ...ann, at: at + day })).toBe(
      "Daniel delivered this order on 20 Nov 2026 at 14:20, so it can no longer be cancelled.",
    );
    expect(whatChanged([change("delivered")], "cancel", closed, { ...ann, timeZone: null })).toContain(
      "at 13:20 UTC,",
    );
  });

  it("Without an event, as for an invented version, the message names only the status", () => {
    expect(whatChanged([], "cancel", closed, ann)).toBe("This order has changed: it is now completed");
  });
});
