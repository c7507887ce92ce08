import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { find } from "#app/orders/orders.server.ts";
import { read } from "#app/payouts/accounts/read-account.server.ts";
import { refund as refundOrder } from "#app/transitions/apply-transition.server.ts";
import { ledger, type orders, payoutAccounts, transfers } from "#drizzle/schema.ts";
import { sellerRow } from "../sellers/applicant.ts";
import { day, deps, now, sweep } from "./clock.ts";
import { paidOrder, transition } from "./purchase.ts";
import { db, Visitor } from "./visitor.ts";

/** Calls the control API of the stand-in. @throws Error if it refuses */
export async function control(path: string, body: object = {}): Promise<unknown> {
  const response = await env.STRIPE_SANDBOX.fetch(`http://stripe.test/control/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text === "" ? null : JSON.parse(text);
}

/**
 * Gives a seller a payout account that is ready, here and at Stripe.
 * @param since when its bank account was added, UTC ms; by default long ago
 */
export async function readyAccount(userId: string, since = now() - 30 * day) {
  const id = crypto.randomUUID();
  const { id: stripeId } = await deps.stripe.v2.core.accounts.create({
    dashboard: "express",
    identity: { country: "us" },
    defaults: { responsibilities: { fees_collector: "application", losses_collector: "application" } },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    metadata: { account: id },
  });
  await control(`accounts/${stripeId}/bank`, { number: "000123456789" });
  await control(`accounts/${stripeId}/status`, { capability: "stripe_transfers", status: "active" });
  await control(`accounts/${stripeId}/status`, { capability: "payouts", status: "active" });
  // Sellers keep the whole price in most tests, so the platform pays Stripe's fees.
  await control("balance", { top_up: 100_000 });
  const account = { id, userId, country: "US", stripeId, open: true, createdAt: since, updatedAt: since };
  const [row] = await db.insert(payoutAccounts).values(account).returning();
  if (row) await read(deps, row);
  await db.update(payoutAccounts).set({ bankSince: since }).where(eq(payoutAccounts.id, id));
  return { id, stripeId };
}

/** Ann has paid for an order from Bob, Bob has delivered, and Ann has completed it. */
export async function completedOrder(...options: Parameters<typeof paidOrder>) {
  const made = await paidOrder(...options);
  const { order, ann, bob } = made;
  await transition(order.id, "start", "seller", bob.id);
  await transition(order.id, "deliver", "seller", bob.id, { note: "Here it is" });
  await transition(order.id, "complete", "buyer", ann.id);
  return made;
}

/** An operator refunds part of an order. @throws Error if it is refused */
export async function refund(orderId: string, cents: number): Promise<void> {
  const order = await find(db, orderId);
  if (!order) throw new Error("The order is missing");
  if (!(await refundOrder(deps, order, cents, order.sellerId, "A good reason")))
    throw new Error(`${cents} cents were not refunded`);
  await sweep();
}

/** The balance of each account of the ledger for an order, without those that are zero, in cents. */
export async function balancesOf(orderId: string): Promise<Record<string, number>> {
  const rows = await db.select().from(ledger).where(eq(ledger.orderId, orderId));
  const sums: Record<string, number> = {};
  for (const { account, amountCents } of rows) sums[account] = (sums[account] ?? 0) + amountCents;
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0));
}

/** The transfers of an order at Stripe, the oldest first. */
export async function transfersAtStripe(orderId: string): Promise<Stripe.Transfer[]> {
  const { data } = await deps.stripe.transfers.list({ transfer_group: orderId, limit: 100 });
  return data.toReversed();
}

/** Our rows of an order's transfers, the oldest first. */
export function transfersOf({ id }: Pick<typeof orders.$inferSelect, "id">) {
  return db.select().from(transfers).where(eq(transfers.orderId, id)).orderBy(transfers.seq);
}

/** Opens one of Stripe's pages, or sends its form. @returns the address to which it redirects, if it does */
export async function atStripe(url: string, fields?: Record<string, string>): Promise<string | null> {
  const init = fields
    ? { method: "POST", body: new URLSearchParams(fields), headers: { Origin: "http://stripe.test" } }
    : {};
  const response = await env.STRIPE_SANDBOX.fetch(url, { redirect: "manual", ...init });
  await response.text();
  const to = response.headers.get("Location");
  if (to === null) return null;
  const { pathname, search } = new URL(to);
  return pathname + search;
}

/** A seller who can set up payouts. */
export async function payoutSeller(options: Parameters<typeof Visitor.signedIn>[0] = {}): Promise<Visitor> {
  const ann = await Visitor.signedIn(options);
  await sellerRow(ann.id, { status: "active", payoutCountry: "US" });
  return ann;
}

/** Ann starts to set up payouts. @returns the address of Stripe's page */
export async function startSetup(ann: Visitor, fields: Record<string, string> = {}): Promise<string> {
  const page = await ann.submit("/earnings/setup", fields);
  if (page.status !== 303 || !page.location) throw new Error(`${page.status} ${page.text.slice(0, 300)}`);
  return page.location;
}

/** Ann gives Stripe what it asks for and comes back. @returns her account */
export async function setUp(ann: Visitor, number = "000123456789") {
  const url = await startSetup(ann);
  await atStripe(url);
  await atStripe(url, { name: "Ann Lee", number, intent: "submit" });
  await ann.get("/earnings/setup/return");
  return await accountOf(ann.id);
}

/** The newest account of a user. @throws Error if there is none */
export async function accountOf(userId: string) {
  const rows = await db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, userId));
  const account = rows.at(-1);
  if (!account) throw new Error("There is no account");
  return account;
}
