import { newId } from "../ids.ts";
import * as balance from "../objects/balance.ts";
import * as payouts from "../objects/payout-lifecycle.ts";
import type { Store } from "../store.ts";
import { invalid } from "./failure.ts";

type Body = Record<string, unknown>;

/**
 * `POST /control/balance`: changes the settings of the platform's balance, or moves money as its owner or
 * Stripe does. It does what the body names, in this order.
 * @returns the settings, and the balance in cents
 */
export function setBalance(store: Store, body: Body): object {
  const allowed = [
    ...["refuse_refunds", "delay_days", "settles"],
    ...["opening", "top_up", "pay_out", "bill", "reserve"],
  ];
  const unknown = Object.keys(body).find((name) => !allowed.includes(name));
  if (unknown) throw invalid(`Unknown: ${unknown}. Use ${allowed.join(", ")}`, { param: unknown });
  const { refuse_refunds: refuse, pay_out: payOut } = body;
  if (refuse !== undefined && typeof refuse !== "boolean")
    throw invalid("refuse_refunds must be true or false", { param: "refuse_refunds" });
  if (refuse !== undefined) store.set("refuse refunds", String(refuse));
  const delay = whole(body, "delay_days", 0, 31);
  if (delay !== null) store.set("delay days", String(delay));

  const { settles } = body;
  if (settles !== undefined && settles !== "usd" && settles !== "eur")
    throw invalid("settles must be usd or eur", { param: "settles" });
  if (settles !== undefined) store.set("settles", settles);

  const opening = whole(body, "opening", 1);
  if (opening !== null) balance.open(store, opening);
  const topUp = whole(body, "top_up", 1);
  if (topUp !== null) {
    balance.move(store, { type: "topup", category: "topup", amount: topUp, source: newId("tu_1") });
    balance.recordAvailable(store);
  }
  const bill = whole(body, "bill", 1);
  if (bill !== null) {
    const description = "Connect: active accounts";
    balance.move(store, { type: "stripe_fee", category: "fee", amount: -bill, source: null, description });
  }
  const reserve = whole(body, "reserve", -balance.reserved(store));
  if (reserve !== null) balance.reserve(store, reserve);
  const rest = balance.available(store, null, "usd");
  const out = payOut === "all" ? rest : (whole(body, "pay_out", 1) ?? 0);
  // A balance that is empty or negative has nothing to pay out.
  if (out > 0) payouts.create(store, null, { amount: out, automatic: false, currency: "usd" });

  const [sums] = balance.sumsOf(store, null);
  return {
    refuse_refunds: store.setting("refuse refunds") === "true",
    delay_days: balance.delayDays(store),
    settles: balance.settlementCurrency(store),
    available: sums?.available ?? 0,
    pending: sums?.pending ?? 0,
    reserved: balance.reserved(store),
  };
}

/** A whole number of the body, at least `least`; null if it is absent. */
function whole(body: Body, name: string, least: number, most = 99_999_999): number | null {
  const value = body[name];
  if (value === undefined) return null;
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalid(`${name} must be a whole number from ${least} to ${most}`, { param: name });
}
