/**
 * What a seller sold in a quarter (UTC), for the tax office (docs/specification.md#taxes). Amounts are in
 * cents. `grossCents`: the prices, including what was paid with credit. `feeCents`: what the platform kept.
 */
export type Quarter = {
  /** 1 to 4. */
  quarter: number;
  orders: number;
  grossCents: number;
  feeCents: number;
  refundedCents: number;
};

/** A seller's year: by the day of payment (1099-K), and by the day of clearing (DAC7). */
export type TaxYear = { byPayment: Quarter[]; byClearing: Quarter[] };
