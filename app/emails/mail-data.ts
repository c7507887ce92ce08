import type { GigState } from "#app/gigs/gig-state.ts";
import type { Party } from "#app/orders/order.ts";
import type { Outcome } from "#app/reports/report.ts";
import type { ReportKind } from "#app/ui/report-path.ts";

/** What a template can write about. */
export type MailData = {
  /** The first word of the reader's full name, or "there" if that is no name. */
  name: string;
  username: string;
  /** The reader's id: what identifies the owner of a deleted account. */
  reference: string;
  origin: string;
  /** When the reported event happened, in UTC ms. */
  at: number;
  /** Null if the mail carries no link of `account_links`. */
  link: MailLink | null;
  /** Null if the mail is not about an order. */
  order: MailOrder | null;
  operator: OperatorMailData;
  /** Null if the mail is not about unread messages. */
  unread: MailUnread | null;
  /** Null if the mail is not about a seller's registration. */
  registration: MailRegistration | null;
  /** Null if the mail is not about a ticket. */
  ticket: MailTicket | null;
  /** Null if the mail is not about a report. */
  report: MailReport | null;
  /** Null if the mail is not about a service itself. */
  service: MailService | null;
};

/** A service, as it is when the mail is sent. */
export type MailService = { title: string; state: GigState };

/** A report. `title`: of a reported service. `outcome`: null while it waits. */
export type MailReport = { kind: ReportKind; title: string | null; outcome: Outcome | null };

/**
 * A registration as its mails show it. Amounts are in cents. `wasPaid`: the fee has been paid, whether it was
 * refunded or not. `level`: the seller's now.
 */
export type MailRegistration = { refundedCents: number; wasPaid: boolean; level: string };

/**
 * The unread messages of a conversation. `from`: the other's names. `first`: the first of them. `path`: the
 * conversation's address.
 */
export type MailUnread = { from: string; count: number; first: string; path: string };

/**
 * A ticket as its mails show it. `text`: what was written last: the question, or the operator's answer.
 * `url`: of its page, for a visitor with the token that opens it. `reopenUntil`: UTC ms; null unless it is
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

/** An order as its mails show it. Amounts are in cents, times in UTC ms. */
export type MailOrder = {
  id: string;
  /** The number of its last event. */
  version: number;
  title: string;
  reader: Party;
  /** First names, or display names. */
  buyer: string;
  seller: string;
  /** Full name and username of the party that does not read the mail; null if they are not shown. */
  otherNames: string | null;
  priceCents: number;
  cashCents: number;
  creditCents: number;
  paymentStatus: string;
  /** How many questions the buyer has to answer. */
  questions: number;
  deliveryDate: number | null;
  /** The text and the amount of the event that the mail reports; null if it has none. */
  note: string | null;
  cents: number | null;
  /** The reader's time zone; null means UTC. */
  timeZone: string | null;
};

/** What comes from the operator console. Each part is set only for its own kinds of mail. */
export type OperatorMailData = {
  /**
   * Why an operator suspended, restored, warned, vetted or refused the account, returned its fee, or decided
   * about a service.
   */
  reason: string | null;
  /** The new account. */
  signup: { userId: string; message: string; email: string; authProvider: string; timestamp: string } | null;
};

/** A mail without its address: one subject, short paragraphs, at most one link to follow. */
export type MailContent = { subject: string; paragraphs: string[]; link?: { label: string; url: string } };

/** Returns what a mail of one kind says. */
export type MailTemplate = (data: MailData) => MailContent;
