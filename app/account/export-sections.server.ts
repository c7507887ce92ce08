import { and, eq, type SQL, sql } from "drizzle-orm";
import { childRows, type ExportQuery, userRows } from "#app/account/export-query.server.ts";
import { removedMessage } from "#app/conversations/conversation.ts";
import * as schema from "#drizzle/schema.ts";

const {
  accountEvents,
  badAddresses,
  accountLinks,
  adminNotifications,
  auditLog,
  conversations,
  conversationSides,
} = schema;
const { credits } = schema;
const {
  creditLedger,
  creditUses,
  disputes,
  factorChallenges,
  factorEndings,
  factors,
  formerUsernames,
  gigDraftPictures,
} = schema;
const { deniedChanges, gigDrafts, gigEvents, gigs, uploads } = schema;
const {
  ledger,
  mailSwitches,
  messageFiles,
  messages,
  moneyCalls,
  offerDrafts,
  offerRequests,
  offers,
  orderEvents,
  orderExtras,
  orderFiles,
  orders,
  outbox,
  payments,
} = schema;
const {
  profiles,
  recoveryCodes,
  reports,
  reviews,
  savedGigs,
  savedNews,
  savedReplies,
  savedSeen,
  sellerEvents,
  sellers,
  sessions,
} = schema;
const { bankPayouts, bankPayoutTransfers, earnings, transfers } = schema;
const { paymentChecks, payoutAccounts, payoutHolds, statements, ticketEntries, ticketFiles, tickets, users } =
  schema;

/** The text of a message. If an operator removed it, only its sender gets the text. */
const contentFor = (userId: string) =>
  sql<string>`iif(${messages.removedAt} is null or ${messages.senderId} = ${userId}, ${messages.content}, ${removedMessage})`.as(
    "content",
  );

/** The text of an offer whose message an operator removed: only its seller gets what they wrote. */
function offerTextFor(userId: string) {
  const isShown = sql`${offers.sellerId} = ${userId} or not exists (select 1 from messages where messages.id = ${offers.id} and removed_at is not null)`;
  return {
    text: sql<string>`iif(${isShown}, ${offers.text}, ${removedMessage})`.as("text"),
    features: sql`iif(${isShown}, ${offers.features}, '[]')`.mapWith(offers.features).as("features"),
    questions: sql`iif(${isShown}, ${offers.questions}, '[]')`.mapWith(offers.questions).as("questions"),
  };
}

/**
 * The text of a review, for the seller. A review that an operator has taken down is not shown on any page,
 * either.
 */
const reviewText = sql<
  string | null
>`iif(${reviews.hiddenAt} is null or ${reviews.comment} is null, ${reviews.comment}, ${removedMessage})`.as(
  "comment",
);

/** A condition on files of messages: no operator has removed the message, or the user sent it. */
const isShownTo = (userId: string) =>
  sql`exists (select 1 from messages where messages.id = ${messageFiles.messageId} and (removed_at is null or sender_id = ${userId}))`;

/** A list in the export's file, under its name there. */
export type Section = ExportQuery & { name: string };

/** The username of a user id; null if that account was deleted. */
const usernameOf = (id: SQL) =>
  sql<string | null>`(select username from profiles where profiles.id = ${id} and deleted_at is null)`;
const parties = {
  buyer: usernameOf(sql`orders.buyer_id`).as("buyer"),
  seller: usernameOf(sql`orders.seller_id`).as("seller"),
};
const writers = {
  first: usernameOf(sql`conversations.first_id`).as("first"),
  second: usernameOf(sql`conversations.second_id`).as("second"),
};
const fileAddress = sql<string>`'/orders/' || order_files.order_id || '/files/' || order_files.id`.as(
  "address",
);
const messageFileAddress =
  sql<string>`'/messages/' || message_files.conversation_id || '/files/' || message_files.id`.as("address");

/** Who made an order's event, if it was one of its parties: operators are not named to users. */
const partyWhoActed = sql<string | null>`(select order_events.actor_id from orders
  where orders.id = order_events.order_id and order_events.actor_id in (orders.buyer_id, orders.seller_id))`.as(
  "actor_id",
);

const offerParties = {
  buyer: usernameOf(sql`offers.buyer_id`).as("buyer"),
  seller: usernameOf(sql`offers.seller_id`).as("seller"),
};

const factorIds = (userId: string, after: string) =>
  sql`select id from factors where user_id = ${userId} and id > ${after}`;
const orderIds = (userId: string, after: string) =>
  sql`select id from orders where (buyer_id = ${userId} or seller_id = ${userId}) and id > ${after}`;
const boughtOrderIds = (userId: string, after: string) =>
  sql`select id from orders where buyer_id = ${userId} and id > ${after}`;
