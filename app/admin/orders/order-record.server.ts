import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as parties from "#app/orders/order-details.server.ts";
import {
  auditLog,
  creditUses,
  disputes,
  ledger,
  moneyCalls,
  orderFiles,
  outbox,
  payments,
  profiles,
} from "#drizzle/schema.ts";

/** How many mails and audit rows are shown, the newest first. */
const shownAtOnce = 100;

const nameOf = (id: SQL) => sql<string | null>`(select username from profiles where id = ${id})`;

/** Everything that is held of an order, for its page in the console; null: there is none. */
export async function find(db: Db, id: string) {
  const [found, files, paid, calls, booked, credit, disputed, mails, audit] = await Promise.all([
    parties.find(db, id),
    db.select().from(orderFiles).where(eq(orderFiles.orderId, id)).orderBy(orderFiles.n),
    db.select().from(payments).where(eq(payments.orderId, id)).orderBy(payments.n),
    listCalls(db, id),
    db
      .select({
        n: ledger.n,
        transaction: ledger.transaction,
        account: ledger.account,
        amountCents: ledger.amountCents,
        at: ledger.at,
        user: nameOf(sql`ledger.user_id`),
      })
      .from(ledger)
      .where(eq(ledger.orderId, id))
      .orderBy(ledger.n),
    db.select().from(creditUses).where(eq(creditUses.orderId, id)),
    db.select().from(disputes).where(eq(disputes.orderId, id)).orderBy(disputes.at),
    db
      .select({
        n: outbox.n,
        kind: outbox.kind,
        to: nameOf(sql`outbox.user_id`),
        createdAt: outbox.createdAt,
        sentAt: outbox.sentAt,
        attempts: outbox.attempts,
        error: outbox.error,
      })
      .from(outbox)
      .where(eq(outbox.subjectId, id))
      .orderBy(sql`n desc`)
      .limit(shownAtOnce),
    db
      .select({
        n: auditLog.n,
        action: auditLog.action,
        reason: auditLog.reason,
        at: auditLog.at,
        operator: nameOf(sql`audit_log.operator_id`),
      })
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(sql`n desc`)
      .limit(shownAtOnce),
  ]);
  if (!found) return null;
  const names = await actorsOf(
    db,
    found.events.map(({ actorId }) => actorId),
  );
  const events = found.events.map(({ actorId, ...event }) => ({
    ...event,
    actor: actorId && (names.get(actorId) ?? "User"),
  }));
  return {
    ...found,
    events,
    files,
    payments: paid,
    calls,
    ledger: booked,
    credit: credit[0] ?? null,
    disputes: disputed,
    mails,
    audit,
  };
}

export type OrderRecord = NonNullable<Awaited<ReturnType<typeof find>>>;

/** The calls that move an order's money, without what they ask for, in their order. `amountCents` null: a page to pay on. */
export function listCalls(db: Db, orderId: string) {
  return db
    .select({
      id: moneyCalls.id,
      kind: moneyCalls.kind,
      state: moneyCalls.state,
      attempt: moneyCalls.attempt,
      stripeId: moneyCalls.stripeId,
      amountCents: sql<number | null>`json_extract(params, '$.amount')`,
      error: moneyCalls.error,
      at: moneyCalls.at,
      updatedAt: moneyCalls.updatedAt,
      isReplaced: sql`exists (select 1 from money_calls later where later.replaces = money_calls.id)`.mapWith(
        Boolean,
      ),
    })
    .from(moneyCalls)
    .where(eq(moneyCalls.orderId, orderId))
    .orderBy(moneyCalls.n);
}

async function actorsOf(db: Db, ids: (string | null)[]): Promise<Map<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const rows = await db
    .select({ id: profiles.id, username: profiles.username })
    .from(profiles)
    .where(inArray(profiles.id, known));
  return new Map(rows.map(({ id, username }) => [id, username]));
}
