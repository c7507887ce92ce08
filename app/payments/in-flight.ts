import { day } from "#app/lib/dates.ts";
import type { Party } from "#app/orders/order.ts";

/**
 * How long after its completion an order can still be refunded, in ms
 * (docs/specification.md#account-deletion).
 */
export const clearing = 14 * day;

/** Why the money of an order or a registration is in flight. `paying`: its card page is open. */
export type InFlight = "held" | "examined" | "working" | "paying" | "returning" | "clearing";

/** The reasons in the words for each party. */
const texts: Record<InFlight, Record<Party, string>> = {
  held: {
    buyer: "It is on hold until you two agree or the dispute is settled.",
    seller: "It is on hold until you two agree or the dispute is settled.",
  },
  examined: {
    buyer: "We are looking into its payment and will write to you.",
    seller: "We are looking into its payment.",
  },
  working: {
    buyer:
      "You have paid for it, and it is not finished. Mark it as complete, or cancel it if work has not started.",
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
  clearing: {
    buyer: "",
    seller: "It was completed less than 14 days ago, so the buyer could still get a refund.",
  },
};

/**
 * The reason as a sentence, for the buyer or the seller of an order, or for the seller who pays a
 * registration.
 */
export function inFlightText(reason: InFlight, party: Party, isRegistration = false): string {
  return isRegistration && reason === "held"
    ? "Its payment is disputed at your bank, which has not decided yet."
    : texts[reason][party];
}