const gigIds = (userId: string, after: string) =>
  sql`select id from gigs where seller_id = ${userId} and id > ${after}`;
const draftIds = (userId: string, after: string) =>
  sql`select id from gig_drafts where seller_id = ${userId} and id > ${after}`;
const registrationIds = (userId: string, after: string) =>
  sql`select id from sellers where user_id = ${userId} and id > ${after}`;
const conversationIds = (userId: string, after: string) =>
  sql`select id from conversations where (first_id = ${userId} or second_id = ${userId}) and id > ${after}`;

const ticketIds = (userId: string, after: string) =>
  sql`select id from tickets where user_id = ${userId} and id > ${after}`;

const inConversation = (userId: string) =>
  sql`(${conversations.firstId} = ${userId} or ${conversations.secondId} = ${userId})`;
// The type is part of the condition because the index begins with it.
const aboutSignup = (userId: string) =>
  and(eq(adminNotifications.type, "signup"), eq(adminNotifications.userId, userId));

/**
 * Everything that the export contains, in the order of the file (docs/specification.md#data-export). A table
 * that is not here is listed in tests/account/export.test.ts, with the reason why it holds nothing personal.
 * Secrets and hashes are left out, and so are the data of other users: a seller does not get a buyer's
 * payments.
 */
export const sections: Section[] = [
  { name: "account", ...userRows(users, users.id, ["passwordHash"]) },
  { name: "profile", ...userRows(profiles, profiles.id) },
  { name: "formerUsernames", ...userRows(formerUsernames, formerUsernames.userId, ["userId"]) },
  { name: "sessions", ...userRows(sessions, sessions.userId, ["counter", "userId"]) },
  { name: "secondFactors", ...userRows(factors, factors.userId, ["secret", "lastStep", "userId"]) },
  {
    name: "questionsForACode",
    ...childRows(factorChallenges, factorChallenges.factorId, factorIds, ["codeHash"]),
  },
  { name: "secondFactorEndings", ...userRows(factorEndings, factorEndings.userId, ["operatorId", "userId"]) },
  { name: "recoveryCodes", ...userRows(recoveryCodes, recoveryCodes.userId, ["codeHash", "userId"]) },
  { name: "mailedLinks", ...userRows(accountLinks, accountLinks.userId, ["id", "userId"]) },
  { name: "accountEvents", ...userRows(accountEvents, accountEvents.userId, ["linkId", "userId"]) },
  { name: "gigs", ...userRows(gigs, gigs.sellerId) },
  {
    name: "gigEvents",
    ...childRows(gigEvents, gigEvents.gigId, gigIds, ["actorId"]),
    counter: sql`${gigEvents.seq}`,
  },
  { name: "deniedTexts", ...childRows(deniedChanges, deniedChanges.gigId, gigIds) },
  { name: "gigDrafts", ...userRows(gigDrafts, gigDrafts.sellerId) },
  { name: "gigDraftPictures", ...childRows(gigDraftPictures, gigDraftPictures.draftId, draftIds) },
  { name: "filesOnTheirWay", ...userRows(uploads, uploads.ownerId) },
  { name: "seller", ...userRows(sellers, sellers.userId) },
  {
    name: "sellerEvents",
    ...childRows(sellerEvents, sellerEvents.sellerId, registrationIds, ["actorId"]),
    counter: sql`${sellerEvents.seq}`,
  },
  {
    name: "payoutAccounts",
    ...userRows(payoutAccounts, payoutAccounts.userId, ["bankFingerprint", "bankSharedSince"]),
  },
  { name: "payoutHolds", ...userRows(payoutHolds, payoutHolds.userId, ["placedBy"]) },
  { name: "ordersBought", ...userRows(orders, orders.buyerId, ["formToken"], parties) },
  {
    name: "ordersSold",
    // The buyer's billing details are not for the seller.
    ...userRows(orders, orders.sellerId, ["formToken", "buyerCompany", "buyerTaxNumber"], parties),
  },
  {
    name: "orderEvents",
    ...childRows(orderEvents, orderEvents.orderId, orderIds, [], { actorId: partyWhoActed }),
    counter: sql`${orderEvents.seq}`,
    // Transfers to the seller do not concern the buyer.
    only: (userId) =>
      sql`(${orderEvents.kind} <> 'transferred' or exists (select 1 from orders where id = ${orderEvents.orderId} and seller_id = ${userId}))`,
  },
  { name: "orderExtras", ...childRows(orderExtras, orderExtras.orderId, orderIds) },
  {
    name: "orderFiles",
    ...childRows(orderFiles, orderFiles.orderId, orderIds, [], { address: fileAddress }),
  },
  { name: "credit", ...userRows(credits, credits.userId) },
  { name: "creditLedger", ...userRows(creditLedger, creditLedger.userId) },
  { name: "creditUses", ...userRows(creditUses, creditUses.userId) },
  { name: "disputes", ...childRows(disputes, disputes.orderId, orderIds) },
  { name: "payments", ...childRows(payments, payments.orderId, boughtOrderIds) },
  {
    name: "paymentPagesAndRefunds",
    ...childRows(moneyCalls, moneyCalls.orderId, boughtOrderIds, ["url", "error"]),
    only: () => sql`${moneyCalls.kind} in ('checkout_session', 'refund')`,
  },
  // The seller registration fee. These rows belong to a registration, not to an order.
  { name: "feePayments", ...childRows(payments, payments.registrationId, registrationIds) },
  {
    name: "feePagesAndRefunds",
    ...childRows(moneyCalls, moneyCalls.registrationId, registrationIds, ["url", "error"]),
  },
  { name: "feeDisputes", ...childRows(disputes, disputes.registrationId, registrationIds) },
  { name: "ledger", ...userRows(ledger, ledger.userId) },
  { name: "earnings", ...userRows(earnings, earnings.sellerId) },
  // `bankPayoutTransfers` names all payouts of a transfer.
  { name: "transfers", ...userRows(transfers, transfers.userId, ["payoutId"]) },
  { name: "bankPayouts", ...userRows(bankPayouts, bankPayouts.userId) },
  {
    name: "bankPayoutTransfers",
    ...userRows(
      bankPayoutTransfers,
      (userId) => sql`payout_id in (select id from bank_payouts where user_id = ${userId})`,
    ),
  },
  { name: "reviewsWritten", ...childRows(reviews, reviews.orderId, boughtOrderIds) },
  {
    name: "reviewsReceived",
    ...childRows(reviews, reviews.gigId, gigIds, ["buyerId"], { comment: reviewText }),
  },
  { name: "reports", ...userRows(reports, reports.reporterId, ["opens", "ownerId"]) },
  { name: "conversations", ...userRows(conversations, inConversation, [], writers) },
  {
    name: "conversationSides",
    ...userRows(conversationSides, conversationSides.userId),
    counter: sql`${conversationSides.conversation}`,
  },
  { name: "tickets", ...userRows(tickets, tickets.userId, ["assigneeId", "version"]) },
  {
    name: "ticketEntries",
    ...childRows(ticketEntries, ticketEntries.ticketId, ticketIds, ["operatorId"]),
    counter: sql`${ticketEntries.seq}`,
  },
  {
    name: "ticketFiles",
    ...childRows(ticketFiles, ticketFiles.ticketId, ticketIds),
  },
  { name: "paymentChecks", ...userRows(paymentChecks, paymentChecks.userId, ["userId"]) },
  { name: "savedNews", ...userRows(savedNews, savedNews.userId, ["userId"]) },
  { name: "savedNewsSeen", ...userRows(savedSeen, savedSeen.userId, ["userId"]) },
  { name: "savedServices", ...userRows(savedGigs, savedGigs.userId, ["userId"]) },
  { name: "savedReplies", ...userRows(savedReplies, savedReplies.userId) },
  {
    name: "messages",
    ...childRows(messages, messages.conversationId, conversationIds),
    columnsFor: (userId) => ({ content: contentFor(userId) }),
  },
  {
    name: "messageFiles",
    ...childRows(messageFiles, messageFiles.conversationId, conversationIds, [], {
      address: messageFileAddress,
    }),
    only: isShownTo,
  },
  // The text of a request is the message with the same id.
  {
    name: "offerRequests",
    ...childRows(offerRequests, offerRequests.conversationId, conversationIds),
  },
  {
    name: "offers",
    ...childRows(offers, offers.conversationId, conversationIds, [], offerParties),
    columnsFor: offerTextFor,
  },
  { name: "offerDrafts", ...userRows(offerDrafts, offerDrafts.sellerId) },
  {
    name: "addressesThatTakeNoEmail",
    ...userRows(badAddresses, (userId) => sql`address = (select email from users where id = ${userId})`),
  },
  {
    name: "mails",
    // An email to a new address would reveal that no other account has that address.
    ...userRows(outbox, (userId) => sql`user_id = ${userId} and kind <> 'change_email'`, [
      "userId",
      "attempts",
      "dueAt",
      "error",
    ]),
  },
  { name: "stoppedEmails", ...userRows(mailSwitches, mailSwitches.userId, ["userId"]) },
  { name: "noticesToTheOperator", ...userRows(adminNotifications, aboutSignup, ["userId"]) },
  {
    name: "decisions",
    ...userRows(statements, statements.userId, ["operatorId", "proposedBy", "decidedBy", "mailId"]),
  },
  { name: "operatorsActions", ...userRows(auditLog, auditLog.subjectId, ["operatorId"]) },
];
