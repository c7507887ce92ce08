import type { Kind, Store } from "../store.ts";
import { invalid } from "./failure.ts";
import { refundsOf } from "./listing.ts";

interface Node {
  [key: string]: unknown;
}

/** The properties that can be expanded, by the kind of object that has them. */
const expandable: Record<string, Partial<Record<string, Kind | "refunds" | "source">>> = {
  "checkout.session": { payment_intent: "payment_intent" },
  payment_intent: { latest_charge: "charge" },
  charge: {
    payment_intent: "payment_intent",
    refunds: "refunds",
    balance_transaction: "balance_transaction",
  },
  refund: {
    payment_intent: "payment_intent",
    charge: "charge",
    balance_transaction: "balance_transaction",
    failure_balance_transaction: "balance_transaction",
  },
  transfer: { balance_transaction: "balance_transaction" },
  transfer_reversal: { balance_transaction: "balance_transaction", transfer: "transfer" },
  payout: { balance_transaction: "balance_transaction", failure_balance_transaction: "balance_transaction" },
  dispute: { payment_intent: "payment_intent", charge: "charge" },
  balance_transaction: { source: "source" },
};

/** The kinds of a balance transaction's source, by the beginning of its id. A top-up is not stored. */
const sources: Record<string, Kind> = {
  ch: "charge",
  py: "charge",
  re: "refund",
  pyr: "refund",
  du: "dispute",
  tr: "transfer",
  trr: "transfer_reversal",
  po: "payout",
};

/**
 * Replaces the ids at these paths (`payment_intent.latest_charge`, `data.charge`) with their objects, in
 * place.
 */
export function expand(store: Store, answer: object, paths: string[]): void {
  for (const path of paths) walk(store, answer as Node, path.split("."), path);
}

function walk(store: Store, node: Node, steps: string[], path: string): void {
  const [step, ...rest] = steps;
  if (step === undefined) return;
  if (node.object === "list" && step === "data" && Array.isArray(node.data)) {
    for (const each of node.data as Node[]) walk(store, each, rest, path);
    return;
  }
  const kind = expandable[String(node.object)]?.[step];
  if (!kind) throw invalid(`This property cannot be expanded (${path}).`, { param: "expand" });
  const value = node[step];
  if (kind === "refunds") node[step] = refundsOf(store, node as unknown as Parameters<typeof refundsOf>[1]);
  else if (kind === "source") node[step] = sourceOf(store, value);
  else if (typeof value === "string") node[step] = store.find(kind, value);
  const next = node[step];
  if (rest.length > 0 && typeof next === "object" && next !== null) walk(store, next as Node, rest, path);
}

/** The object of a balance transaction's source; the value itself if there is none. */
function sourceOf(store: Store, value: unknown): unknown {
  const kind = typeof value === "string" ? sources[value.split("_")[0] ?? ""] : undefined;
  return (kind && store.find(kind, String(value))) ?? value;
}
