/** To whom the balance at Stripe belongs, in cents (docs/specification.md#operator-balance). */
export type Figures = {
  /** What sellers have earned and have not been sent, including transfers on their way to them. */
  sellers: number;
  /** Refunds that Stripe has not confirmed. */
  buyers: number;
  /** What banks have taken until they decide. It is not in the balance. */
  disputed: number;
  /** What sellers owe back. It is not in the balance. */
  debts: number;
  /** The least that must stay in the balance: what sellers and buyers are owed. */
  least: number;
  /** The rest; negative if there is a shortfall. Null if Stripe has never reported the balance. */
  owner: number | null;
};

/**
 * To whom the balance at Stripe belongs.
 * @param totals the sum of each ledger account: a debit is positive, a credit negative
 * @param balance null if Stripe has never reported it
 */
export function figuresOf(
  totals: Record<string, number>,
  balance: { available: number; pending: number } | null,
): Figures {
  const {
    seller_payable: payable = 0,
    transfers = 0,
    refunds = 0,
    disputes = 0,
    seller_debts: debts = 0,
  } = totals;
  const sellers = 0 - payable - transfers;
  const buyers = 0 - refunds;
  const least = Math.max(0, sellers) + Math.max(0, buyers);
  const owner = balance && balance.available + balance.pending - least;
  return { sellers, buyers, disputed: disputes, debts, least, owner };
}
