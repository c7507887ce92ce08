import { brand } from "#app/brand.ts";
import {
  notAParty,
  type OrderEventKind,
  type OrderState,
  type OrderStatus,
  type Party,
  type Stage,
} from "#app/orders/order.ts";

/**
 * Who makes a transition: a party; the operator, in place of a party and with a reason; or the product, when
 * a deadline has passed or the bank has decided.
 */
export type Actor = Party | "operator" | "product";

type Hold = OrderState["hold"];

/** One row of the table. If `to`, `stage` or `holds` is absent, the order keeps its value. */
export type Transition = {
  /**
   * `other`: the party that did not make the open request. The operator may also make either party's
   * transitions.
   */
  by: Party | "either" | "other" | "operator" | "product";
  from: readonly OrderStatus[];
  stages?: readonly Stage[];
  /** The hold required: "none", or the request that this transition answers. */
  hold?: Hold;
  to?: OrderStatus;
  stage?: Stage;
  /** The hold after the transition. */
  holds?: Hold;
  event: OrderEventKind;
  /** Shown to an actor who may not make it (docs/specification.md#order-transitions). */
  refusal: string;
  /** If set, the actor must write a note. This text is shown if it is missing. */
  noteRefusal?: string;
  /** The note in the event and the email if the actor writes none. */
  note?: string;
  /** Refunds everything that is left of the payment. */
  refunds?: true;
};

/**
 * Who may change an order, from which state to which (docs/specification.md#order-transitions). Forms,
 * buttons, operator actions, the sweep and the tests all read this table.
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
  refuse: {
    by: "seller",
    from: ["pending"],
    to: "cancelled",
    stage: "closed",
    event: "declined",
    refusal: "Only the seller can decline an order",
    noteRefusal: "Say why you're declining",
    refunds: true,
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
    noteRefusal: "Say what should change",
  },
  "ask-time": {
    by: "seller",
    from: ["in progress"],
    stages: ["working", "in_revision"],
    hold: "none",
    event: "time_requested",
    refusal: "Only the seller can ask for more time",
    noteRefusal: "Say why you need more time",
  },
  "allow-time": {
    by: "buyer",
    from: ["in progress"],
    stages: ["working", "in_revision"],
    hold: "none",
    event: "time_allowed",
    refusal: "Only the buyer can answer this request",
  },
  "keep-date": {
    by: "buyer",
    from: ["in progress"],
    stages: ["working", "in_revision"],
    hold: "none",
    event: "date_kept",
    refusal: "Only the buyer can answer this request",
  },
  "request-cancel": {
    by: "either",
    from: ["in progress"],
    hold: "none",
    holds: "cancellation",
    event: "cancellation_requested",
    refusal: notAParty,
    noteRefusal: "Say why you want to cancel",
  },
  "accept-cancel": {
    by: "other",
    from: ["in progress"],
    hold: "cancellation",
    to: "cancelled",
    stage: "closed",
    holds: "none",
    event: "cancelled",
    refusal: "Only the other party can answer this request",
    refunds: true,
  },
  "decline-cancel": {
    by: "other",
    from: ["in progress"],
    hold: "cancellation",
    holds: "none",
    event: "cancellation_declined",
    refusal: "Only the other party can answer this request",
    noteRefusal: "Say why you're declining",
  },
  "request-refund": {
    by: "buyer",
    from: ["in progress", "completed"],
    hold: "none",
    holds: "refund",
    event: "refund_requested",
    refusal: "Only the buyer can request a refund",
    noteRefusal: "Say why you want your money back",
  },
  "accept-refund": {
    by: "seller",
    from: ["in progress", "completed"],
    hold: "refund",
    stage: "closed",
    holds: "none",
    event: "refund_granted",
    refusal: "Only the seller can answer this request",
    refunds: true,
  },
  "answer-refund": {
    by: "seller",
    from: ["in progress", "completed"],
    hold: "refund",
    event: "refund_answered",
    refusal: "Only the seller can answer this request",
    noteRefusal: "Say why you're declining",
  },
  "decline-refund": {
    by: "operator",
    from: ["in progress", "completed"],
    hold: "refund",
    holds: "none",
    event: "refund_declined",
    refusal: `${brand} support is reviewing this request`,
    noteRefusal: "Give a reason",
  },
  "withdraw-refund": {
    by: "buyer",
    from: ["in progress", "completed"],
    hold: "refund",
    holds: "none",
    event: "refund_withdrawn",
    refusal: "Only the buyer can withdraw this request",
  },
  "operator-cancel": {
    by: "operator",
    from: ["pending", "in progress"],
    to: "cancelled",
    stage: "closed",
    holds: "none",
    event: "cancelled",
    refusal: `Only ${brand} support can do this`,
    noteRefusal: "Give a reason",
    refunds: true,
  },
  "payment-expired": {
    by: "product",
    from: ["pending"],
    stages: ["awaiting_payment"],
    to: "cancelled",
    stage: "closed",
    event: "cancelled",
    refusal: "Unpaid orders are cancelled automatically",
    note: "Not paid within 24 hours",
  },
  "auto-cancel": {
    by: "product",
    from: ["pending"],
    stages: ["awaiting_requirements", "ready"],
    to: "cancelled",
    stage: "closed",
    event: "cancelled",
    refusal: "Orders that are not started are cancelled automatically",
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
    refusal: "Deliveries without an answer are completed automatically",
  },
} as const satisfies Record<string, Transition>;

export type TransitionName = keyof typeof transitions;

export function transitionOf(name: TransitionName): Transition {
  return transitions[name];
}

/**
 * The transition for a form's `intent`. `accept` and `decline` answer the open request
 * (docs/specification.md#form-fields). Null if the intent is not a transition.
 */
export function requestedTransition(intent: unknown, hold: Hold): TransitionName | null {
  if (intent === "accept") return hold === "refund" ? "accept-refund" : "accept-cancel";
  if (intent === "decline") return hold === "refund" ? "answer-refund" : "decline-cancel";
  return typeof intent === "string" && intents.some((name) => name === intent)
    ? (intent as TransitionName)
    : null;
}

/** The intents that are named like their transition. */
const intents = [
  "start",
  "cancel",
  "refuse",
  "complete",
  "answer",
  "deliver",
  "revise",
  "ask-time",
  "allow-time",
  "keep-date",
  "request-cancel",
  "request-refund",
  "withdraw-refund",
] satisfies TransitionName[];
