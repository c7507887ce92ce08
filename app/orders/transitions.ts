import type { OrderEventKind, OrderState, OrderStatus, Party, Stage } from "#app/orders/order.ts";
import { isReturned, notAParty, partyOf } from "#app/orders/order.ts";
import { refundUntil } from "#app/orders/refund-window.ts";

/** Who makes a move: a party; the operator, in anybody's place and with a reason; or the product itself, by the clock or the bank's word. */
export type Actor = Party | "operator" | "product";

type Hold = OrderState["hold"];

/** One row of the table. What it does not name stays as it is. */
export type Transition = {
  /** `other`: the party that did not ask for what is held. The operator may make every party's move too. */
  by: Party | "either" | "other" | "operator" | "product";
  from: readonly OrderStatus[];
  stages?: readonly Stage[];
  /** The hold that it answers. */
  hold?: Hold;
  to?: OrderStatus;
  stage?: Stage;
  holds?: Hold;
  event: OrderEventKind;
  /** What somebody else is told who tries it (docs/specification.md#order-transitions). */
  refusal: string;
  /** Whether it comes with words of whoever makes it, and what is asked when they are missing. */
  words?: string;
  /** What the event and the mail say of it, where nobody gives words. */
  note?: string;
  /** All that was paid goes back. */
  refunds?: true;
};

/**
 * spec.md section 4 and docs/specification.md#order-transitions: who may move an order, from where, to where. The action, the buttons, the operator, the sweep
 * and the tests read this table and no other.
 */
export const transitions = {
  cancel: {
    by: "buyer",
    from: ["pending"],
    to: "cancelled",
    stage: "closed",
    event: "cancelled",
    refusal: "Only the buyer can cancel an order",
    refunds: true,
  },
  complete: {
    by: "buyer",
    from: ["in progress"],
    to: "completed",
    stage: "closed",
    holds: "none",
    event: "completed",
    refusal: "Only the buyer can mark an order as completed",
  },
  start: {
    by: "seller",
    from: ["pending"],
    to: "in progress",
    stage: "working",
    event: "started",
    refusal: "Only the seller can mark an order as in progress",
  },
  answer: {
    by: "buyer",
    from: ["pending", "in progress"],
    event: "answered",
    refusal: "Only the buyer can answer the seller's questions",
  },
  deliver: {
    by: "seller",
    from: ["in progress"],
    stages: ["working", "in_revision"],
    stage: "delivered",
    event: "delivered",
    refusal: "Only the seller can deliver an order",
  },
  revise: {
    by: "buyer",
    from: ["in progress"],
    stages: ["delivered"],
    stage: "in_revision",
    event: "revision_requested",
    refusal: "Only the buyer can request a revision",
    words: "Say what should be different",
  },
  "request-cancel": {
    by: "either",
    from: ["in progress"],
    hold: "none",
    holds: "cancellation",
    event: "cancellation_requested",
    refusal: notAParty,
    words: "Say why you want to cancel",
  },
  "accept-cancel": {
    by: "other",
    from: ["in progress"],
    hold: "cancellation",
    to: "cancelled",
    stage: "closed",
    holds: "none",
    event: "cancelled",
    refusal: "The other side answers this request",
    refunds: true,
  },
  "decline-cancel": {
    by: "other",
    from: ["in progress"],
    hold: "cancellation",
    holds: "none",
    event: "cancellation_declined",
    refusal: "The other side answers this request",
    words: "Say why you decline",
  },
  "request-refund": {
    by: "buyer",
    from: ["in progress", "completed"],
    hold: "none",
    holds: "refund",
    event: "refund_requested",
    refusal: "Only the buyer can request a refund",
    words: "Say why you want your money back",
  },
  "accept-refund": {
    by: "seller",
    from: ["in progress", "completed"],
    hold: "refund",
    stage: "closed",
    holds: "none",
    event: "refund_granted",
    refusal: "The seller answers this request",
    refunds: true,
  },
  "answer-refund": {
    by: "seller",
    from: ["in progress", "completed"],
    hold: "refund",
    event: "refund_answered",
    refusal: "The seller answers this request",
    words: "Say why you decline",
  },
  "decline-refund": {
    by: "operator",
    from: ["in progress", "completed"],
    hold: "refund",
    holds: "none",
    event: "refund_declined",
    refusal: "An operator decides this request",
    words: "Give a reason",
  },
  "operator-cancel": {
    by: "operator",
    from: ["pending", "in progress"],
    to: "cancelled",
    stage: "closed",
    holds: "none",
    event: "cancelled",
    refusal: "Only an operator can do this",
    words: "Give a reason",
    refunds: true,
  },
  "payment-expired": {
    by: "product",
    from: ["pending"],
    stages: ["awaiting_payment"],
    to: "cancelled",
    stage: "closed",
    event: "cancelled",
    refusal: "Orders that nobody pays are cancelled by themselves",
    note: "Not paid within 24 hours",
  },
  "auto-cancel": {
    by: "product",
    from: ["pending"],
    stages: ["awaiting_requirements", "ready"],
    to: "cancelled",
    stage: "closed",
    event: "cancelled",
    refusal: "Orders that nobody starts are cancelled by themselves",
    note: "Not started within 14 days",
    refunds: true,
  },
  "auto-complete": {
    by: "product",
    from: ["in progress"],
    stages: ["delivered"],
    to: "completed",
    stage: "closed",
    event: "completed",
    refusal: "Deliveries that nobody answers are completed by themselves",
  },
} as const satisfies Record<string, Transition>;

