import { and, eq, sql } from "drizzle-orm";
import * as announcements from "#app/announcements/announcements.server.ts";
import * as links from "#app/auth/links.server.ts";
import * as recoveryCodes from "#app/auth/second-factor/recovery-codes.server.ts";
import { brand } from "#app/brand.ts";
import type { VisitorMail } from "#app/contact/visitor-mails.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { conversationPath } from "#app/conversations/conversation.ts";
import { findUnread } from "#app/conversations/digests.server.ts";
import type {
  MailData,
  MailLink,
  MailOrder,
  MailPayoutHold,
  MailRegistration,
  MailService,
  OperatorMailData,
} from "#app/emails/mail-data.ts";
import { findMailOffer } from "#app/emails/mail-offer.server.ts";
import { findMailTicket } from "#app/emails/mail-ticket.server.ts";
import { namesInMail } from "#app/emails/order-mail.ts";
import { isPausedAway } from "#app/gigs/gig-transitions.server.ts";
import * as savedNews from "#app/gigs/saved/saved-news.server.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { isLate, isReminderTrue, type ReminderKind } from "#app/orders/clocks.ts";
import * as orderDetails from "#app/orders/order-details.server.ts";
import { receiptOf, refundsOf } from "#app/orders/receipt/receipt.ts";
import * as badAddresses from "#app/outbox/bad-addresses.server.ts";
import type { MailKind, WaitingMail } from "#app/outbox/outbox.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as payoutAccounts from "#app/payouts/accounts/accounts.server.ts";
import * as bankPayouts from "#app/payouts/bank/bank-payouts.server.ts";
import * as payoutHolds from "#app/payouts/holds/holds.server.ts";
import { findMailYear } from "#app/payouts/statements/year-mails.server.ts";
import { findMoved } from "#app/payouts/transfers/money-mails.server.ts";
import { givenName, nameInSentence } from "#app/profiles/name-in-sentence.ts";
import { isTurnOf } from "#app/profiles/turn.server.ts";
import * as reports from "#app/reports/reports.server.ts";
import * as feeReceipts from "#app/sellers/fee-receipts.server.ts";
import { levels } from "#app/sellers/level.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import * as statements from "#app/statements/statements.server.ts";
import {
  adminNotifications,
  auditLog,
  disputes,
  earnings,
  gigs,
  profiles,
  stuckDays,
  users,
} from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "origin" | "secret" | "clock">;

/** What the subject of an email is, for the kinds whose subject is not an order. */
const kindsAbout = {
  /** A link of `account_links`. */
  link: [
    "verify",
    "reset",
    "change_email",
    "email_changed",
    "email_restored",
    "factor_added",
    "password_changed",
    "unlock",
    "payouts_bank",
    "payouts_link",
  ],
  offer: ["offer_sent", "offer_withdrawn", "offer_declined", "offer_expired"],
  /** A seller's registration. */
  registration: [
    "fee_reminder",
    "fee_failed",
    "fee_payment_returned",
    "fee_receipt",
    "fee_returned",
    "seller_activated",
    "seller_vetted",
    "seller_evidence",
    "seller_refused",
    "level_changed",
    "away_over",
  ],
  service: ["gig_denied", "gig_allowed"],
  conversation: ["message_digest"],
  ticket: ["ticket_received", "ticket_answered", "ticket_closed"],
  report: ["report_decided", "warned", "content_removed"],
  /** A decision whose appeal is answered. */
  statement: ["appeal_decided"],
  /** A seller's account at Stripe. */
  payoutAccount: ["payouts_ready", "payouts_asked", "payouts_asked_again", "payouts_reminder"],
  /** Money that was moved. */
  moved: ["payouts_sent", "payouts_taken_back", "payouts_called_back", "payouts_owed", "debts_paid"],
  /** A hold on a seller's payouts. */
  hold: ["payouts_held", "payouts_released"],
  /** A payout to a seller's bank. */
  bankPayout: ["payouts_on_way", "payouts_failed"],
  year: ["year_statement"],
  announcement: [...outbox.announcementMailKinds],
  savedGigs: ["saved_news"],
  /** The user whose role was changed. */
  role: ["operator_added", "operator_removed"],
  signup: ["new_signup"],
  /** The seller who says that a new bank account is not theirs. */
  seller: ["payouts_not_me"],
  /** A day on which orders were stuck. */
  day: ["stuck"],
} satisfies Record<string, MailKind[]>;

