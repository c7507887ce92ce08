import { invalid, noSuch } from "./failure.ts";
import type { Params } from "./params.ts";
import type { Kind, Kinds, Store } from "./store.ts";

/** Stripe's list object. */
export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

/** One page of a kind, newest first, by `limit` (10), `starting_after`, `ending_before` and `payment_intent`. */
export function list<K extends Kind>(store: Store, kind: K, url: string, params: Params): List<Kinds[K]> {
  params.only("limit", "starting_after", "ending_before", "payment_intent");
  const limit = params.integer("limit") ?? 10;
  if (limit < 1 || limit > 100) {
    const message =
      limit < 1
        ? "This value must be greater than or equal to 1."
        : "This value must be less than or equal to 100.";
    throw invalid(`Invalid limit: ${message}`, { code: "parameter_invalid_integer", param: "limit" });
  }
  const after = params.text("starting_after");
  const before = params.text("ending_before");
  if (after !== null && before !== null) {
    throw invalid("You cannot specify both starting_after and ending_before.", {
      code: "parameters_exclusive",
    });
  }
  const backwards = before !== null;
  const bound = after ?? before;
  const seq =
    bound === null
      ? Number.MAX_SAFE_INTEGER
      : placeOf(store, kind, bound, backwards ? "ending_before" : "starting_after");
  const rows = store.sql
    .exec<{ body: string }>(
      `select body from objects where kind = ? and seq ${backwards ? ">" : "<"} ?
       and (? is null or payment_intent = ?) order by seq ${backwards ? "asc" : "desc"} limit ?`,
      kind,
      seq,
      params.text("payment_intent"),
      params.text("payment_intent"),
      limit + 1,
    )
    .toArray();
  const data = rows.slice(0, limit).map((row) => JSON.parse(row.body) as Kinds[K]);
  return { object: "list", data: backwards ? data.reverse() : data, has_more: rows.length > limit, url };
}

/** All refunds of a charge as Stripe nests them in it, newest first. */
export function refundsOf(store: Store, charge: Kinds["charge"]): List<Kinds["refund"]> {
  const intent = typeof charge.payment_intent === "string" ? charge.payment_intent : null;
  const rows = store.sql
    .exec<{ body: string }>(
      "select body from objects where kind = 'refund' and payment_intent = ? order by seq desc",
      intent,
    )
    .toArray();
  const data = rows.map((row) => JSON.parse(row.body) as Kinds["refund"]);
  return { object: "list", data, has_more: false, url: `/v1/charges/${charge.id}/refunds` };
}

function placeOf(store: Store, kind: Kind, id: string, param: string): number {
  const rows = store.sql
    .exec<{ seq: number }>("select seq from objects where id = ? and kind = ?", id, kind)
    .toArray();
  if (!rows[0]) throw noSuch(kind, id, param);
  return rows[0].seq;
}
