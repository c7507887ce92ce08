import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { day } from "#app/lib/dates.ts";
import { clearDays, clearsAt } from "#app/payouts/clearing.ts";
import { migrationFiles, statementsOf } from "#drizzle/seed/migrations.ts";

const done = Date.UTC(2026, 9, 1, 12);

type Earlier = {
  firstDeliveredAt?: number;
  refundDays?: number;
  wasTopRated?: boolean;
  /** Kinds of events after the completion, each with its day. */
  events?: [string, number][];
  heldUntil?: number;
  netCents?: number;
};

/** Orders that were completed before the migration, each of a different seller. */
const earlier: Record<string, Earlier> = {
  "never delivered": {},
  delivered: { firstDeliveredAt: done - 9 * day, refundDays: 30 },
  "Top Rated": { wasTopRated: true, firstDeliveredAt: done - 9 * day },
  "request withdrawn soon": {
    events: [
      ["refund_requested", 2],
      ["refund_withdrawn", 3],
    ],
    heldUntil: done + 3 * day,
  },
  "request declined late": {
    events: [
      ["refund_requested", 2],
      ["refund_answered", 3],
      ["refund_declined", 40],
    ],
    heldUntil: done + 40 * day,
  },
  "dispute won": {
    events: [
      ["disputed", 20],
      ["dispute_won", 50],
    ],
    heldUntil: done + 50 * day,
  },
  "dispute lost": {
    events: [
      ["disputed", 20],
      ["dispute_lost", 30],
    ],
    heldUntil: done + 30 * day,
    netCents: 0,
  },
  "events that end no hold": {
    events: [
      ["refunded", 60],
      ["disputed", 70],
    ],
  },
};

function migrated(): DatabaseSync {
  const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  const files = migrationFiles();
  const apply = (names: typeof files) => {
    for (const { name } of names) for (const statement of statementsOf(name)) db.exec(statement);
  };
  const [before, since] = [
    files.filter(({ name }) => name < "0043"),
    files.filter(({ name }) => name >= "0043"),
  ];
  apply(before);
  // A trigger counts orders by gig.
  db.exec(
    "INSERT INTO gigs (id, slug, title, description, price_cents, delivery_time, revisions, features, faqs, questions, seller_id, category_id, listed, created_at, updated_at) VALUES ('g', 'g', 'A bowl', '', 8000, 3, 1, '[]', '[]', '[]', 's', 'c', 0, 1, 1)",
  );
  const add = (
    id: string,
    { firstDeliveredAt, refundDays, wasTopRated, events, netCents }: Earlier,
    completedAt: number | null,
  ) => {
    db.prepare(
      "INSERT INTO profiles (id, username, full_name, seller_level, created_at) VALUES (?, ?, 'Bob', ?, 1)",
    ).run(`seller of ${id}`, id.toLowerCase(), wasTopRated ? "Top Rated" : "Level 2");
    db.prepare(
      `INSERT INTO orders (id, gig_id, seller_id, buyer_id, status, payment_status, stage, hold, price_cents, fee_cents, title, package_id,
        package_title, delivery_days, revisions, questions, requirements, refund_days, first_delivered_at, completed_at, form_token, version, created_at, updated_at)
        VALUES (?, 'g', ?, 'b', ?, 'paid', 'closed', 'none', 8000, 0, 'A bowl', 'starter', 'Basic', 3, 1, '[]', '', ?, ?, ?, ?, 9, 1, 1)`,
    ).run(
      id,
      `seller of ${id}`,
      completedAt ? "completed" : "cancelled",
      refundDays ?? 14,
      firstDeliveredAt ?? null,
      completedAt,
      id,
    );
    const event = db.prepare("INSERT INTO order_events (order_id, seq, kind, at) VALUES (?, ?, ?, ?)");
    const all: [string, number][] = [
      ["refund_requested", -3],
      ["refund_withdrawn", -2],
      ["completed", 0],
      ...(events ?? []),
    ];
    for (const [i, [kind, days]] of all.entries()) event.run(id, i + 1, kind, done + days * day);
    const book = db.prepare(
      `INSERT INTO ledger ("transaction", account, order_id, user_id, amount_cents, at) VALUES (?, 'seller_payable', ?, ?, ?, 1)`,
    );
    book.run(`payment:${id}`, id, `seller of ${id}`, -8000);
    if (netCents === 0) book.run(`return:${id}:1`, id, `seller of ${id}`, 8000);
  };
  for (const [id, order] of Object.entries(earlier)) add(id, order, done);
  add("cancelled", {}, null);
  apply(since);
  return db;
}

test("Orders that are completed already get a row by the same rule, and are due unless nothing is left", () => {
  const db = migrated();
  const rows = db.prepare("SELECT * FROM earnings").all();
  const expected = Object.entries(earlier).map(([id, order]) => {
    const { netCents, events, ...rest } = order;
    const at = clearsAt(
      {
        firstDeliveredAt: null,
        refundDays: 14,
        wasTopRated: false,
        heldUntil: null,
        ...rest,
        completedAt: done,
      },
      clearDays,
    );
    return {
      order_id: id,
      seller_id: `seller of ${id}`,
      completed_at: done,
      clears_at: at,
      due_at: netCents === 0 ? null : at,
      refusal: null,
      cleared_at: netCents === 0 ? at : null,
      owed_since: null,
    };
  });
  expect(rows).toHaveLength(expected.length);
  expect(rows).toEqual(expect.arrayContaining(expected));
});