type Subject = keyof typeof kindsAbout | "order";

/** What the subject of an email of this kind is. */
function subjectOf(kind: string): Subject {
  const entries = Object.entries(kindsAbout) as [Subject, string[]][];
  return entries.find(([, kinds]) => kinds.includes(kind))?.[0] ?? "order";
}

/** The kinds that give the reasons of a decision against their reader. */
const statementKinds: string[] = [
  "warned",
  "suspended",
  "seller_refused",
  "gig_denied",
  "content_removed",
] satisfies MailKind[];

/** The kinds that report a refund, from the events that decide it. */
const refundingKinds: string[] = [
  "cancelled",
  "declined",
  "refund_granted",
  "dispute_lost",
] satisfies MailKind[];

/** The kinds that remind people of an order's deadlines. */
const reminderKinds = [
  "requirements_reminder",
  "delivery_reminder",
  "completes_tomorrow",
  "due_tomorrow",
  "late",
] satisfies ReminderKind[] as string[];

/** The kinds that pass on what Stripe asks of a seller. */
const requestKinds: string[] = ["payouts_asked", "payouts_asked_again"] satisfies MailKind[];

/** The kinds that give an operator's reason. */
const reasonKinds: string[] = [
  "warned",
  "suspended",
  "restored",
  "fee_returned",
  "seller_evidence",
  "seller_refused",
  "gig_denied",
  "gig_allowed",
] satisfies MailKind[];

/** `takesNone`: the address takes no email (docs/specification.md#bad-addresses). */
type LoadedMail = { to: string; takesNone: boolean; mailData: MailData };

/**
 * Loads the address of a waiting email and the data for its template. `isOwn`: the address is that of the
 * account now. `off`: the groups that its reader has switched off. `turn`: true if an order waits for them.
 * @returns null if the email would go to the address of a deleted account, or has nothing left to tell: it is
 *   about messages that have been read since, news that is no longer true, questions from Stripe that have
 *   been answered, a deleted ticket, offer or announcement, or it is a reminder of something that has been
 *   done since
 */
