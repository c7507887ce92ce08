import type Stripe from "stripe";
import { noSuch, refused } from "../api/failure.ts";
import * as events from "../delivery/events.ts";
import type { Store } from "../store.ts";
import { closed, fromCharge } from "./dispute.ts";
import * as refunds from "./refunds.ts";

const over = ["won", "lost"];

/** The cardholder's bank takes a charge back. A refund that is still on its way fails. @throws when it is disputed already */
export function open(store: Store, charge: Stripe.Charge): Stripe.Dispute {
  const intent = String(charge.payment_intent);
  if (store.of("dispute", intent).some(({ status }) => !over.includes(status)))
    throw refused(`Charge ${charge.id} is being disputed already.`);
  for (const { id, status } of store.of("refund", intent)) {
    if (status === "pending") refunds.settle(store, id, "failed", "charge_for_pending_refund_disputed");
  }
  const dispute = fromCharge(charge, store.now());
  const now = store.find("charge", charge.id) ?? charge;
  store.keep("charge", { ...now, disputed: true });
  store.keep("dispute", dispute);
  events.record(store, "charge.dispute.created", dispute, null);
  events.record(store, "charge.dispute.funds_withdrawn", dispute, null);
  return dispute;
}

/** The dispute over what was paid for a session. @throws when nothing was */
export function openFor(store: Store, session: Stripe.Checkout.Session): Stripe.Dispute {
  const intent = store.find("payment_intent", String(session.payment_intent));
  const charge = store.find("charge", String(intent?.latest_charge));
  if (charge?.status !== "succeeded")
    throw refused(`Nothing was paid for the Checkout Session ${session.id}.`);
  return open(store, charge);
}

/** The bank has decided. @throws when it had before */
export function close(store: Store, id: string, status: "won" | "lost"): Stripe.Dispute {
  const dispute = store.find("dispute", id);
  if (!dispute) throw noSuch("dispute", id, "dispute");
  if (over.includes(dispute.status)) throw refused(`This dispute has a status of \`${dispute.status}\`.`);
  const charge = store.find("charge", String(dispute.charge));
  if (!charge) throw noSuch("charge", String(dispute.charge), "charge");
  const end = closed(dispute, charge, status, store.now());
  store.keep("dispute", end);
  if (status === "won") events.record(store, "charge.dispute.funds_reinstated", end, null);
  events.record(store, "charge.dispute.closed", end, null);
  return end;
}
