import { and, eq, isNull, sql } from "drizzle-orm";
import { amountsOf } from "#app/payouts/order-earnings.ts";
import { canTransferFrom } from "#app/payouts/waiting.ts";
import { earnings, orders, payoutAccounts, payoutHolds, transfers } from "#drizzle/schema.ts";
import { db } from "#tests/support/visitor.ts";

type Seen = Awaited<ReturnType<typeof see>>;

/**
 * Checks after every step what no step may do: send what has not cleared, under a hold or to an account that
 * is not ready, or more than was earned. What is true before and after a step was true during it.
 */
export class TransferWatch {
  readonly #sellerId: string;
  #before: Seen;

  private constructor(sellerId: string, before: Seen) {
    this.#sellerId = sellerId;
    this.#before = before;
  }

  static async begin(sellerId: string): Promise<TransferWatch> {
    return new TransferWatch(sellerId, await see(sellerId));
  }

  /**
   * Compares with the last time.
   * @param at now, UTC ms @returns the first problem, as text; null if there is none
   */
  async findProblem(at: number): Promise<string | null> {
    const before = this.#before;
    const after = await see(this.#sellerId);
    this.#before = after;
    const known = new Set(before.sent.map(({ id }) => id));
    const made = after.sent.filter(({ id }) => !known.has(id));
    for (const transfer of made) {
      const problem = conditionProblem(transfer, before, after);
      if (problem) return `order ${transfer.orderId} was paid out ${problem}`;
    }
    const isPaid = made.length > 0 || before.byHandCents !== after.byHandCents;
    return isPaid ? sumProblem(before, after, new Set(made.map(({ orderId }) => orderId)), at) : null;
  }
}

function conditionProblem(transfer: Seen["sent"][number], before: Seen, after: Seen): string | null {
  if (before.hold && before.hold.id === after.hold?.id) return "under a hold";
  const states = [before.account, after.account].map((account) => ({
    id: account?.id,
    from: canTransferFrom(account),
  }));
  const isUnchanged = JSON.stringify(states[0]) === JSON.stringify(states[1]);
  const from = states[0]?.from ?? null;
  if (isUnchanged && (from === null || transfer.at < from)) return "to an account that was not ready";
  const clears = [before, after].flatMap(({ earned }) => earned.get(transfer.orderId)?.clearsAt ?? []);
  if (clears.length === 0 || transfer.at < Math.min(...clears)) return "before its earnings had cleared";
  return null;
}

/** @param made the orders of the new transfers @param at UTC ms */
function sumProblem(before: Seen, after: Seen, made: Set<string>, at: number): string | null {
  let [sent, cleared] = [after.byHandCents, 0];
  for (const [id, { clearsAt, netCents, owedCents, byHandCents, debtCents }] of after.earned) {
    // A refund in the same step may have come later.
    const most = Math.max(netCents, before.earned.get(id)?.netCents ?? 0);
    const ofOrder = after.sent
      .filter(({ orderId, open }) => orderId === id && open)
      .reduce((sum, { cents, reversedCents }) => sum + cents - reversedCents, 0);
    if (made.has(id) && ofOrder + byHandCents + debtCents > most)
      return `${ofOrder} cents of order ${id} were sent, ${byHandCents} paid by hand, ${debtCents} paid debts, of ${most}`;
    sent += ofOrder;
    if (clearsAt <= at) cleared += most + owedCents;
  }
  return sent > cleared ? `${sent} cents were sent or paid by hand, of ${cleared} that have cleared` : null;
}

/** What decides about a seller's transfers, and what has become of them. Amounts in cents. */
async function see(sellerId: string) {
  const [[account = null], [hold = null], sent, rows, sums] = await Promise.all([
    db
      .select()
      .from(payoutAccounts)
      .where(and(eq(payoutAccounts.userId, sellerId), eq(payoutAccounts.open, true))),
    db
      .select({ id: payoutHolds.id })
      .from(payoutHolds)
      .where(and(eq(payoutHolds.userId, sellerId), isNull(payoutHolds.endedAt))),
    db.select().from(transfers).where(eq(transfers.userId, sellerId)),
    db
      .select({ order: orders, clearsAt: earnings.clearsAt })
      .from(earnings)
      .innerJoin(orders, eq(orders.id, earnings.orderId))
      .where(eq(earnings.sellerId, sellerId)),
    db.all<{ id: string; account: string; cents: number }>(sql`
      select order_id as id, account, sum(amount_cents) as cents from ledger
      where order_id in (select order_id from earnings where seller_id = ${sellerId}) group by 1, 2`),
  ]);
  const on = (id: string, account: string) =>
    sums.find((one) => one.id === id && one.account === account)?.cents ?? 0;
  const earned = new Map(
    rows.map(({ order, clearsAt }) => {
      const { id } = order;
      const { netCents } = amountsOf(order, on(id, "goodwill"));
      const debts = on(id, "seller_debts") + on(id, "write_offs");
      const owedCents = debts + Math.max(0, on(id, "seller_payable"));
      // The debts that it has paid, minus those of its own that others have paid, and minus what is owed.
      const debtCents = -on(id, "offsets") - debts;
      return [id, { clearsAt, netCents, owedCents, byHandCents: -on(id, "bank"), debtCents }];
    }),
  );
  const byHandCents = [...earned.values()].reduce((sum, one) => sum + one.byHandCents, 0);
  return { account, hold, sent, earned, byHandCents };
}