export async function loadMailData(
  deps: Deps,
  waiting: WaitingMail,
): Promise<(LoadedMail & { isOwn: boolean; off: string[]; turn: boolean }) | null> {
  const { db, origin, clock } = deps;
  const { kind, userId, subjectId, createdAt } = waiting;
  const subject = subjectOf(kind);
  const isAboutOrder = subject === "order" && subjectId !== null;
  /** Reads the subject, if it is of this sort. */
  const read = <Value>(one: Subject, find: (id: string) => Promise<Value | null>) =>
    one === subject && subjectId !== null ? find(subjectId) : null;
  const [reader] = await db
    .select({
      email: users.email,
      username: profiles.username,
      fullName: profiles.fullName,
      timeZone: profiles.timeZone,
      deletedAt: users.deletedAt,
      emailVerifiedAt: users.emailVerifiedAt,
      off: sql<string | null>`(select group_concat(mail_group) from mail_switches where user_id = ${userId})`,
      takesNone: badAddresses.isBad(sql`ifnull(${waiting.address}, ${users.email})`).mapWith(Boolean),
      turn: isTurnOf(userId),
      count: isAboutOrder ? outbox.countOfKind(waiting) : sql<number>`1`,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, userId));
  if (!reader) throw new Error(`No reader ${userId}`);
  const to = waiting.address ?? (reader.deletedAt === null ? reader.email : null);
  if (to === null) return null;
  const isVerified = reader.emailVerifiedAt !== null && waiting.address === null;
  const unread = await read("conversation", (id) => findUnread(db, id, userId));
  const ticket = await read("ticket", (id) => findMailTicket(deps, id, kind, createdAt));
  const offer = await read("offer", (id) => findMailOffer(db, id));
  const announcement = await read("announcement", (id) => announcements.find(db, id));
  const news = subject === "savedGigs" ? await savedNews.findNews(db, userId) : null;
  const bankPayout = await read("bankPayout", (id) => bankPayouts.find(db, id));
  const payouts = await findPayoutAccount(db, waiting, bankPayout?.accountId ?? null);
  const order = await read("order", (id) => findOrder(db, waiting, id, reader, clock.now()));
  const registration = await read("registration", (id) => findRegistration(db, userId, id));
  const hasNothingToTell =
    (reminderKinds.includes(kind) && !order) ||
    (kind === ("fee_reminder" satisfies MailKind) && !registration?.owesFee) ||
    (requestKinds.includes(kind) && !payouts?.requirements.length) ||
    (subject === "conversation" && !unread) ||
    (subject === "ticket" && !ticket) ||
    (subject === "offer" && !offer) ||
    (subject === "announcement" && !announcement) ||
    (subject === "savedGigs" && !news);
  if (hasNothingToTell) return null;
  const mailData = {
    // A stranger may have entered the name for an address that is not verified.
    name: (isVerified ? givenName(reader.fullName) : null) ?? "there",
    username: reader.username,
    reference: userId,
    origin,
    at: createdAt,
    timeZone: reader.timeZone,
    link: await read("link", (id) => findLink(deps, id)),
    codesLeft:
      kind === ("recovery_code_used" satisfies MailKind) ? await recoveryCodes.countUnused(db, userId) : null,
    order,
    unread: unread && {
      ...unread,
      from: namesInMail(unread.from) ?? `@${unread.from.username}`,
      path: conversationPath(subjectId ?? ""),
    },
    offer,
    news,
    operator: await findOperatorMailData(db, waiting),
    ticket: ticket?.shown ?? null,
    registration,
    report: await read("report", (id) => reports.findForMail(db, id)),
    service: await read("service", (id) => findService(db, id)),
    moved: await read("moved", (id) => findMoved(db, kind, userId, id)),
    payouts,
    payoutHold: await read("hold", (id) => findPayoutHold(db, id, createdAt)),
    bankPayout,
    announcement,
    reasons: await findReasons(db, waiting),
    statement: await read("year", (year) => findMailYear(db, userId, year, createdAt)),
  };
  return {
    to,
    isOwn: to === reader.email,
    takesNone: reader.takesNone,
    off: reader.off?.split(",") ?? [],
    turn: reader.turn,
    mailData,
  };
}

/** The decision whose reasons the email gives, or whose appeal it answers. */
async function findReasons(db: Db, { id, kind, subjectId }: WaitingMail) {
  if (statementKinds.includes(kind)) return await statements.findByMail(db, id);
  return subjectOf(kind) === "statement" && subjectId ? await statements.find(db, subjectId) : null;
}

/** The account at Stripe that an email is about. @param paidTo the account of the payout that it reports */
async function findPayoutAccount(db: Db, { kind, userId, subjectId }: WaitingMail, paidTo: string | null) {
  if (kind === ("payouts_bank" satisfies MailKind)) return await payoutAccounts.findOpen(db, userId);
  const id = subjectOf(kind) === "payoutAccount" ? subjectId : paidTo;
  return id ? await payoutAccounts.find(db, { id }) : null;
}

/** @param at when the email was written, UTC ms */
async function findPayoutHold(db: Db, id: string, at: number): Promise<MailPayoutHold | null> {
  const hold = await payoutHolds.find(db, id);
  return hold && { kind: hold.kind, reason: hold.reason, until: hold.until, isRenewed: at > hold.at };
}

async function findLink({ db, origin, secret }: Deps, id: string): Promise<MailLink | null> {
  const link = await links.findById(db, id);
  return link && { url: await links.urlOf(origin, secret, link), email: link.email };
}

/**
 * The order of an email, with the event that it reports.
 * @param count `outbox.countOfKind` the email @param now UTC ms
 * @returns null if it is a reminder that is no longer true
 */
