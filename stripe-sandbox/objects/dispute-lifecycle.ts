import type Stripe from "stripe";
import { invalid, noSuch, refused } from "../api/failure.ts";
import * as events from "../delivery/events.ts";
import type { Store } from "../store.ts";
import * as balance from "./balance.ts";
import { closed, fromCharge } from "./dispute.ts";
import * as refunds from "./refund-lifecycle.ts";

const closedStatuses = ["won", "lost"];

/**
 * Opens a dispute over a charge. Its pending refunds fail.
 * @param amount in cents; a part of the charge, or all of it
 * @throws Failure if the charge is already disputed, or the amount is not a part of it
 */
export function open(store: Store, charge: Stripe.Charge, amount = charge.amount): Stripe.Dispute {
  if (!Number.isInteger(amount) || amount < 1 || amount > charge.amount)
    throw invalid(`Invalid amount: must be a whole number from 1 to ${charge.amount}`, { param: "amount" });
  const intent = String(charge.payment_intent);
  if (store.listByIntent("dispute", intent).some(({ status }) => !closedStatuses.includes(status)))
    throw refused(`Charge ${charge.id} is already being disputed.`);
  for (const { id, status } of store.listByIntent("refund", intent)) {
    if (status === "pending") refunds.settle(store, id, "failed", "charge_for_pending_refund_disputed");
  }
  const dispute = fromCharge(charge, amount, store.now());
  // A refund that just failed has changed the charge.
  const current = store.find("charge", charge.id) ?? charge;
  store.save("charge", { ...current, disputed: true });
  store.save("dispute", dispute);
  for (const each of dispute.balance_transactions) balance.book(store, each);
  events.record(store, "charge.dispute.created", dispute, null);
  events.record(store, "charge.dispute.funds_withdrawn", dispute, null);
  return dispute;
}

/** Opens a dispute over the payment of a session. @throws Failure if the session is not paid */
export function openForSession(
  store: Store,
  session: Stripe.Checkout.Session,
  amount?: number,
): Stripe.Dispute {
  const intent = store.find("payment_intent", String(session.payment_intent));
  const charge = store.find("charge", String(intent?.latest_charge));
  if (charge?.status !== "succeeded")
    throw refused(`Nothing was paid for the Checkout Session ${session.id}.`);
  return open(store, charge, amount);
}

/** Closes a dispute. @throws Failure if it is already closed */
export function close(store: Store, id: string, status: "won" | "lost"): Stripe.Dispute {
  const dispute = store.find("dispute", id);
  if (!dispute) throw noSuch("dispute", id, "dispute");
  if (closedStatuses.includes(dispute.status))
    throw refused(`This dispute has a status of \`${dispute.status}\`.`);
  const end = closed(dispute, status, store.now());
  store.save("dispute", end);
  const before = dispute.balance_transactions.length;
  for (const each of end.balance_transactions.slice(before)) balance.book(store, each);
  if (status === "won") events.record(store, "charge.dispute.funds_reinstated", end, null);
  events.record(store, "charge.dispute.closed", end, null);
  return end;
}
