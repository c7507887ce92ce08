import { sql } from "drizzle-orm";
import * as links from "#app/auth/links.server.ts";
import type { Capabilities } from "#app/context.ts";
import { hmac } from "#app/lib/bytes.ts";
import { day } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { refused } from "#app/payments/stripe.server.ts";
import { firstDeadline, isReady, stateOf } from "#app/payouts/accounts/account.ts";
import { type AccountFacts, factsOf } from "#app/payouts/accounts/account-facts.ts";
import type { AccountRow } from "#app/payouts/accounts/accounts.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import * as openAccount from "#app/payouts/accounts/open-account.server.ts";
import * as payoutLinks from "#app/payouts/accounts/payout-links.server.ts";
import * as bankPayouts from "#app/payouts/bank/bank-payouts.server.ts";
import { readNewest } from "#app/payouts/bank/read-payout.server.ts";
import { type DecidedSchedule, decideSchedule, type PayoutInterval } from "#app/payouts/bank/schedule.ts";
import { setSchedule } from "#app/payouts/bank/set-schedule.server.ts";
import * as holds from "#app/payouts/holds/holds.server.ts";
import * as reminders from "#app/payouts/reminders/reminders.server.ts";
import { earningsDueAgain } from "#app/payouts/transfers-due.server.ts";
import { bankWait } from "#app/payouts/waiting.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;

/** What v2 leaves out of an account unless it is asked for. */
const include = ["configuration.recipient", "requirements", "future_requirements"] as const;

/**
 * How many times an account is read if it changes during a reading. The second reading begins after every
 * change whose reading overlapped with the first.
 */
const maxReadings = 2;

/**
 * Reads an account from Stripe and stores it, with the mails and the earnings that depend on it
 * (docs/specification.md#payout-accounts). Stripe reports one change with several events, so readings
 * overlap: the one that finds the row changed reads again, because what the other stored may be older. If it
 * changes again, the account is due in ten minutes.
 * @param account as it was read; `stripeId` is set
 * @throws Stripe's error
 */
export async function read(deps: Deps, account: AccountRow): Promise<void> {
  let current: AccountRow | null = account;
  for (let readings = 0; readings < maxReadings; readings++) {
    if (!current || (await readOnce(deps, current))) return;
    deps.log("info", "account read at the same time", { account: account.id });
    // So that the account is due even if the next reading fails.
    await accounts.checkSoon(deps.db, account.id, deps.clock.now());
    current = await accounts.find(deps.db, { id: account.id });
  }
}

/** @returns false if the row has changed since it was read, so that nothing was stored */
async function readOnce(deps: Deps, account: AccountRow): Promise<boolean> {
  const { db, stripe, clock, secret } = deps;
  const { stripeId } = account;
  if (stripeId === null || !account.open) return true;
  // A deleted account's bank facts are not fetched again.
  if (await accounts.isForgotten(db, account.userId)) return true;
  const said = await stripe.v2.core.accounts.retrieve(stripeId, { include: [...include] });
  if (said.closed) {
    // What was known of its bank account stays: a later one is not the first.
    await accounts.closed(db, account.id, clock.now());
    return true;
  }
  const banks = await stripe.accounts.listExternalAccounts(stripeId, { object: "bank_account", limit: 10 });
  const facts = factsOf(
    said,
    banks.data.flatMap((one) => (one.object === "bank_account" ? one : [])),
  );
  const fingerprint = facts.bank && (await hmac(secret, `bank:${facts.bank.fingerprint}`));
  const isFirst = account.bankSince === null && !(await accounts.hadBank(db, account.userId));
  const former = await links.findFormerAddresses(db, account.userId, clock.now());
  const [interval, hold, isUsed] = await Promise.all([
    bankPayouts.findInterval(db),
    holds.findOpen(db, account.userId),
    accounts.hasReceived(db, account),
  ]);
  const heldUntil = hold?.deniesBank ? hold.until : null;
  const followIn = isUsed ? await readNewest(deps, account) : null;
  const reading = { facts, fingerprint, isFirst, former, interval, heldUntil, followIn };
  return await store(deps, account, stripeId, reading);
}

/**
 * What was read. `heldUntil`: the end of a hold under which the owner denies the bank account, UTC ms.
 * `followIn`: when the money under way makes the account due again, in ms from now; null: it does not.
 */
type Reading = {
  facts: AccountFacts;
  fingerprint: string | null;
  isFirst: boolean;
  former: string[];
  interval: PayoutInterval;
  heldUntil: number | null;
  followIn: number | null;
};

/**
 * Stores a reading.
 * @returns false if the row has changed since it was read: this may be the older reading
 */