async function findOrder(
  db: Db,
  { kind, userId, createdAt }: WaitingMail,
  id: string,
  { timeZone, count }: { timeZone: string | null; count: number },
  now: number,
): Promise<MailOrder | null> {
  const found = await orderDetails.find(db, id);
  if (!found) return null;
  const { order, buyer, seller } = found;
  const reader = userId === order.sellerId ? "seller" : "buyer";
  if (reminderKinds.includes(kind) && !isReminderTrue(order, kind, reader, now)) return null;
  const events = found.events.filter(({ at }) => at <= createdAt);
  const reported = events.findLast((event) => event.kind === kind);
  const names = { buyer: nameInSentence(buyer), seller: nameInSentence(seller) };
  const actorRole = roleOf(order, reported?.actorId ?? null);
  const refunds = refundsOf(order, events);
  // A lost dispute that only pays an earlier refund decides none.
  const isRefund = reported !== undefined && refundingKinds.includes(kind) && reported.cents !== 0;
  const receipt = receiptOf({
    ...order,
    refundedCashCents: refunds.reduce((sum, { cardCents }) => sum + cardCents, 0),
    refundedCreditCents: refunds.reduce((sum, { creditCents }) => sum + creditCents, 0),
  });
  return {
    id,
    version: order.version,
    title: order.title,
    reader,
    lines: order.lines,
    receipt,
    goodwillCents: receipt.refundedCents > 0 ? await ledger.findGoodwill(db, id) : 0,
    refund: isRefund ? (refunds.at(-1) ?? null) : null,
    clearsAt: kind === "completed" && reader === "seller" ? await findClearing(db, id) : null,
    count,
    paymentStatus: order.paymentStatus,
    questions: order.questions.length,
    deliveryDate: order.deliveryDate,
    isLate: isLate(order, createdAt),
    note: reported?.note ?? null,
    cents: (await findLost(db, id, reported)) ?? reported?.cents ?? null,
    days: reported?.days ?? null,
    timeZone,
    ...names,
    actorRole,
    wasAsked: (actorRole === "buyer" || actorRole === "seller") && isAsked(events, reported?.seq ?? 0),
    actor: actorRole === "support" ? `${brand} support` : actorRole === "clock" ? brand : names[actorRole],
    otherNames: namesInMail(reader === "seller" ? buyer : seller),
  };
}

/** Who caused an event. @param actorId null: the product itself, when a deadline had passed */
function roleOf(
  order: { buyerId: string; sellerId: string },
  actorId: string | null,
): MailOrder["actorRole"] {
  if (actorId === null) return "clock";
  if (actorId === order.buyerId) return "buyer";
  return actorId === order.sellerId ? "seller" : "support";
}

/** True if a request to cancel was open when an event happened. @param seq the event's number */
function isAsked(events: { seq: number; kind: string }[], seq: number): boolean {
  const last = events.findLast((event) => event.seq < seq && cancellations.includes(event.kind));
  return last?.kind === "cancellation_requested";
}

/** What the bank took with the dispute that an event reports as lost, in cents; null for other events. */
async function findLost(
  db: Db,
  orderId: string,
  event: { kind: string; at: number } | undefined,
): Promise<number | null> {
  if (event?.kind !== "dispute_lost") return null;
  const isLost = and(
    eq(disputes.orderId, orderId),
    eq(disputes.state, "lost"),
    eq(disputes.closedAt, event.at),
  );
  const [row] = await db.select({ cents: disputes.amountCents }).from(disputes).where(isLost);
  return row?.cents ?? null;
}

const cancellations = ["cancellation_requested", "cancellation_declined"];

/** When an order's earnings clear, UTC ms; null if it has none. */
async function findClearing(db: Db, orderId: string): Promise<number | null> {
  const [row] = await db
    .select({ at: earnings.clearsAt })
    .from(earnings)
    .where(eq(earnings.orderId, orderId));
  return row?.at ?? null;
}

async function findOperatorMailData(db: Db, mail: WaitingMail): Promise<OperatorMailData> {
  const subject = subjectOf(mail.kind);
  return {
    reason: reasonKinds.includes(mail.kind) ? await findReason(db, mail) : null,
    signup: subject === "signup" && mail.subjectId ? await findSignup(db, mail.subjectId) : null,
    seller: subject === "seller" && mail.subjectId ? await findSeller(db, mail.subjectId) : null,
    role: subject === "role" ? await findRole(db, mail) : null,
    stuck: subject === "day" && mail.subjectId ? await findStuck(db, mail.subjectId) : null,
  };
}

