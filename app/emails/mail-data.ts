import type { AnnouncementText } from "#app/announcements/announcement.ts";
import type { MailContent } from "#app/emails/mail-content.ts";
import type { MailOffer } from "#app/emails/mail-offer.server.ts";
import type { GigState } from "#app/gigs/gig-state.ts";
import type { NewsItem } from "#app/gigs/saved/saved-news.ts";
import type { Party } from "#app/orders/order.ts";
import type { Receipt, Refund } from "#app/orders/receipt/receipt.ts";
import type { PayoutAccount } from "#app/payouts/accounts/account.ts";
import type { BankPayout, ShownPayout } from "#app/payouts/bank/bank-payout.ts";
import type { PayoutHold } from "#app/payouts/holds/hold.ts";
import type { MailYear } from "#app/payouts/statements/year-mails.server.ts";
import type { Moved } from "#app/payouts/transfers/money-mails.server.ts";
import type { Outcome } from "#app/reports/report.ts";
import type { FeeReceipt } from "#app/sellers/fee-receipt.ts";
import type { Statement } from "#app/statements/statement.ts";
import type { ReportKind } from "#app/ui/report-path.ts";
import type { OrderLine } from "#drizzle/schema.ts";

/** The data for a template. */
export type MailData = {
  /** The reader's full name, or "there" if that is not a name or the address is not verified. */
  name: string;
  username: string;
  /** The reader's id, which identifies the owner of a deleted account. */
  reference: string;
  origin: string;
  /** When the reported event happened, in UTC ms. */
  at: number;
  /** The reader's time zone; null means UTC. */
  timeZone: string | null;
  /** Null if the email has no link of `account_links`. */
  link: MailLink | null;
  /** How many recovery codes the reader can still use; null if the email is not about one. */
  codesLeft: number | null;
  /** Null if the email is not about an order. */
  order: MailOrder | null;
  operator: OperatorMailData;
  /** Null if the email is not about unread messages. */
  unread: MailUnread | null;
  /** Null if the email is not about an offer. */
  offer: MailOffer | null;
  /** News about saved gigs that is still true when the email is sent; null for other kinds. */
  news: { items: NewsItem[]; more: number } | null;
  /** Null if the email is not about a seller's registration. */
  registration: MailRegistration | null;
  /** Null if the email is not about a ticket. */
  ticket: MailTicket | null;
  /** Null if the email is not about a report. */
  report: MailReport | null;
  /** Null if the email is not about a service itself. */
  service: MailService | null;
  /** Null if the email is not about money that was moved. */
  moved: Moved | null;
  /** Null if the email is not about the seller's account at Stripe. */
  payouts: MailPayouts | null;
  /** Null if the email is not about a hold on the seller's payouts. */
  payoutHold: MailPayoutHold | null;
  /** Null if the email is not about a payout to the seller's bank. */
  bankPayout: MailBankPayout | null;
  /** Null if the email neither gives the reasons of a decision nor answers an appeal against one. */
  reasons: Statement | null;
  /** Null if the email is not about a year of sales. */
  statement: MailYear | null;
  /** What is announced to every account. */
  announcement: AnnouncementText | null;
};

/** A hold, as it is when the email is sent. `isRenewed`: the email reports that it continues. */
export type MailPayoutHold = PayoutHold & { isRenewed: boolean };

/** A payout to the seller's bank, as it is when the email is sent. */
type MailBankPayout = ShownPayout & Pick<BankPayout, "failureCode">;

/** The account at Stripe, as it is when the email is sent. */
type MailPayouts = Pick<PayoutAccount, "bankName" | "bankLast4" | "bankCurrency" | "requirements">;

/** A service, as it is when the email is sent. */
export type MailService = { title: string; state: GigState; isPausedAway: boolean };

/** A report. `title`: of a reported service. `outcome`: null while it is waiting. */
type MailReport = { kind: ReportKind; title: string | null; outcome: Outcome | null };

/**
 * A registration as its emails show it. Amounts are in cents. `wasPaid`: the fee was paid, even if it was
 * refunded. `level`: the seller's current one. `receipt`: null if the fee was neither paid nor waived.
 */
export type MailRegistration = {
  /** The application waits for the fee. */
  owesFee: boolean;
  refundedCents: number;
  wasPaid: boolean;
  level: string;
  receipt: FeeReceipt | null;
};

/**
 * The unread messages of a conversation. `from`: the other's names. `first`: the first of them. `path`: the
 * conversation's page.
 */
type MailUnread = { from: string; count: number; first: string; path: string };

/**
 * A ticket as its emails show it. `text`: the latest text, which is the question or the operator's answer.
 * `url`: its page; for a visitor, with the token that opens it. `reopenUntil`: UTC ms; null unless it is
 * closed.
 */
export type MailTicket = {
  code: string;
  topic: string;
  text: string | null;
  url: string;
  reopenUntil: number | null;
};

/** A link of `account_links`. `email`: the address that it verifies, changes or restores. */
export type MailLink = { url: string; email: string };

/** An order as its emails show it. Amounts are in cents, times in UTC ms. */
export type MailOrder = {
  id: string;
  /** The number of its last event. */
  version: number;
  title: string;
  reader: Party;
  /** First names, or display names. */
  buyer: string;
  seller: string;
  /** Who caused the event that the email reports: a party's name, the operators' support, or the site. */
  actor: string;
  actorRole: Party | "support" | "clock";
  /** A party has granted the other one's request to cancel. */
  wasAsked: boolean;
  /** How many emails of this kind the reader has had about this order, with this one. */
  count: number;
  /** Full name and username of the party that does not get the email; null if they are not shown. */
  otherNames: string | null;
  /** The parts of the price; null: the package alone. */
  lines: OrderLine[] | null;
  /** As on the receipt, after the refunds up to the event. */
  receipt: Receipt;
  /** The part of the refunds that the platform pays instead of the seller. */
  goodwillCents: number;
  /** What the reported event refunds; null if it refunds nothing. */
  refund: Refund | null;
  /** When the seller's earnings clear; null for emails that do not say so. */
  clearsAt: number | null;
  paymentStatus: string;
  /** How many questions the buyer must answer. */
  questions: number;
  deliveryDate: number | null;
  /** The due date had passed when the email was written. */
  isLate: boolean;
  /** The text and the amount of the event that the email reports; null if it has none. */
  note: string | null;
  cents: number | null;
  /** How many more days the event asked for or allowed; null for other events. */
  days: number | null;
  /** The reader's time zone; null means UTC. */
  timeZone: string | null;
};

/** Data from the operator console. Each part is set only for its own kinds of email. */
export type OperatorMailData = {
  /**
   * Why an operator suspended, restored, warned, vetted or refused the account, returned its fee, or decided
   * on a service.
   */
  reason: string | null;
  /** The new account. */
  signup: { userId: string; message: string; email: string; authProvider: string; timestamp: string } | null;
  /** The seller who says that a new bank account is not theirs. */
  seller: { userId: string; username: string } | null;
  /** Who was given or lost the role of an operator. `by`: the operator; null: the command line. */
  role: { username: string; by: string | null; reason: string; isAboutRecipient: boolean } | null;
  /** What was stuck when the email was written, a sentence each. */
  stuck: string[] | null;
};

/** Returns the content of an email of one kind. */
export type MailTemplate = (data: MailData) => MailContent;
