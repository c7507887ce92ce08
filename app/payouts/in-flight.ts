import type { Party } from "#app/orders/order.ts";
import { type Waiting, waitingText } from "#app/payouts/waiting.ts";

/**
 * Why money of a user is in flight (docs/specification.md#account-deletion). `paying`: a card page is open.
 * `waiting`: the earnings have cleared and will be sent. `unpaid`: they have cleared, and the seller has no
 * account that can receive them. `opening`: Stripe has not answered whether it has opened the seller's
 * account. `at Stripe`: the seller's account holds money, and has no bank account that works.
 */
type InFlight =
  | "held"
  | "examined"
  | "working"
  | "paying"
  | "returning"
  | "clearing"
  | "under way"
  | "waiting"
  | "unpaid"
  | "owed"
  | "on hold"
  | "opening"
  | "at Stripe";

/**
 * Money in flight: of an order, of the user's own registration, or of the payouts as a whole. `party`: the
 * user's role. `waiting`: why a seller's earnings wait; null for other reasons, and if they can be sent now.
 */
export type MoneyInFlight = {
  id: string;
  title: string;
  party: Party;
  reason: InFlight;
  of: "order" | "registration" | "payouts";
  waiting: Waiting | null;
};

const bothOnHold = "It is on hold until you two agree or the dispute is settled.";

/** The reasons in the words for each party. Those that only a seller can have are one sentence. */
const texts: Record<Exclude<InFlight, "clearing" | "unpaid" | "on hold">, Record<Party, string> | string> = {
  held: bothOnHold,
  examined: {
    buyer: "We are looking into its payment and will write to you.",
    seller: "We are looking into its payment.",
  },
  working: {
    buyer:
      "You have paid for it, and it is not finished. Once it is delivered, mark it as complete. Before work starts, you can cancel it; after that, you can cancel it if the seller agrees.",
    seller: "It is paid and not finished. The buyer is waiting for your work.",
  },
  paying: {
    buyer: "We couldn't close its payment page just now. Please try again in a minute.",
    seller: "The buyer may be paying right now. Please try again in a minute.",
  },
  returning: {
    buyer: "Your money is on its way back to you.",
    seller: "The buyer's money is on its way back.",
  },
  "under way":
    "Its money is on its way to your Stripe account, or back from it. Please try again in a minute.",
  waiting: "We are about to send its earnings to your Stripe account. Please try again in a minute.",
  owed: "You owe us money for it. It will be taken from your next earnings, or you can write to us.",
  "at Stripe":
    "Your Stripe account still holds money, and has no bank account that works. Please add one to be paid first.",
  opening: "Stripe has not told us yet whether your account was opened. Please try again in a few minutes.",
};

/**
 * The reason as a sentence, for the buyer or the seller of an order, or for the seller who pays a
 * registration.
 * @param timeZone the reader's; null: UTC
 */
export function inFlightText(
  { reason, party, of, waiting }: Pick<MoneyInFlight, "reason" | "party" | "of" | "waiting">,
  timeZone: string | null,
): string {
  if (waiting) return waitingText(waiting, timeZone);
  if (reason === "clearing" || reason === "unpaid" || reason === "on hold")
    throw new Error(`It is not known why the earnings are waiting: ${reason}`);
  if (of === "registration" && reason === "held")
    return "Its payment is disputed at your bank, which has not decided yet.";
  const text = texts[reason];
  return typeof text === "string" ? text : text[party];
}
