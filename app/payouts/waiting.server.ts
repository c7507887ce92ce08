import { type SQL, sql } from "drizzle-orm";
import { day } from "#app/lib/dates.ts";
import { bankWait } from "#app/payouts/waiting.ts";

// The rules of clearing.ts and waiting.ts as conditions for a batch (docs/architecture.md#claims). Each is 1,
// 0 or null. Tests hold them to the pure functions.

/**
 * A condition: earnings may be transferred to an account now (`canTransferFrom`).
 * @param account the name of a row of `payout_accounts` in the statement @param at UTC ms
 */
export function canTransferTo(account: string, at: number): SQL<boolean> {
  const a = sql.identifier(account);
  return sql`(${canEverTransferTo(account)} and ${a}.bank_since + iif(${a}.bank_is_first, ${bankWait.first * day}, ${bankWait.changed * day}) <= ${at})`;
}

/**
 * A condition: an account is ready, so earnings can be transferred to it, now or once its bank account is no
 * longer new.
 * @param account the name of a row of `payout_accounts` in the statement
 */
export function canEverTransferTo(account: string): SQL<boolean> {
  const a = sql.identifier(account);
  return sql`(${a}.open = 1 and ${a}.stripe_id is not null and ${a}.transfers = 'active' and ${a}.payouts = 'active'
    and ${a}.bank_errored = 0 and ${a}.bank_since is not null)`;
}

/**
 * A condition: Stripe has refused an account for good (`isOff` in accounts/account.ts).
 * @param account the name of a row of `payout_accounts` in the statement
 */
export function isOff(account: string): SQL<boolean> {
  const a = sql.identifier(account);
  return sql`(${a}.transfers in ('rejected', 'unsupported') or ${a}.payouts in ('rejected', 'unsupported'))`;
}

/**
 * A condition: nothing holds the earnings of an order (`heldBy`).
 * @param order the name of a row of `orders` in the statement
 */
export function isUnheld(order: string): SQL<boolean> {
  const o = sql.identifier(order);
  return sql`(${o}.hold = 'none'
    and not exists (select 1 from disputes d where d.order_id = ${o}.id and d.state = 'open')
    and not exists (select 1 from payments p indexed by payments_examined where p.order_id = ${o}.id and p.outcome = 'mismatch')
    and not exists (select 1 from mismatches m where m.order_id = ${o}.id and m.resolved_at is null))`;
}

/**
 * A condition: the earnings of an order have cleared (`hasCleared`).
 * @param earning the name of a row of `earnings`, and `order` of its row of `orders`, in the statement
 * @param at UTC ms
 */
export function hasCleared(earning: string, order: string, at: number): SQL<boolean> {
  return sql`(${sql.identifier(earning)}.clears_at <= ${at} and ${isUnheld(order)})`;
}
