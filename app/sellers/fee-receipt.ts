import { dateTime } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";

/**
 * What became of a seller's registration fee (docs/specification.md#seller-fee). At least one of `paidAt` and
 * `waived` is set. Amounts are in cents, times UTC ms.
 */
export type FeeReceipt = {
  /** The registration's id. */
  id: string;
  priceCents: number;
  paidAt: number | null;
  /** `by`: the operator's names. */
  waived: { at: number; by: string } | null;
  refunds: { at: number; cents: number }[];
};

/** What happened to the fee last, as a sentence. @param timeZone the reader's; null: UTC */
export function feeSentence({ priceCents, paidAt, waived }: FeeReceipt, timeZone: string | null): string {
  const fee = exactDollars(priceCents);
  if (waived)
    return `The registration fee of ${fee} was waived by ${waived.by} on ${dateTime(waived.at, timeZone)}. You do not have to pay it.`;
  if (paidAt === null) throw new Error("The fee was neither paid nor waived");
  return `You paid the registration fee of ${fee} by card on ${dateTime(paidAt, timeZone)}.`;
}
