import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { day, hour, sweep } from "../../support/clock.ts";
import { person } from "../../support/factories.ts";
import { db } from "../../support/visitor.ts";

const { id: user, email } = await person(db);
const now = Date.now();

const insert = async (sql: string, ...rows: unknown[][]) => {
  for (const row of rows)
    await env.DB.prepare(sql)
      .bind(...row)
      .run();
};
const idsOf = async (table: string, column = "id") =>
  (await env.DB.prepare(`select ${column} as id from ${table} order by 1`).all<{ id: string }>()).results.map(
    ({ id }) => id,
  );

test("Rows that are no longer needed are deleted once their time is over, and not before", async () => {
  await insert(
    `insert into sessions (id, user_id, aal, owes_factor, device, created_at, seen_at, expires_at, ended_at) values (?, '${user}', 'aal1', 0, '', 1, 1, ?, ?)`,
    ["lives", now + day, null],
    ["expired lately", now - 29 * day, null],
    ["expired", now - 31 * day, null],
    ["ended lately", now + day, now - 29 * day],
    ["ended", now + day, now - 31 * day],
  );
  await insert(
    `insert into factors (id, user_id, factor_type, status, friendly_name, secret, created_at) values (?, '${user}', 'totp', 'verified', '', 's', 1)`,
    ["factor"],
  );
  await insert(
    "insert into factor_challenges (id, factor_id, session_id, created_at, expires_at) values (?, 'factor', ?, 1, 1)",
    ["old", "ended"],
    ["new", "ended lately"],
  );
  await insert(
    `insert into account_links (id, kind, user_id, email, created_at, expires_at) values (?, 'reset', '${user}', ?, 1, ?)`,
    ["unused", "a@b.example", now - 31 * day],
    ["used", "a@b.example", now - 31 * day],
    ["expired", "a@b.example", now - 29 * day],
  );
  await insert(
    `insert into account_events (user_id, kind, link_id, at) values ('${user}', 'deleted', ?, 1)`,
    ["used"],
  );
  await insert(
    `insert into outbox (id, kind, user_id, created_at, sent_at, attempts, due_at) values (?, 'receipt', '${user}', ?, ?, 9, ?)`,
    ["sent", 1, now - 181 * day, 1],
    ["sent lately", 1, now - 179 * day, 1],
    ["given up", now - 181 * day, null, 9_999_999_999_999],
    ["given up lately", now - 179 * day, null, 9_999_999_999_999],
  );
  await insert(
    "insert into webhook_events (id, type, payload, received_at, processed_at, attempts, due_at) values (?, ?, '', 1, ?, 1, ?)",
    ["other", "customer.created", now - 61 * day, 1],
    ["other lately", "customer.created", now - 59 * day, 1],
    ["money", "charge.refunded", now - 61 * day, 1],
    ["session", "checkout.session.completed", now - 399 * day, 1],
    ["money, old", "refund.updated", now - 401 * day, 1],
    ["never processed", "customer.created", null, now + day],
  );
  await insert(
    "insert into webhook_rejections (hour, reason, count) values (?, 'stale', 1)",
    [now - 61 * day],
    [now - 59 * day],
  );
  await insert(
    "insert into mail_events (id, type, at) values (?, 'email.bounced', ?)",
    ["old", now - 61 * day],
    ["new", now - 59 * day],
  );
  await insert(
    "insert into bad_addresses (address, kind, detail, at) values (?, 'bounced', '', ?)",
    ["gone@example.test", now - 181 * day],
    ["gone-lately@example.test", now - 179 * day],
    [email, now - 181 * day],
  );
  await insert(
    "insert into dead_letters (body, reason, at) values (?, 'failed', ?)",
    ["old", now - 31 * day],
    ["new", now - 29 * day],
  );
  await insert(
    "insert into limits (key, count, resets_at) values (?, 1, ?)",
    ["over", now - 1],
    ["runs", now + hour],
  );
  await insert(
    `insert into former_usernames (username, user_id, until) values (?, '${user}', ?)`,
    ["free again", now - 1],
    ["reserved", now + day],
    ["free again, too", now - day],
  );
  await sweep();
  expect(await idsOf("former_usernames", "username")).toEqual(["reserved"]);
  expect(await idsOf("sessions")).toEqual(["ended lately", "expired lately", "lives"]);
  expect(await idsOf("factor_challenges")).toEqual(["new"]);
  expect(await idsOf("account_links", "id || ' ' || email")).toEqual(["expired a@b.example", "used "]);
  expect(await idsOf("outbox")).toEqual(["given up lately", "sent lately"]);
  expect(await idsOf("webhook_events")).toEqual(["money", "never processed", "other lately", "session"]);
  expect(await idsOf("webhook_rejections", "hour")).toHaveLength(1);
  expect(await idsOf("mail_events")).toEqual(["new"]);
  expect(await idsOf("bad_addresses", "address")).toEqual(["gone-lately@example.test", email].toSorted());
  expect(await idsOf("dead_letters", "body")).toEqual(["new"]);
  expect(await idsOf("limits", "key")).toEqual(["runs"]);
  expect(await sweep()).toMatchObject({ cleanup: 0 });
});

test("One run deletes at most 500 rows of a table; the next ones delete the rest", async () => {
  await env.DB.prepare(
    `insert into limits (key, count, resets_at)
     with recursive k(i) as (select 1 union all select i + 1 from k where i < 700) select 'many ' || i, 1, 1 from k`,
  ).run();
  await sweep();
  expect(await idsOf("limits", "key")).toHaveLength(1 + 200);
  await sweep();
  expect(await idsOf("limits", "key")).toEqual(["runs"]);
});

test("A mail that fails is given up 48 hours after it was written, and Health still shows it", async () => {
  const write = (id: string, age: number) =>
    insert(
      `insert into outbox (id, kind, user_id, created_at, attempts, due_at) values (?, 'no such kind', '${user}', ?, 3, 1)`,
      [id, now - age],
    );
  await insert("insert into mail_kinds (name) values (?)", ["no such kind"]);
  await write("young", 47 * hour);
  await write("old", 49 * hour);
  await sweep();
  const { results } = await env.DB.prepare(
    "select id, due_at > ? as never, attempts from outbox where id in ('young', 'old') order by id",
  )
    .bind(now + 365 * day)
    .all();
  expect(results).toEqual([
    { id: "old", never: 1, attempts: 4 },
    { id: "young", never: 0, attempts: 4 },
  ]);
});
