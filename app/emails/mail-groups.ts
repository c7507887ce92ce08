import { brand } from "#app/brand.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** What an email is about, which says why its reader gets it (docs/specification.md#email-groups). */
type MailGroup =
  | "account"
  | "money"
  | "buying"
  | "selling"
  | "messages"
  | "advice"
  | "saved"
  | "requests"
  | "operators";

/** The groups that are on until their reader switches them off (docs/specification.md#email-preferences). */
export const optOutGroups = ["buying", "selling", "messages", "advice"] as const;

/** The groups that a reader can switch on and off. `saved` is off until they switch it on. */
export const switchableGroups = [...optOutGroups, "saved"] as const;
export type SwitchableGroup = (typeof switchableGroups)[number];

/** The group, if its reader can switch it off; else null: answers and duties belong to the account. */
export function switchable(group: MailGroup): SwitchableGroup | null {
  return switchableGroups.find((name) => name === group) ?? null;
}

/** The group of each kind. `order`: the reader buys or sells it. */
const groups: Record<MailKind, MailGroup | "order"> = {
  verify: "account",
  account_exists: "account",
  factor_added: "account",
  factor_removed: "account",
  factor_end_asked: "account",
  factor_ended: "account",
  recovery_code_used: "account",
  reset: "account",
  password_changed: "account",
  change_email: "account",
  email_changed: "account",
  email_restored: "account",
  email_taken: "account",
  sign_in_attempts: "account",
  wrong_codes: "account",
  unlock: "account",
  username_changed: "account",
  address_verified: "account",
  suspended: "account",
  restored: "account",
  account_deleted: "account",
  warned: "account",
  content_removed: "account",
  appeal_decided: "account",
  seller_activated: "account",
  seller_vetted: "account",
  seller_evidence: "account",
  seller_refused: "account",
  gig_denied: "account",
  gig_allowed: "account",
  receipt: "money",
  extra_added: "money",
  extra_returned: "money",
  payment_failed: "money",
  payment_returned: "money",
  credit_refused: "money",
  refund_requested: "money",
  refund_answered: "money",
  refund_granted: "money",
  refund_declined: "money",
  refund_withdrawn: "money",
  refunded: "money",
  disputed: "money",
  dispute_won: "money",
  dispute_lost: "money",
  fee_failed: "money",
  fee_payment_returned: "money",
  fee_receipt: "money",
  fee_returned: "money",
  payouts_ready: "money",
  payouts_asked: "money",
  payouts_asked_again: "money",
  payouts_bank: "money",
  payouts_link: "money",
  payouts_sent: "money",
  payouts_taken_back: "money",
  payouts_called_back: "money",
  payouts_owed: "money",
  debts_paid: "money",
  payouts_held: "money",
  payouts_released: "money",
  payouts_on_way: "money",
  payouts_failed: "money",
  year_statement: "money",
  new_order: "order",
  answered: "order",
  started: "order",
  delivered: "order",
  revision_requested: "order",
  completed: "order",
  cancelled: "order",
  seller_left: "order",
  declined: "order",
  time_requested: "order",
  time_allowed: "order",
  date_kept: "order",
  extra_offered: "order",
  extra_declined: "order",
  cancellation_requested: "order",
  cancellation_declined: "order",
  completes_tomorrow: "order",
  due_tomorrow: "order",
  late: "order",
  offer_sent: "buying",
  offer_withdrawn: "buying",
  offer_declined: "selling",
  offer_expired: "selling",
  message_digest: "messages",
  requirements_reminder: "advice",
  delivery_reminder: "advice",
  review_wanted: "advice",
  fee_reminder: "advice",
  payouts_reminder: "advice",
  level_changed: "advice",
  saved_news: "saved",
  away_over: "advice",
  report_decided: "requests",
  ticket_received: "requests",
  ticket_answered: "requests",
  ticket_closed: "requests",
  announcement: "advice",
  terms_changed: "account",
  privacy_changed: "account",
  new_signup: "operators",
  operator_added: "operators",
  operator_removed: "operators",
  overdue: "operators",
  stuck: "operators",
  payouts_not_me: "operators",
};

/** The group of an email. @param reader the reader's part in its order; null: it is about none */
export function groupOf(kind: MailKind, reader: "buyer" | "seller" | null): MailGroup {
  const group = groups[kind];
  if (group !== "order") return group;
  return reader === "seller" ? "selling" : "buying";
}

/** Why the reader of a group's email gets it, a sentence. */
export const whys: Record<MailGroup, string> = {
  account: `You get this email because it is about your account on ${brand}. You always get these, so that nothing happens to your account without your knowledge.`,
  money: `You get this email because it is about your money on ${brand}. You always get these, so that you know about every payment.`,
  buying: `You get this email because you ordered a service on ${brand}.`,
  selling: `You get this email because you sell services on ${brand}.`,
  messages: `You get this email because someone wrote to you on ${brand}.`,
  advice: `You get this email because you have an account on ${brand}.`,
  saved: `You get this email because you asked for news about the services you saved on ${brand}.`,
  requests: "You get this email because you wrote to us.",
  operators: `You get this email because you are an operator of ${brand}.`,
};
