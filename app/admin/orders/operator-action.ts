import type { DecisionReply } from "#app/admin/decision.ts";
import type { TransitionName } from "#app/orders/transitions.ts";

/** The refusal to an operator who is the buyer or the seller of the order. */
export const partyRefusal = "You are a party to this order";

/** The transitions that an operator can make, with their buttons. `stops`: it ends or stops something. */
export const operatorActions: Partial<Record<TransitionName, { label: string; stops?: true }>> = {
  start: { label: "Start for the seller" },
  refuse: { label: "Decline for the seller", stops: true },
  answer: { label: "Answer for the buyer" },
  deliver: { label: "Mark as delivered for the seller" },
  revise: { label: "Request a revision for the buyer" },
  complete: { label: "Complete for the buyer" },
  cancel: { label: "Cancel for the buyer", stops: true },
  "ask-time": { label: "Ask for more time for the seller" },
  "allow-time": { label: "Allow more time for the buyer" },
  "keep-date": { label: "Keep the date for the buyer" },
  "request-cancel": { label: "Ask to cancel for the buyer" },
  "accept-cancel": { label: "Accept the cancellation", stops: true },
  "decline-cancel": { label: "Decline the cancellation" },
  "request-refund": { label: "Ask for a refund for the buyer" },
  "accept-refund": { label: "Refund the buyer in full", stops: true },
  "answer-refund": { label: "Answer the refund request for the seller" },
  "decline-refund": { label: "Reject refund" },
  "withdraw-refund": { label: "Withdraw the refund request for the buyer" },
  "operator-cancel": { label: "Cancel this order", stops: true },
};

/** True if the name is a transition that an operator can make. */
export function isOperatorAction(name: unknown): name is TransitionName {
  return typeof name === "string" && Object.hasOwn(operatorActions, name);
}

/** The transitions that have their own form, because they need more than a reason. */
export function hasOwnForm(name: unknown): boolean {
  return name === "answer" || name === "ask-time";
}

/** The reply to a form of an order's page. `id`: the failed money call to send again. */
export type OperatorActionReply = DecisionReply & {
  amount: string;
  bearer: string;
  days: string;
  answers: string[];
};
