import { inArray, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { creditLedger, users } from "#drizzle/schema.ts";

/**
 * Checks the ledger of credit (docs/specification.md#ledger) against grants, uses and the ledger of orders.
 * @param userIds only these users; absent: all
 * @returns the first problem, as text; null if the books balance
 */
export async function findCreditProblem(db: Db, userIds?: string[]): Promise<string | null> {
  const [uneven] = await db
    .select({ name: creditLedger.transaction, cents: sql<number>`sum(${creditLedger.amountCents})` })
    .from(creditLedger)
    .where(userIds && inArray(creditLedger.userId, userIds))
    .groupBy(creditLedger.transaction)
    .having(sql`sum(${creditLedger.amountCents}) <> 0`)
    .limit(1);
  if (uneven) return `${uneven.name} sums to ${uneven.cents}`;
  const [wrong] = await db.all<{
    id: string;
    granted: number;
    used: number;
    credit: number;
    promotions: number;
  }>(sql`
    select * from (select id,
      ifnull((select cents from credits where user_id = users.id), 0) as granted,
      ifnull((select sum(cents - returned_cents) from credit_uses
        where user_id = users.id and state in ('spent', 'returned')), 0) as used,
      -ifnull((select sum(amount_cents) from credit_ledger where user_id = users.id and account = 'credit'), 0) as credit,
      ifnull((select sum(amount_cents) from credit_ledger where user_id = users.id and account = 'promotions'), 0)
      + ifnull((select sum(amount_cents) from ledger where user_id = users.id and account = 'promotions'), 0) as promotions
    from users where ${userIds ? inArray(users.id, userIds) : sql`1`})
    where credit <> granted - used or promotions <> granted limit 1`);
  return wrong
    ? `user ${wrong.id} was granted ${wrong.granted} and has used ${wrong.used} cents; the books have ${wrong.credit} of credit and ${wrong.promotions} of promotions`
    : null;
}
