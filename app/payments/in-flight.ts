import { day } from "#app/lib/dates.ts";
import type { Party } from "#app/orders/order.ts";

/** How long after its completion an order's money may still go back to its buyer, in ms (docs/specification.md#account-deletion). */
export const clearing = 14 * day;

/** Why the money of an order is still on its way. */
export type InFlight = "held" | "examined" | "working" | "paying" | "returning" | "clearing";

/** What its two parties read who cannot leave for it. */
const words: Record<InFlight, Record<Party, string>> = {
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

/** Why this order keeps its party's account open, in a sentence. */
export function whyInFlight(reason: InFlight, party: Party): string {
  return words[reason][party];
}
