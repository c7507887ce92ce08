import { day, hour, minute } from "#app/lib/dates.ts";

/** Makes a statement from `n`, a table of numbers `i` from 1. */
type Statement = (n: string) => string;

const words = {
  first: ["Ada", "Bo", "Chidi", "Dora", "Emil", "Fatima", "Grace", "Hiro", "Ines", "Jonas", "Kofi"],
  last: ["Abara", "Berg", "Costa", "Dahl", "Eze", "Fischer", "García", "Haddad", "Ito", "Jansen", "Kaya"],
};

const oneOf = (names: string[], by: string) =>
  `case (${by}) % ${names.length} ${names.map((name, i) => `when ${i} then '${name}'`).join(" ")} end`;

/** A lookup table's value by number. */
const nth = (table: string, by: string) =>
  `json_extract((select json_group_array(name) from ${table}), '$[' || ((${by}) % (select count(*) from ${table})) || ']')`;

/**
 * The rows that no demo market has. `crowd`: the rows of each added user. `stuck`: everything that waits for
 * an operator and everything that operators have done, each with the number of added users that have it.
 * `offMarket`: gigs and drafts that no visitor sees.
 * @param before the highest number of an existing user
 * @param at UTC ms
 */
export function problems(
  before: number,
  at: number,
): { crowd: Statement[]; stuck: [number, Statement][]; offMarket: [number, Statement][] } {
  const user = "made_id(1, i)";
  const admin = "(select id from users where email = 'admin@handiwork.test')";
  const buyer = "(select id from users where email = 'buyer@handiwork.test')";
  const ago = (ms: number) => `${at} - i * ${ms}`;
  const added = ago(30_000);
  const crowd: Statement[] = [
    // Every 15,000th is an operator, so that their list has a second page.
    (n) => `insert into users (number, id, email, email_verified_at, role, suspended_at, created_at)
      select ${before} + i, ${user}, 'person' || i || '@mail.example', ${added}, iif(i % 15000 = 7, 'operator', 'user'), iif(i % 500 = 3, ${added}, null), ${added} from ${n}`,
    (n) => `insert into profiles (id, username, full_name, created_at)
      select ${user}, 'person_' || i, ${oneOf(words.first, "i")} || ' ' || ${oneOf(words.last, "i / 11")}, ${added} from ${n}`,
    (n) => `insert into admin_notifications (id, type, user_id, user_name, message, details, created_at)
      select made_id(2, i), 'signup', ${user}, 'Person ' || i, 'New user', json_object('email', 'person' || i || '@mail.example', 'authProvider', 'email', 'timestamp', '2026-01-01T00:00:00.000Z'), ${added} from ${n}`,
    // Some were given up, and some are being retried.
    (n) => `insert into outbox (id, kind, user_id, created_at, sent_at, attempts, due_at, error)
      select made_id(3, i), 'verify', ${user}, ${added}, iif(i % 700 in (1, 2), null, ${added}), iif(i % 700 in (1, 2), 8, 0), iif(i % 700 = 1, 9999999999999, ${added}), iif(i % 700 in (1, 2), 'The provider answered 503', null) from ${n}`,
    (n) => `insert into account_events (user_id, kind, at)
      select ${user}, iif(i % 2000 = 5, 'codes_refused', 'verified'), iif(i % 2000 = 5, ${at} - i % 1000 * ${minute}, ${added}) from ${n}`,
    (n) => `insert into sessions (id, user_id, aal, owes_factor, device, created_at, seen_at, expires_at)
      select made_id(4, i), iif(i % 2000 = 0, ${buyer}, ${user}), 'aal1', 0, 'Mozilla/5.0', ${added}, ${added}, ${at} + ${day} from ${n} where i % 10 = 0`,
    (n) => `insert into limits (key, count, resets_at)
      select iif(i % 1000 = 0, 'gallery' || i || ':day:account:' || account_hash(${buyer}), 'sign-in:account:' || account_hash(${user})), 9, ${at} + ${hour} from ${n} where i % 10 = 0`,
    // Unpaid, to be vetted, vetted, refused.
    (
      n,
    ) => `insert into sellers (id, user_id, status, payment_status, price_cents, applied_at, activated_at, activated_by, vetted_at, version, created_at, updated_at)
      select made_id(5, i), ${user}, ${oneOf(["applied", "active", "active", "suspended"], "i / 50")}, iif(i / 50 % 4 = 0, 'pending', 'paid'), 5000, ${added},
        iif(i / 50 % 4 = 0, null, ${added}), iif(i / 50 % 4 = 0, null, 'fee'), iif(i / 50 % 4 = 2, ${added}, null), 1, ${added}, ${added} from ${n} where i % 50 = 0`,
    (n) => `insert into seller_events (seller_id, seq, kind, actor_id, at)
      select made_id(5, i), 1, 'applied', ${user}, ${added} from ${n} where i % 50 = 0`,
    (
      n,
    ) => `insert into payments (id, checkout_session_id, payment_intent_id, registration_id, amount_cents, currency, outcome, at)
      select made_id(6, i), 'cs_fee_' || i, 'pi_fee_' || i, made_id(5, i), 5000, 'usd', iif(i % 10000 = 50, 'mismatch', 'applied'), ${added} from ${n} where i % 50 = 0 and i / 50 % 4 <> 0`,
    // A person, or the one visitor who asks all the time.
    (
      n,
    ) => `insert into tickets (id, user_id, name, email, topic, state, assignee_id, version, created_at, updated_at, waiting_since, closed_at)
      select made_id(7, i), iif(i % 100 = 0, null, iif(i % 75 = 0, ${buyer}, ${user})), iif(i % 100 = 0, 'A visitor', null), iif(i % 100 = 0, 'visitor@mail.example', null), ${nth("ticket_topics", "i / 25")},
        ${oneOf(["closed", "closed", "open", "answered"], "i / 25")}, iif(i % 150 = 0, ${admin}, null), 1, ${added}, ${added}, iif(i / 25 % 4 = 2, ${added}, null), iif(i / 25 % 4 < 2, ${added}, null) from ${n} where i % 25 = 0`,
    (n) => `insert into ticket_entries (ticket_id, seq, kind, text, at)
      select made_id(7, i), 1, 'question', 'Where is my order?', ${added} from ${n} where i % 25 = 0`,
    (
      n,
    ) => `insert into statements (id, kind, subject_id, user_id, rule, happened, found_by, operator_id, mail_id, at)
      select made_id(8, i), 'warning', iif(i % 500 = 0, ${buyer}, ${user}), iif(i % 500 = 0, ${buyer}, ${user}), 'outside', 'You asked to be paid elsewhere.', 'report', ${admin}, made_id(9, i), ${added} from ${n} where i % 50 = 0`,
  ];
  const stuck: [number, Statement][] = [
    // About orders, of the demo market's people as well.
    [
      300_000,
      (n) => `insert into audit_log (operator_id, action, subject_id, reason, cents, before, after, at)
        select iif(i % 2 = 0, ${admin}, made_id(1, i % 9 * 15000 + 7)), ${nth("audit_actions", "i")}, iif(i % 50 = 0, ${buyer}, iif(i % 3 = 0, o.id, ${user})), 'They asked for it by email.', iif(i % 7 = 0, i, null), iif(i % 11 = 0, 'yes', null), iif(i % 11 = 0, 'no', null), ${ago(minute)}
        from ${n} join orders o on o.number = 1 + i % (select max(number) from orders)`,
    ],
    ...held(at),
    [
      60,
      (n) => `insert into mismatches (id, order_id, note, at, resolved_at)
        select 'ch_' || i, o.id, 'The amount differs', ${ago(minute)}, iif(i % 5 = 0, ${at}, null) from ${n} join orders o on o.number = i * 497`,
    ],
    [
      60,
      (n) => `update payments set outcome = 'mismatch', note = 'The amount differs'
        where order_id is not null and number in (select i * 491 from ${n})`,
    ],
    [
      2000,
      (n) => `insert into disputes (id, order_id, amount_cents, state, at)
        select 'du_' || i, o.id, 1000, 'open', ${ago(minute)} from ${n} join orders o on o.number = i * 19`,
    ],
    [
      10_000,
      (
        n,
      ) => `insert into money_calls (id, kind, order_id, attempt, params, state, stripe_id, open, error, at, updated_at)
        select made_id(10, i), 'refund', o.id, 1, json_object('payment_intent', 'pi_' || i, 'amount', 1000), iif(i % 10 = 0, 'failed', 'confirmed'), 're_' || i, 0, iif(i % 10 = 0, 'The card is closed', null), ${ago(minute)}, ${ago(minute)}
        from ${n} join orders o on o.number = i * 3`,
    ],
    [
      3000,
      (
        n,
      ) => `update earnings set refusal = iif(rowid % 2, 'balance_insufficient', 'account_closed'), due_at = ${at}, clears_at = ${at - 10 * day} - rowid, owed_since = iif(rowid % 3, ${at - 90 * day} - rowid, null)
        where rowid in (select i * 11 from ${n})`,
    ],
    [
      10_000,
      (
        n,
      ) => `insert into payout_accounts (id, user_id, country, stripe_id, open, transfers, payouts, bank_name, bank_last4, bank_fingerprint, bank_since, bank_shared_since, failed_payout, created_at, updated_at)
        select made_id(11, i), ${user}, 'DE', 'acct_' || i, 1, iif(i % 2, 'active', 'restricted'), 'active', 'A bank', '1234', 'bank' || (i / 2), ${ago(minute)}, iif(i % 3 = 0, ${ago(minute)}, null), 'po_' || i, ${at}, ${at} from ${n}`,
    ],
    [
      10_000,
      (
        n,
      ) => `insert into bank_payouts (id, account_id, user_id, amount, currency, state, failure_code, arrives_at, created_at, failed_at, read_at)
        select 'po_' || i, made_id(11, i), ${user}, 1000, 'eur', 'failed', 'account_closed', ${at}, ${ago(minute)}, ${ago(minute)}, ${at} from ${n}`,
    ],
    [
      2000,
      (n) => `insert into payout_holds (id, user_id, kind, reason, placed_by, at, until)
        select made_id(12, i), ${user}, 'operator', 'Their buyers complain.', ${admin}, ${ago(minute)}, ${at} + i * ${hour} from ${n}`,
    ],
    [
      2000,
      (
        n,
      ) => `insert into proposals (id, kind, subject_id, action, cents, input, reason, operator_id, at, expires_at, state)
        select made_id(13, i), 'order', o.id, 'refund', 5000, '{"cents":5000}', 'They asked for it.', iif(i % 2, ${admin}, ${user}), ${ago(minute)}, ${at} + ${day}, iif(i % 4 = 0, 'declined', 'open')
        from ${n} join orders o on o.number = i * 23`,
    ],
    // Users, gigs and reviews. Every tenth is one more report of the same gig.
    [
      30_000,
      (
        n,
      ) => `insert into reports (kind, subject_id, reporter_id, reason, note, at, owner_id, opens, resolved_at, outcome)
        select iif(i % 3 = 0 or i % 10 = 0, 'gig', iif(i % 3 = 1, 'user', 'review')), iif(i % 3 = 0 or i % 10 = 0, g.id, iif(i % 3 = 1, made_id(1, i + 1), (select id from reviews where number = i))), iif(i % 150 = 1, ${buyer}, ${user}), 'spam', 'Look at this', ${ago(minute)},
          g.seller_id, i % 10 > 0, iif(i % 4 = 0, ${ago(minute)}, null), iif(i % 4 = 0, 'left', null)
        from ${n} join gigs g on g.number = iif(i % 10 = 0, 1, 1 + i % (select max(number) from gigs)) where i % 3 <> 2 or i % 10 = 0 or exists (select 1 from reviews where number = i)`,
    ],
    [
      50_000,
      (
        n,
      ) => `insert into webhook_events (id, type, payload, received_at, processed_at, attempts, due_at, error, about)
        select 'evt_' || i, 'charge.succeeded', '{}', ${ago(minute)}, iif(i % 50 = 0, null, ${at}), 1, ${at}, iif(i % 50 = 0, 'It failed', null), 'pi_' || i from ${n}`,
    ],
    [
      100,
      (n) => `insert into webhook_rejections (hour, reason, count)
        select ${at - (at % hour)} - i % 20 * ${hour}, 'reason ' || i, 500 from ${n}`,
    ],
    [
      1000,
      (n) => `insert into dead_letters (body, reason, at) select '{}', 'failed', ${ago(minute)} from ${n}`,
    ],
    // None is being sent: the scheduled work would write emails.
    [
      60,
      (
        n,
      ) => `insert into announcements (id, kind, subject, text, effective_at, state, version, operator_id, created_at, started_at, ended_at, last_number, done_number, written)
        select made_id(15, i), ${oneOf(["news", "terms", "privacy"], "i")}, 'Change ' || i, 'What changes, and why.', ${at + 40 * day}, iif(i % 5 = 0, 'stopped', 'done'), 2, ${admin}, ${ago(day)}, ${ago(day)}, iif(i % 5 = 0, null, ${ago(day)}), ${before}, ${before}, ${before} from ${n}`,
    ],
    [30, (n) => `insert into client_errors (day, count) select ${at - (at % day)} - i * ${day}, 7 from ${n}`],
    [
      2000,
      (n) =>
        `insert into pictures (key, stored_at, attempts) select 'given-up-' || i, ${ago(minute)}, 5 from ${n}`,
    ],
    [
      2000,
      (n) =>
        `insert into forgotten_files (prefix, due_at, attempts) select 'gone' || i || '/', ${ago(minute)}, 9 from ${n}`,
    ],
  ];
  const offMarket: [number, Statement][] = [
    [
      2000,
      (
        n,
      ) => `update gigs set listed = 0, state = ${oneOf(["paused", "denied", "suspended"], "number / 3")}, denial = iif(number / 3 % 3 = 1, 'It is not a service.', null)
        where number in (select i * 3 from ${n}) or number in (select i * 7 from ${n})`,
    ],
    [
      1000,
      (n) => `insert into denied_changes (gig_id, denied, since)
        select g.id, '{"typed":{},"pictures":[]}', ${ago(minute)} from ${n} join gigs g on g.number = i * 3 where g.state = 'denied' and i % 9 = 1`,
    ],
    [
      3000,
      (n) => `insert into gig_drafts (id, seller_id, steps, version, created_at, updated_at)
        select made_id(14, i), ${user}, json_object('overview', json_object('version', 1, 'typed', json_object('title', 'A logo, number ' || i))), 1, ${ago(minute)}, ${ago(minute)} from ${n}`,
    ],
  ];
  return { crowd, stuck, offMarket };
}

/** Orders with each problem that the console lists, all with people of the demo market. @param at UTC ms */
function held(at: number): [number, Statement][] {
  const set = (values: string, step: number): [number, Statement] => [
    300,
    (n) => `update orders set ${values} where number in (select i * ${step} from ${n})`,
  ];
  const open = "status = 'in progress', payment_status = 'paid'";
  return [
    set(`${open}, stage = 'working', delivery_date = ${at} - number * 1000`, 307),
    set(`${open}, stage = 'ready', paid_at = ${at - 5 * day} - number * 1000`, 311),
    set(`${open}, stage = 'working', hold = 'cancellation', held_since = ${at} - number * 1000`, 313),
    set(`${open}, stage = 'delivered', hold = 'refund', held_since = ${at} - number * 1000`, 317),
    set(`${open}, stage = 'delivered', hold = 'dispute', held_since = ${at} - number * 1000`, 331),
    set(`deadline_at = ${at - 2 * day} - number * 1000`, 293),
  ];
}
