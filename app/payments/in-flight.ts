import { day } from "#app/lib/dates.ts";
import type { Party } from "#app/orders/order.ts";

/**
 * How long after its completion an order can still be refunded, in ms
 * (docs/specification.md#account-deletion).
 */
export const clearing = 14 * day;

/** Why the money of an order is in flight: an account with such an order cannot be deleted. */
export type InFlight = "held" | "examined" | "working" | "paying" | "returning" | "clearing";

/** The reasons as each of the two parties reads them. */
const texts: Record<InFlight, Record<Party, string>> = {
  held: {
    buyer: "It stands still until what you disagree about is settled.",
    seller: "It stands still until what you disagree about is settled.",
  },
  examined: {
    buyer: "We are looking into its payment and will write to you.",
    seller: "We are looking into its payment.",
  },
  working: {
    buyer: "You have paid and it is not finished: mark it as complete, or cancel it if work has not begun.",
    seller: "It is paid and not finished: the buyer is waiting for your work.",
  },
  paying: {
    buyer: "Its payment page is still open: cancel the order first.",
    seller: "The buyer may be paying at this moment. A payment page closes after a day at most.",
  },
  returning: {
    buyer: "Your money is on its way back to you.",
    seller: "The buyer's money is on its way back.",
  },
  clearing: {
    buyer: "",
    seller: "It was completed less than 14 days ago: its money may still go back to the buyer.",
  },
};

/** The reason as a sentence, for the buyer or the seller. */
export function inFlightText(reason: InFlight, party: Party): string {
  return texts[reason][party];
}
