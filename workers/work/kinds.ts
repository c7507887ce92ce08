import { uncounted } from "#app/admin/figures/counting.server.ts";
import { overdueAlarm } from "#app/admin/health/overdue.server.ts";
import { stuckMail } from "#app/admin/health/stuck-mail.server.ts";
import { dueAnnouncements } from "#app/announcements/announcements.server.ts";
import { duePopular } from "#app/assistant/popular.server.ts";
import { bareHashes } from "#app/auth/credit-holders.server.ts";
import { dueEndings } from "#app/auth/second-factor/factor-endings.server.ts";
import { dueDigests } from "#app/conversations/digests.server.ts";
import {
  waitingAnnouncementMails,
  waitingMails,
  waitingVisitorMails,
} from "#app/emails/send-emails.server.ts";
import { forgotten } from "#app/files/forgotten-files.server.ts";
import { waitingPictures } from "#app/gigs/pictures.server.ts";
import { dueNews } from "#app/gigs/saved/saved-news.server.ts";
import type { Work } from "#app/lib/work.ts";
import { dueOffers } from "#app/offers/expiring.server.ts";
import { dueOrders } from "#app/offers/reopened.server.ts";
import { dueReminders } from "#app/orders/reminders.server.ts";
import { balanceList } from "#app/payments/balance/balance-entries.server.ts";
import { openSessions } from "#app/payments/checkout-sessions.server.ts";
import { missingEvents } from "#app/payments/event-list.server.ts";
import { stripeLists } from "#app/payments/reconciliation.server.ts";
import { unsettledRefunds } from "#app/payments/refunds/refunds.server.ts";
import { waitingEvents } from "#app/payments/webhook-events.server.ts";
import { dueAccounts, onAccountEvent } from "#app/payouts/account-work.server.ts";
import { dueHolds } from "#app/payouts/holds/hold-decisions.server.ts";
import { dueReminders as duePayoutReminders } from "#app/payouts/reminders/reminders.server.ts";
import { dueYearStatements } from "#app/payouts/statements/year-mails.server.ts";
import { unsettledTransfers } from "#app/payouts/transfers/send.server.ts";
import { dueEarnings } from "#app/payouts/transfers/settle.server.ts";
import { dueReturns } from "#app/sellers/away/away.server.ts";
import { dueFeeReminders } from "#app/sellers/fee-reminders.server.ts";
import { dueLevels } from "#app/sellers/levels.server.ts";
import { unusedUploads } from "#app/uploads/uploads.server.ts";
import type { System } from "#workers/context.ts";
import { cleanup } from "./cleanup.ts";
import { orphanFiles } from "./orphan-files.server.ts";

/** A kind of scheduled work. */
export type Kind = Work<System> & {
  /** The maximum number of statements that one unit runs. Ten units share the budget of one invocation. */
  queries: number;
  /** How many units one run of the sweep does if there is no queue. */
  inSweep: number;
  /** How many units are queued at once. More are found when these are done. */
  onQueue: number;
};

const usual = { inSweep: 50, onQueue: 500 };

/**
 * All kinds, most important first: without a queue, the last ones wait if there is too much to do in a
 * minute.
 */
export const kinds = {
  refunds: { ...unsettledRefunds, ...usual, queries: 20 },
  // Before the webhooks, because what it stores is processed as one of them.
  events: { ...missingEvents, ...usual, queries: 15 },
  webhooks: { ...waitingEvents(onAccountEvent), ...usual, queries: 41 },
  // After the refunds, which are owed first.
  transfers: { ...unsettledTransfers, ...usual, queries: 20 },
  // Before the earnings that they have held.
  holds: { ...dueHolds, ...usual, queries: 10 },
  earnings: { ...dueEarnings, ...usual, queries: 41 },
  checkouts: { ...openSessions, ...usual, queries: 30 },
  // An unpaid order is cancelled only after Stripe has closed its card page.
  deadlines: { ...dueOrders, ...usual, queries: 40 },
  offers: { ...dueOffers, ...usual, queries: 6 },
  reminders: { ...dueReminders, ...usual, queries: 10 },
  "factor-endings": { ...dueEndings, ...usual, queries: 10 },
  returns: { ...dueReturns, ...usual, queries: 10 },
  fees: { ...dueFeeReminders, ...usual, queries: 5 },
  accounts: { ...dueAccounts, inSweep: 20, onQueue: 20, queries: 41 },
  "payout-reminders": { ...duePayoutReminders, ...usual, queries: 8 },
  "year-statements": { ...dueYearStatements, ...usual, queries: 5 },
  "saved-news": { ...dueNews, ...usual, queries: 7 },
  digests: { ...dueDigests, ...usual, queries: 5 },
  mails: { ...waitingMails, ...usual, queries: 15 },
  "visitor-mails": { ...waitingVisitorMails, ...usual, queries: 10 },
  reconciliation: { ...stripeLists, ...usual, queries: 130 },
  // After the reconciliation, which books what its entries are compared with.
  balance: { ...balanceList, ...usual, queries: 16 },
  levels: { ...dueLevels, ...usual, onQueue: 200, queries: 6 },
  popular: { ...duePopular, ...usual, queries: 10 },
  cleanup: { ...cleanup, ...usual, queries: 10 },
  forgotten: { ...forgotten, ...usual, queries: 5 },
  uploads: { ...unusedUploads, ...usual, queries: 5 },
  orphans: { ...orphanFiles, ...usual, queries: 5 },
  addresses: { ...bareHashes, ...usual, queries: 5 },
  // After everything that could still be done in time.
  alarm: { ...overdueAlarm, ...usual, queries: 5 },
  // After the alarm, which says what is most urgent.
  stuck: { ...stuckMail, ...usual, queries: 5 },
  // One after the other, even on the queue: if several ran together, all but one would do nothing.
  figures: { ...uncounted, inSweep: 10, onQueue: 1, queries: 10 },
  announcements: { ...dueAnnouncements, inSweep: 1, onQueue: 1, queries: 6 },
  // After all other emails, which it must not delay.
  "announcement-mails": { ...waitingAnnouncementMails, ...usual, queries: 15 },
  // Last, because it takes seconds and no one is waiting for it.
  pictures: { ...waitingPictures, queries: 5, inSweep: 3, onQueue: 30 },
} satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];