export type TransitionName = keyof typeof transitions;

/** A row as the rules read it. */
export function transitionOf(name: TransitionName): Transition {
  return transitions[name];
}

/** What a form's `intent` means on this order: `accept` and `decline` answer whatever is asked (docs/specification.md#form-fields); null: no move. */
export function requestedTransition(intent: unknown, hold: Hold): TransitionName | null {
  if (intent === "accept") return hold === "refund" ? "accept-refund" : "accept-cancel";
  if (intent === "decline") return hold === "refund" ? "answer-refund" : "decline-cancel";
  return typeof intent === "string" && byPeople.some((name) => name === intent)
    ? (intent as TransitionName)
    : null;
}

/** The intents of contract.md that are moves by that name. */
const byPeople = [
  "start",
  "cancel",
  "complete",
  "answer",
  "deliver",
  "revise",
  "request-cancel",
  "request-refund",
] satisfies TransitionName[];

/** Who somebody is to an order; null for a stranger. */
export function moverOf(order: Pick<OrderState, "buyerId" | "sellerId">, userId: string): Party | null {
  return partyOf(order, userId);
}

/** Told to both parties while a bank's dispute is open (docs/specification.md#disputes). */
export const disputed = "A card dispute is open on this order, so nothing can be changed until it is decided";

const noRequest = "There is no request to answer";

/** Why a move from another status does not fit. */
const wrongStatus: Record<OrderStatus, string> = {
  pending: "Work on this order has not started yet",
  "in progress": "Work on this order has started already",
  completed: "This order is completed already",
  cancelled: "This order was cancelled",
};

/**
 * Why this move may not be made now: a sentence, or null when it may.
 * @param actor null: a stranger @param at UTC ms
 */
export function refusalToTransition(
  name: TransitionName,
  order: OrderState,
  actor: Actor | null,
  at: number,
): string | null {
  const move = transitionOf(name);
  if (!actor) return notAParty;
  const answers = move.hold !== undefined && move.hold !== "none";
  if (answers && order.hold !== move.hold && order.hold !== "dispute") return noRequest;
  if (!mayApply(move, order, actor)) return move.refusal;
  if (order.hold === "dispute") {
    if (actor !== "operator") return disputed;
    if (move.refunds) return "The bank decides about the money while its dispute is open";
  }
  if (!move.from.includes(order.status)) return wrongStatus[order.status];
  if (isReturned(order)) return "This order was refunded";
  return (
    refusalOfHold(move, order) ??
    refusalOfAnswer(name, order, actor) ??
    refusalOfPayment(name, order, actor) ??
    refusalOfStage(name, order) ??
    refusalOfLimits(name, order, actor, at)
  );
}

function mayApply({ by }: Transition, order: OrderState, actor: Actor): boolean {
  if (actor === "product") return by === "product";
  if (actor === "operator") return by !== "product";
  if (by === "other") return order.heldBy !== actor;
  return by === actor || by === "either";
}

function refusalOfHold({ hold, by }: Transition, order: OrderState): string | null {
  if (by === "product" && order.hold !== "none") return "The timers stand";
  if (hold === undefined || order.hold === hold) return null;
  if (hold !== "none") return noRequest;
  if (order.hold === "dispute") return disputed;
  return order.hold === "refund"
    ? "A refund request is open on this order"
    : "A cancellation request is open on this order";
}

/** A seller declines a refund once; then only an operator moves the request. */
function refusalOfAnswer(name: TransitionName, { hold, heldBy }: OrderState, actor: Actor): string | null {
  if (hold !== "refund" || heldBy !== "seller") return null;
  return name === "answer-refund" || (name === "accept-refund" && actor === "seller")
    ? "The seller has answered this request; an operator decides now"
    : null;
}

/** Money: what is unpaid is neither started nor refunded, what nobody paid for lapses. */
function refusalOfPayment(name: TransitionName, order: OrderState, actor: Actor): string | null {
  const isPaid = order.paymentStatus === "paid";
  if (name === "payment-expired") return isPaid ? "This order is paid" : null;
  if (name === "cancel" || (name === "operator-cancel" && actor === "operator")) return null;
  return isPaid ? null : "This order has not been paid yet";
}

function refusalOfStage(name: TransitionName, order: OrderState): string | null {
  const { stages } = transitionOf(name);
  if (!stages || stages.includes(order.stage)) return null;
  if (name === "deliver") return "This order is delivered already";
  if (name === "revise") return "There is no delivery to revise yet";
  return "This order is at another step";
}

function refusalOfLimits(name: TransitionName, order: OrderState, actor: Actor, at: number): string | null {
  if (name === "answer") {
    if (order.questions.length === 0) return "The seller asks nothing about this order";
    return order.answers ? "The questions are answered already" : null;
  }
  if (name === "revise" && order.revisions !== -1 && order.revisionsUsed >= order.revisions)
    return order.revisions === 0
      ? "This package has no revisions"
      : `All ${order.revisions} revisions of this order are used`;
  if (name === "request-refund" && actor === "buyer") {
    const until = refundUntil(order);
    if (until !== null && at > until)
      return `A refund can be requested for ${order.refundDays} days from the ${order.firstDeliveredAt === null ? "completion" : "first delivery"}`;
  }
  return null;
}

/** The moves that somebody may make now, in the table's order. @param at UTC ms */
export function transitionsFor(order: OrderState, actor: Actor, at: number): TransitionName[] {
  return (Object.keys(transitions) as TransitionName[]).filter(
    (name) => !refusalToTransition(name, order, actor, at),
  );
}
