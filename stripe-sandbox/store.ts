import type Stripe from "stripe";
import type { Basket } from "./objects/basket.ts";

/** Balance settings. Stripe's object has no id; ours is `settings_` and the account's id, or `platform`. */
export type StoredSettings = Stripe.BalanceSettings & { id: string };

/** The types of the stored objects, by Stripe's name of their kind. */
export interface Kinds {
  "checkout.session": Stripe.Checkout.Session;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  "v2.core.account": Stripe.V2.Core.Account;
  bank_account: Stripe.BankAccount;
  balance_transaction: Stripe.BalanceTransaction;
  transfer: Stripe.Transfer;
  transfer_reversal: Stripe.TransferReversal;
  payout: Stripe.Payout;
  balance_settings: StoredSettings;
}
export type Kind = keyof Kinds;

/** One page of a list, newest first. */
export interface Page<T> {
  data: T[];
  hasMore: boolean;
}

const schema = `
create table if not exists objects (
  seq integer primary key autoincrement,
  id text not null unique,
  kind text not null,
  payment_intent text,
  open_until integer,
  body text not null,
  account text
);
create index if not exists objects_kind on objects (kind, seq);
create index if not exists objects_created on objects (kind, json_extract(body, '$.created'), seq);
create index if not exists objects_payment_intent on objects (payment_intent, kind, seq);
create index if not exists objects_open on objects (open_until) where open_until is not null;
create table if not exists baskets (session text primary key, body text not null);
create table if not exists answers (
  key text primary key,
  endpoint text not null,
  request text not null,
  request_id text not null,
  status integer not null,
  body text not null,
  at integer not null
);
create table if not exists events (
  seq integer primary key autoincrement,
  id text not null unique,
  type text not null,
  created integer not null,
  body text not null,
  queued_at integer not null,
  next_at integer,
  attempts integer not null default 0,
  delivered integer not null default 0,
  last_status integer
);
create index if not exists events_next on events (next_at) where next_at is not null;
create table if not exists settings (name text primary key, value text not null);
create index if not exists objects_bank_account on objects (json_extract(body, '$.account')) where kind = 'bank_account';
create table if not exists account_forms (account text primary key, body text not null);
create table if not exists account_links (
  token text primary key,
  account text not null,
  page text not null,
  expires_at integer not null,
  refresh_url text,
  return_url text,
  -- Null until it is opened, 0 once its form is finished.
  used_at integer
);
create table if not exists balances (
  account text not null,
  currency text not null,
  total integer not null,
  primary key (account, currency)
);
create table if not exists paid_out (balance_transaction text primary key, payout text not null);
create index if not exists paid_out_payout on paid_out (payout);
`;

/** The indexes on columns that a store of an earlier version does not have until they are added. */
const laterIndexes = `
create index if not exists objects_account on objects (account, kind, seq) where account is not null;
create index if not exists objects_source on objects (json_extract(body, '$.source')) where kind = 'balance_transaction';
create index if not exists objects_transfer_group on objects (json_extract(body, '$.transfer_group')) where json_extract(body, '$.transfer_group') is not null;
`;

/** Columns that tables of an earlier version do not have. */
const laterColumns = [
  { table: "objects", name: "account", definition: "text" },
  { table: "events", name: "endpoint", definition: "text not null default 'platform'" },
  { table: "events", name: "account", definition: "text" },
  { table: "events", name: "data", definition: "text" },
];

