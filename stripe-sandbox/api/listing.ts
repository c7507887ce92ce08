import type { Kind, Kinds, Store } from "../store.ts";
import { invalid, noSuch } from "./failure.ts";
import type { Params } from "./params.ts";

/** Stripe's list object. */
export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

const statuses: Partial<Record<Kind, readonly string[]>> = {
  "checkout.session": ["open", "complete", "expired"],
  payout: ["pending", "in_transit", "paid", "failed", "canceled"],
};

/** The filters of each kind, in addition to the pagination parameters. */
const filters: Record<Kind, string[]> = {
  "checkout.session": ["payment_intent", "created", "status"],
  payment_intent: ["created"],
  charge: ["payment_intent", "created"],
  refund: ["payment_intent", "charge", "created"],
  dispute: ["payment_intent", "charge", "created"],
  balance_transaction: ["created", "currency", "payout", "source", "type"],
  transfer: ["created", "destination", "transfer_group"],
  transfer_reversal: [],
  payout: ["arrival_date", "created", "destination", "status"],
  balance_settings: [],
  "v2.core.account": [],
  bank_account: [],
};

/** The filters that are a property of the object. */
const properties = [
  "charge",
  "currency",
  "destination",
  "source",
  "status",
  "transfer_group",
  "type",
] as const;

/** What limits a list in addition to its parameters. */
interface Scope {
  /** The connected account that the objects belong to; absent or null for the platform. */
  account?: string | null;
  /** Only objects with these ids. */
  ids?: string[] | undefined;
  /** Only reversals of this transfer. */
  transfer?: string;
}

/**
 * Lists one page of a kind, newest first. Reads `limit` (default 10), `starting_after`, `ending_before` and
 * the filters.
 */
export function list<K extends Kind>(
  store: Store,
  kind: K,
  url: string,
  params: Params,
  { account = null, ids, transfer }: Scope = {},
): List<Kinds[K]> {
  params.allowOnly("limit", "starting_after", "ending_before", ...filters[kind]);
  const limit = limitOf(params);
  const { after, before } = paginationOf(params);
  const backwards = before !== null;
  // The sign keeps the database from looking for the platform's objects, nearly all, by their account.
  const conditions = [`kind = '${kind}'`, ...(account === null ? ["+account is null"] : [])];
  const values: (string | number)[] = [];
  const where = (condition: string, value: string | number | null): void => {
    if (value === null) return;
    conditions.push(condition);
    values.push(value);
  };
  if (after !== null) where("seq < ?", seqOf(store, kind, after, "starting_after"));
  if (before !== null) where("seq > ?", seqOf(store, kind, before, "ending_before"));
  where("payment_intent = ?", params.text("payment_intent"));
  where("account = ?", account);
  where("id in (select value from json_each(?))", ids ? JSON.stringify(ids) : null);
  where("json_extract(body, '$.transfer') = ?", transfer ?? null);
  params.choice("status", statuses[kind] ?? []);
  for (const name of properties) where(`json_extract(body, '$.${name}') = ?`, params.text(name));
  for (const name of ["created", "arrival_date"])
    for (const { sign, value } of params.range(name))
      where(`json_extract(body, '$.${name}') ${sign} ?`, value);
  const direction = backwards ? "asc" : "desc";
  const rows = store.sql
    .exec<{ body: string }>(
      // The clock only moves forward, so this is also the order of `seq`, and an index covers it.
      `select body from objects where ${conditions.join(" and ")}
       order by json_extract(body, '$.created') ${direction}, seq ${direction} limit ?`,
      ...values,
      limit + 1,
    )
    .toArray();
  const data = rows.slice(0, limit).map((row) => JSON.parse(row.body) as Kinds[K]);
  return { object: "list", data: backwards ? data.reverse() : data, has_more: rows.length > limit, url };
}

/** Lists all refunds of a charge as Stripe nests them in the charge, newest first. */
export function refundsOf(store: Store, charge: Kinds["charge"]): List<Kinds["refund"]> {
  const data = store.listByIntent("refund", String(charge.payment_intent));
  return { object: "list", data, has_more: false, url: `/v1/charges/${charge.id}/refunds` };
}

/** The ids between which a page lies; null if they are absent. */
export function paginationOf(params: Params): { after: string | null; before: string | null } {
  const after = params.text("starting_after");
  const before = params.text("ending_before");
  if (after !== null && before !== null) {
    throw invalid("You cannot specify both starting_after and ending_before.", {
      code: "parameters_exclusive",
    });
  }
  return { after, before };
}

/** The length of a page. */
export function limitOf(params: Params): number {
  const limit = params.integer("limit") ?? 10;
  if (limit >= 1 && limit <= 100) return limit;
  const bound = limit < 1 ? "greater than or equal to 1" : "less than or equal to 100";
  throw invalid(`Invalid limit: This value must be ${bound}.`, {
    code: "parameter_invalid_integer",
    param: "limit",
  });
}

function seqOf(store: Store, kind: Kind, id: string, param: string): number {
  const rows = store.sql
    .exec<{ seq: number }>("select seq from objects where id = ? and kind = ?", id, kind)
    .toArray();
  if (!rows[0]) throw noSuch(kind, id, param);
  return rows[0].seq;
}
