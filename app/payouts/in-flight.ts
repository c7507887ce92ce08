import type { Party } from "#app/orders/order.ts";
import { waitingText } from "#app/payouts/waiting.ts";

/** Why the money of an order or a registration is in flight. `paying`: its card page is open. */
export type InFlight = "held" | "examined" | "working" | "paying" | "returning" | "clearing";

/**
 * An order, or the user's own registration, whose money is in flight. `party`: the user's role in it.
 * `clearsAt`: for `clearing`, when the seller's earnings clear, UTC ms; else null. `isRegistration`: 1 for
 * the registration.
 */
export type MoneyInFlight = {
  id: string;
  title: string;
  party: Party;
  reason: InFlight;
  clearsAt: number | null;
  isRegistration: 0 | 1;
};

/** The reasons in the words for each party. The seller alone waits for what is clearing. */
const texts: Record<Exclude<InFlight, "clearing">, Record<Party, string>> = {
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
};

/**
 * The reason as a sentence, for the buyer or the seller of an order, or for the seller who pays a
 * registration.
 * @param timeZone the reader's; null: UTC
 */
export function inFlightText(
  {
    reason,
    party,
    clearsAt,
    isRegistration,
  }: Pick<MoneyInFlight, "reason" | "party" | "clearsAt" | "isRegistration">,
  timeZone: string | null,
): string {
  if (reason === "clearing") return waitingText({ kind: "clearing", at: clearsAt ?? 0 }, timeZone);
  return isRegistration && reason === "held"
    ? "Its payment is disputed at your bank, which has not decided yet."
    : texts[reason][party];
}