/** The state of the stand-in, in the SQLite database of its Durable Object. All methods are synchronous. */
export class Store {
  readonly sql: SqlStorage;
  readonly origin: string;
  private readonly storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage, origin: string) {
    this.storage = storage;
    this.sql = storage.sql;
    this.origin = origin;
    this.sql.exec(schema);
    for (const { table, name, definition } of laterColumns) {
      const columns = this.sql.exec<{ name: string }>(`pragma table_info(${table})`).toArray();
      if (!columns.some((column) => column.name === name))
        this.sql.exec(`alter table ${table} add column ${name} ${definition}`);
    }
    this.sql.exec(laterIndexes);
    // The port may have changed since the last start: open sessions get the new address of their card page.
    this.sql.exec(
      "update objects set body = json_set(body, '$.url', ? || id) where open_until is not null and kind = 'checkout.session' and json_extract(body, '$.url') <> ? || id",
      this.pagePrefix,
      this.pagePrefix,
    );
  }

  /** The address of a session's card page, without the id. */
  get pagePrefix(): string {
    return `${this.origin}/c/pay/`;
  }

  /** Runs a function in one transaction. If it throws, nothing is written. */
  transaction<T>(run: () => T): T {
    return this.storage.transactionSync(run);
  }

  /** The stand-in's clock, in unix seconds: real time plus the seconds added by `POST /control/clock`. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.offset();
  }

  /** Seconds by which the stand-in's clock is ahead of real time. */
  offset(): number {
    return Number(this.setting("clock") ?? 0);
  }

  setting(name: string): string | null {
    return (
      this.sql.exec<{ value: string }>("select value from settings where name = ?", name).toArray()[0]
        ?.value ?? null
    );
  }

  set(name: string, value: string): void {
    this.sql.exec("insert or replace into settings (name, value) values (?, ?)", name, value);
  }

  /** Finds an object by kind and id; null if there is none. */
  find<K extends Kind>(kind: K, id: string): Kinds[K] | null {
    const rows = this.sql.exec<{ body: string }>(
      "select body from objects where id = ? and kind = ?",
      id,
      kind,
    );
    const row = rows.toArray()[0];
    return row ? (JSON.parse(row.body) as Kinds[K]) : null;
  }

  /** Finds an object of an account; null if there is none. @param account null for the platform */
  findOf<K extends Kind>(kind: K, id: string, account: string | null): Kinds[K] | null {
    const rows = this.sql.exec<{ body: string }>(
      "select body from objects where id = ? and kind = ? and account is ?",
      id,
      kind,
      account,
    );
    const row = rows.toArray()[0];
    return row ? (JSON.parse(row.body) as Kinds[K]) : null;
  }

  /** The connected account that an object belongs to; null for the platform's own. */
  accountOf(id: string): string | null {
    return (
      this.sql.exec<{ account: string | null }>("select account from objects where id = ?", id).toArray()[0]
        ?.account ?? null
    );
  }

  /** All objects of a kind, oldest first. */
  all<K extends Kind>(kind: K): Kinds[K][] {
    return this.sql
      .exec<{ body: string }>("select body from objects where kind = ? order by seq", kind)
      .toArray()
      .map((row) => JSON.parse(row.body) as Kinds[K]);
  }

  /**
   * Inserts or updates an object. `openUntil` is the time of its next automatic change, in unix seconds;
   * `account` the connected account that it belongs to for good, null for the platform.
   */
  save<K extends Kind>(
    kind: K,
    object: Kinds[K],
    openUntil = "expires_at" in object && object.status === "open" ? object.expires_at : null,
    account: string | null = null,
  ): void {
    const paymentIntent =
      "payment_intent" in object && typeof object.payment_intent === "string" ? object.payment_intent : null;
    this.sql.exec(
      `insert into objects (id, kind, payment_intent, open_until, body, account) values (?, ?, ?, ?, ?, ?)
       on conflict (id) do update set payment_intent = excluded.payment_intent, open_until = excluded.open_until, body = excluded.body`,
      object.id,
      kind,
      paymentIntent,
      openUntil,
      JSON.stringify(object),
      account,
    );
  }

  /** Lists the objects of a kind that belong to a payment intent, newest first. */
  listByIntent<K extends Kind>(kind: K, paymentIntent: string): Kinds[K][] {
    return this.sql
      .exec<{ body: string }>(
        "select body from objects where payment_intent = ? and kind = ? order by seq desc",
        paymentIntent,
        kind,
      )
      .toArray()
      .map((row) => JSON.parse(row.body) as Kinds[K]);
  }

  /** Lists the objects of a kind whose automatic change is due, oldest first. */
  due<K extends Kind>(kind: K): Kinds[K][] {
    return this.sql
      .exec<{ body: string }>(
        "select body from objects where open_until <= ? and kind = ? order by open_until",
        this.now(),
        kind,
      )
      .toArray()
      .map((row) => JSON.parse(row.body) as Kinds[K]);
  }

  /**
   * The time of the next automatic change, in unix seconds of the stand-in's clock; null if there is none.
   */
  nextDue(): number | null {
    return this.sql
      .exec<{ at: number | null }>("select min(open_until) as at from objects where open_until is not null")
      .one().at;
  }

  /** The basket of a session. It is stored separately because Stripe's session object does not contain it. */
  basket(session: string): Basket {
    const { body } = this.sql
      .exec<{ body: string }>("select body from baskets where session = ?", session)
      .one();
    return JSON.parse(body) as Basket;
  }

  saveBasket(session: string, basket: Basket): void {
    this.sql.exec("insert into baskets (session, body) values (?, ?)", session, JSON.stringify(basket));
  }
}
