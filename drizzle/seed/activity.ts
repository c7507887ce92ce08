import { isNull, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { minute } from "#app/lib/dates.ts";
import * as reminders from "#app/orders/reminders.server.ts";
import { stripeClient } from "#app/payments/stripe.server.ts";
import { outbox, visitorMails } from "#drizzle/schema.ts";
import { history } from "./history.ts";
import { moment } from "./moment.ts";
import { seedPayouts } from "./payouts.ts";
import { payingSellers } from "./people.ts";
import { checkSales, makeStep, payFee, type SaleDeps } from "./sales.ts";
import { inBulk, orders as sales, sellers } from "./source.ts";
import { seedConversations } from "./talks.ts";
import { ticketSteps } from "./tickets.ts";

/**
 * The bindings for the market's activity. The product's own functions create it, so it is valid for the
 * product.
 */
export type Activity = {
  db: Db;
  /**
   * The address of the Stripe stand-in. It runs during the seed, so that the payments of orders.json can be
   * refunded.
   */
  stripeApi: string;
  secret: string;
};

/** The clock of the seed, UTC ms: the time of the current step. */
let now = Date.now();

/**
 * Seeds the conversations, whose offers some orders accept. Then seeds the history, all orders and tickets in
 * the order of their steps, so that row numbers follow time.
 */
export async function seedActivity({ db, stripeApi, secret }: Activity): Promise<void> {
  const deps: SaleDeps = {
    db,
    stripe: stripeClient(stripeApi, "sk_test_sandbox"),
    clock: { now: () => now },
    secret,
    requestId: "seed",
    log(level, event, fields) {
      if (level !== "info") throw new Error(`${event}: ${JSON.stringify(fields)}`);
    },
  };
  await seedConversations(db);
  const steps = sales.flatMap((sale) => sale.timeline.map((step) => ({ sale, step, at: moment(step.at) })));
  const fees = sellers
    .filter(({ username }) => payingSellers.includes(username))
    .map(({ username, created_at }) => ({ payer: username, at: Date.parse(created_at) + minute }));
  let pending: SQLWrapper[] = [];
  for (const step of [...(await history(db)), ...fees, ...ticketSteps(db), ...steps].sort(
    (a, b) => a.at - b.at,
  )) {
    if ("statements" in step) {
      pending.push(...step.statements);
      continue;
    }
    await inBulk(db, pending);
    pending = [];
    now = step.at;
    if ("payer" in step) await payFee(deps, stripeApi, step.payer);
    else await makeStep(deps, stripeApi, step.sale, step.step);
  }
  await inBulk(db, pending);
  now = Date.now();
  await reminders.write(deps);
  await checkSales(db);
  await seedPayouts(deps, stripeApi);
  // The seed's emails count as sent when they were written. The local mailbox shows only new ones.
  await db
    .update(outbox)
    .set({ sentAt: sql`${outbox.createdAt}` })
    .where(isNull(outbox.sentAt));
  await db.update(visitorMails).set({ sentAt: sql`${visitorMails.createdAt}` });
}
