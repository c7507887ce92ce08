import { date } from "#app/lib/dates.ts";

// Holds on all payouts of a seller (docs/specification.md#payout-holds).

/**
 * An open hold as its seller sees it. `kind`: who placed it; the owner does so by saying that a new bank
 * account is not theirs. `reason`: an operator's, or what was noted for the owner's. `until`: when it ends at
 * the latest, UTC ms.
 */
export type PayoutHold = { kind: "operator" | "owner"; reason: string; until: number };

/** How long a hold lasts at most, in days, unless it is renewed. */
export const maxHold = 90;

/** Why the payouts are on hold and until when, for the seller. @param timeZone the reader's; null: UTC */
export function holdText({ kind, reason, until }: PayoutHold, timeZone: string | null): string {
  const day = date(until, timeZone);
  return kind === "owner"
    ? `You told us that a new bank account is not yours, so your payouts are on hold until ${day} at the latest.`
    : `We have put your payouts on hold, until ${day} at the latest. The reason: ${reason}`;
}