async function store(deps: Deps, before: AccountRow, stripeId: string, reading: Reading): Promise<boolean> {
  const { db, clock } = deps;
  // Later than before, so that of two readings in the same millisecond one breaks the guard.
  const at = Math.max(clock.now(), before.updatedAt + 1);
  const { bank, ...said } = reading.facts;
  const isNewBank = bank !== null && reading.fingerprint !== before.bankFingerprint;
  const after = {
    ...said,
    bankName: bank?.name ?? null,
    bankLast4: bank?.last4 ?? null,
    bankCurrency: bank?.currency ?? null,
    bankFingerprint: reading.fingerprint,
    bankErrored: bank?.errored ?? false,
    ...bankWaitAfter(before, reading, isNewBank, at),
    readAt: at,
  };
  const facts = { ...before, ...after, heldUntil: reading.heldUntil };
  const decided = decideSchedule(facts, reading.interval, at);
  const isConfirmed = before.schedule === decided.schedule;
  const checkAt = nextReading(before, facts, decided, reading.followIn, at);
  const becameReady = isReady({ ...before, ...after }) && !isReady(before);
  // A seller who is still on Stripe's pages sees there what is wanted.
  const isAsked = before.readAt !== null && before.requirements.length === 0 && after.requirements.length > 0;
  const hasBadBank = after.bankErrored && !before.bankErrored;
  // The other mails link to pages that need a sign-in.
  const isSuspended = (isAsked || hasBadBank) && (await accounts.isSuspended(db, before.userId));
  const mail = (kind: outbox.MailKind) => outbox.mail(db, kind, before.userId, before.id, at);
  try {
    await db.batch([
      guards.that(
        db,
        "account-unchanged",
        sql`(select updated_at from payout_accounts where id = ${before.id}) = ${before.updatedAt}`,
      ),
      accounts.changed(
        db,
        before.id,
        {
          ...after,
          scheduleWanted: decided.schedule,
          manualSince: decided.manualSince,
          ...(isConfirmed ? {} : { schedule: null, scheduleAt: null }),
          ...(isNewBank || (before.bankErrored && !after.bankErrored) ? { failedPayout: null } : {}),
          checkAt: isConfirmed ? checkAt : at + accounts.firstPause,
        },
        at,
      ),
      ...(becameReady && before.bankSince === null ? [mail("payouts_ready")] : []),
      ...(isAsked && !isSuspended ? [mail("payouts_asked")] : []),
      ...(isSuspended ? payoutLinks.mailed(db, before.userId, at) : []),
      ...(isNewBank
        ? [
            ...[null, ...reading.former].flatMap((address) =>
              links.notMeMailed(db, "payouts_bank", before.userId, address, at),
            ),
          ]
        : []),
      ...(becameReady || isNewBank ? [earningsDueAgain(db, before.userId, at)] : []),
      ...(becameReady ? [reminders.setupDone(db, before.userId)] : []),
      ...(deadline(before) !== deadline(after)
        ? [reminders.askedBy(db, before.userId, deadline(after), at)]
        : []),
    ]);
  } catch (error) {
    if (guards.broken(error) !== "account-unchanged") throw error;
    return false;
  }
  if (!isConfirmed)
    await setSchedule(deps, { id: before.id, stripeId, updatedAt: at }, decided.schedule, checkAt);
  return true;
}

/** When an account is read next. UTC ms; null: not before something happens. */
function nextReading(
  before: AccountRow,
  after: AccountRow,
  { until }: DecidedSchedule,
  followIn: number | null,
  at: number,
): number | null {
  const isDone = stateOf(after) === "ready";
  const planned = stateOf(before) === "ready" ? accounts.laterCheck(before, at) : null;
  const times = [
    isDone ? planned : at + accounts.pauseAfter(before, at),
    until,
    // Money that is under way is followed until it is paid, whether or not an event reports it.
    followIn === null ? null : at + followIn,
  ].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

const deadline = ({ requirements }: Pick<AccountRow, "requirements">) => firstDeadline(requirements);

/**
 * When the bank account's wait began, and whether it waits as the first one. A change never shortens what is
 * left of the first one's wait: while that is longer than the wait of a change, it continues. A bank account
 * that was removed in that time does not count as the first one.
 */
function bankWaitAfter(
  { bankSince, bankIsFirst }: AccountRow,
  { facts, isFirst }: Reading,
  isNewBank: boolean,
  at: number,
): Pick<AccountRow, "bankSince" | "bankIsFirst"> {
  const left = bankIsFirst && bankSince !== null ? bankSince + bankWait.first * day - at : 0;
  if (facts.bank === null)
    return { bankSince: null, bankIsFirst: bankIsFirst && (bankSince === null || left > 0) };
  if (!isNewBank || left > bankWait.changed * day) return { bankSince, bankIsFirst };
  return { bankSince: at, bankIsFirst: bankIsFirst && isFirst };
}

/**
 * Reads the account that an event names. What the event says about it is not trusted. If Stripe created an
 * account but its answer was lost, the account is found by its metadata.
 * @throws Stripe's error: the event is retried
 */
export async function readNamed(deps: Deps, stripeId: string): Promise<void> {
  const known = await accounts.find(deps.db, { stripeId });
  if (known) return await read(deps, known);
  const ours = await findByMetadata(deps, stripeId);
  if (!ours) {
    deps.log("info", "event of an unknown account", { account: stripeId });
    return;
  }
  await openAccount.created(deps, ours.id, stripeId);
  const created = await accounts.find(deps.db, { stripeId });
  if (created) await read(deps, created);
}

/** Our row of an account whose creation Stripe never answered. */
async function findByMetadata({ db, stripe }: Deps, stripeId: string): Promise<AccountRow | null> {
  try {
    const { metadata } = await stripe.v2.core.accounts.retrieve(stripeId);
    const account = metadata?.call ? await accounts.find(db, { id: metadata.call }) : null;
    return account?.stripeId === null && account.open ? account : null;
  } catch (error) {
    // Not an account of this platform.
    if (refused(error)) return null;
    throw error;
  }
}