async function findRegistration(db: Db, userId: string, id: string): Promise<MailRegistration | null> {
  const [[row], seller, receipt] = await Promise.all([
    db.select({ level: profiles.sellerLevel }).from(profiles).where(eq(profiles.id, userId)),
    sellers.find(db, id),
    feeReceipts.find(db, userId),
  ]);
  if (!seller) return null;
  const { status, paymentStatus, refundedCents } = seller;
  const wasPaid = paymentStatus === "paid" || paymentStatus === "refunded";
  return {
    owesFee: status === "applied" && !wasPaid,
    refundedCents,
    wasPaid,
    level: row?.level ?? levels[0].name,
    receipt,
  };
}

async function findService(db: Db, gigId: string): Promise<MailService | null> {
  const [row] = await db
    .select({
      title: gigs.title,
      state: gigs.state,
      isPausedAway: sql<boolean>`${isPausedAway}`.mapWith(Boolean),
    })
    .from(gigs)
    .where(eq(gigs.id, gigId));
  return row ?? null;
}

/** The reason in the audit row that was written in the same batch as the email. */
async function findReason(db: Db, mail: WaitingMail): Promise<string | null> {
  const subject = subjectOf(mail.kind) === "service" ? (mail.subjectId ?? "") : mail.userId;
  const [row] = await db
    .select({ reason: auditLog.reason })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, subject), eq(auditLog.at, mail.createdAt)));
  return row?.reason ?? null;
}

async function findSeller(db: Db, userId: string): Promise<OperatorMailData["seller"]> {
  const [row] = await db
    .select({ userId: profiles.id, username: profiles.username })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return row ?? null;
}

/** The change of a role, from the audit row that was written in the same batch as the email. */
async function findRole(
  db: Db,
  { userId, subjectId, createdAt }: WaitingMail,
): Promise<OperatorMailData["role"]> {
  const [row] = await db.all<{ username: string; by: string; isOwn: 0 | 1; reason: string }>(sql`
    select p.username, o.username as "by", a.operator_id = a.subject_id as isOwn, a.reason from audit_log a
      join profiles p on p.id = a.subject_id join profiles o on o.id = a.operator_id
    where a.subject_id = ${subjectId} and a.at = ${createdAt} and a.action in ('make-operator', 'remove-operator')`);
  if (!row) return null;
  const { username, by, isOwn, reason } = row;
  return { username, by: isOwn ? null : by, reason, isAboutRecipient: userId === subjectId };
}

/** @param subject `stuck:` and the day, UTC ms */
async function findStuck(db: Db, subject: string): Promise<string[] | null> {
  const [row] = await db
    .select({ lines: stuckDays.lines })
    .from(stuckDays)
    .where(eq(stuckDays.day, Number(subject.slice("stuck:".length))));
  return row?.lines ?? null;
}

async function findSignup(db: Db, id: string): Promise<OperatorMailData["signup"]> {
  const [row] = await db
    .select({
      userId: adminNotifications.userId,
      message: adminNotifications.message,
      details: adminNotifications.details,
    })
    .from(adminNotifications)
    .where(eq(adminNotifications.id, id));
  return row ? { userId: row.userId, message: row.message, ...row.details } : null;
}

/**
 * Loads the address of an email to a visitor, and the data for its template.
 * @returns null if the ticket was deleted
 */
export async function loadVisitorMailData(
  deps: Deps,
  { kind, ticketId, createdAt }: VisitorMail,
): Promise<LoadedMail | null> {
  const found = await findMailTicket(deps, ticketId, kind, createdAt);
  if (!found || found.ticket.email === null) return null;
  const mailData = {
    // Anyone can type any address and name into the form.
    name: "there",
    username: "",
    reference: "",
    origin: deps.origin,
    at: createdAt,
    timeZone: null,
    link: null,
    codesLeft: null,
    order: null,
    operator: { reason: null, signup: null, seller: null, role: null, stuck: null },
    unread: null,
    offer: null,
    news: null,
    registration: null,
    ticket: found.shown,
    report: null,
    service: null,
    payouts: null,
    moved: null,
    payoutHold: null,
    bankPayout: null,
    announcement: null,
    reasons: null,
    statement: null,
  };
  const { email } = found.ticket;
  return { to: email, takesNone: await badAddresses.has(deps.db, email), mailData };
}
