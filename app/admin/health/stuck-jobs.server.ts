import { sql } from "drizzle-orm";
import { failedMails, waitingCalls, waitingWebhooks } from "#app/admin/health/health.server.ts";
import type { Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";

/** How many of each kind Health shows, the oldest first. */
const shownAtOnce = 20;

/** One thing that the product tries by itself and has not done. `orderId` null: it is about none. Times in UTC ms. */
export type StuckJob = {
  id: string;
  what: string;
  orderId: string | null;
  since: number;
  tries: number;
  error: string | null;
  /** Whether an operator can have it tried from Health. */
  tryable: 0 | 1;
};

/** The oldest of what failed, for Health: mails, webhooks, money calls; and why deliveries were turned away in a day. @param at UTC ms */
export async function list(db: Db, at: number) {
  const oldest = sql`limit ${shownAtOnce}`;
  const mails =
    failedMails(sql`id, kind || ' to @' || (select username from profiles where id = user_id) as what,
    (select o.id from orders o where o.id = subject_id) as orderId, created_at as since, attempts as tries, error, 1 as tryable`);
  const webhooks = waitingWebhooks(
    sql`id, type as what, null as orderId, received_at as since, attempts as tries, error, 1 as tryable`,
    at,
  );
  const calls = waitingCalls(
    sql`id, kind || ', ' || state as what, order_id as orderId, at as since, attempt as tries, error,
      state <> 'failed' or stripe_id is null as tryable`,
    at,
  );
  const [waitingMails, waitingEvents, waitingMoney, rejections] = await Promise.all([
    db.all<StuckJob>(sql`${mails} ${oldest}`),
    db.all<StuckJob>(sql`${webhooks} ${oldest}`),
    db.all<StuckJob>(sql`${calls} ${oldest}`),
    db.all<{ reason: string; count: number }>(
      sql`select reason, sum(count) as count from webhook_rejections where hour > ${at - day} group by reason order by count desc limit 20`,
    ),
  ]);
  return { mails: waitingMails, webhooks: waitingEvents, money: waitingMoney, rejections };
}
