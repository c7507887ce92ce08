import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { listAudit } from "#app/admin/audit.server.ts";
import type { Db } from "#app/context.ts";
import { listEditions } from "#app/offers/page/offer-record.server.ts";
import * as orderDetails from "#app/orders/order-details.server.ts";
import {
  creditUses,
  disputes,
  ledger,
  moneyCalls,
  orderExtras,
  orderFiles,
  outbox,
  payments,
  profiles,
} from "#drizzle/schema.ts";

/** How many emails and audit rows the page shows, newest first. */
const shownAtOnce = 100;

const usernameOf = (id: SQL) => sql<string | null>`(select username from profiles where id = ${id})`;

/** Finds everything that is stored about an order, for its page in the console; null if there is none. */
export async function find(db: Db, id: string) {
  const [details, files, extras, paymentRows, calls, ledgerRows, [credit], disputeRows, mails, audit] =
    await Promise.all([
      orderDetails.find(db, id),
      db.select().from(orderFiles).where(eq(orderFiles.orderId, id)).orderBy(orderFiles.number),
      db.select().from(orderExtras).where(eq(orderExtras.orderId, id)).orderBy(orderExtras.number),
      db.select().from(payments).where(eq(payments.orderId, id)).orderBy(payments.number),
      listCalls(db, id),
      listLedger(db, id),
      db.select().from(creditUses).where(eq(creditUses.orderId, id)),
      db.select().from(disputes).where(eq(disputes.orderId, id)).orderBy(disputes.at),
      listMails(db, id),
      listAudit(db, id, shownAtOnce),
    ]);
  if (!details) return null;
  const { offer } = details;
  const names = await findUsernames(
    db,
    details.events.map(({ actorId }) => actorId),
  );
  const events = details.events.map(({ actorId, ...event }) => ({
    ...event,
    actor: actorId && (names.get(actorId) ?? "User"),
  }));
  return {
    ...details,
    /** All versions of its offer. */
    editions: offer ? await listEditions(db, offer.id) : [],
    events,
    files,
    /** All extras that were offered, chosen or added, including those that are closed. */
    extras,
    payments: paymentRows,
    calls,
    ledger: ledgerRows,
    credit: credit ?? null,
    disputes: disputeRows,
    mails,
    audit,
  };
}

export type OrderRecord = NonNullable<Awaited<ReturnType<typeof find>>>;

/**
 * Lists an order's money calls without their parameters, oldest first. `amountCents` is null for a checkout
 * session. `isReplaced`: a later call repeats it.
 */
export async function listCalls(db: Db, orderId: string) {
  return await db
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
    .orderBy(moneyCalls.number);
}

async function listLedger(db: Db, orderId: string) {
  return await db
    .select({
      number: ledger.number,
      transaction: ledger.transaction,
      account: ledger.account,
      amountCents: ledger.amountCents,
      at: ledger.at,
      user: usernameOf(sql`ledger.user_id`),
    })
    .from(ledger)
    .where(eq(ledger.orderId, orderId))
    .orderBy(ledger.number);
}

async function listMails(db: Db, orderId: string) {
  return await db
    .select({
      number: outbox.number,
      kind: outbox.kind,
      to: usernameOf(sql`outbox.user_id`),
      createdAt: outbox.createdAt,
      dueAt: outbox.dueAt,
      sentAt: outbox.sentAt,
      attempts: outbox.attempts,
      error: outbox.error,
    })
    .from(outbox)
    .where(eq(outbox.subjectId, orderId))
    .orderBy(sql`number desc`)
    .limit(shownAtOnce);
}

async function findUsernames(db: Db, ids: (string | null)[]): Promise<Map<string, string>> {
  const unique = [...new Set(ids.filter((id) => id !== null))];
  if (unique.length === 0) return new Map();
  const rows = await db
    .select({ id: profiles.id, username: profiles.username })
    .from(profiles)
    .where(inArray(profiles.id, unique));
  return new Map(rows.map(({ id, username }) => [id, username]));
}
