import type { Promised } from "./help-promises.ts";

/** What Help promises about accounts and billing, and the tests that verify it (help-promises.ts). */
export const accountPromises: readonly Promised[] = [
  [
    "We send a message to that address with a link; open it, and you can order, sell and write messages; you can sign in and browse before that.",
    "checkout/order-form.test.ts",
  ],
  ["a note shows the address we have and offers another link", "auth/links.test.ts"],
  ["Every new user gets a $10 credit, once.", "account/credit-holders.test.ts"],
  [
    "It's used automatically on your first order of $50 or more, so a $60 order costs you $50 at checkout.",
    "payments/credit.test.ts",
  ],
  [
    "if the order is cancelled before payment it goes back and waits for the next one",
    "payments/credit.test.ts",
  ],
  ["it doesn't reduce what the seller earns", "orders/receipt/statement.test.ts"],
  ["If a card is refused, no order is lost", "checkout/checkout.test.ts"],
  ["A payment that can't be matched to an order is returned in full.", "admin/payments/payments.test.ts"],
  [
    "It shows the price, the credit used, the fee and refunds, with dates and the order number, and prints well on one page.",
    "orders/receipt/receipt-page.test.ts",
  ],
  [
    "If your bookkeeper needs a company name or tax number on it, add them in your profile before you order, because receipts keep the details that were valid on the day.",
    "orders/receipt/billing.test.ts",
  ],
  [
    "For a new email address we send a confirmation link to the new address and a notice to the old one, and nothing changes until the link is opened.",
    "account/email.test.ts",
  ],
  ["For a new password you need the current one.", "account/password-change.test.ts"],
  [
    "We always give the same answer there, whether or not an account exists, so that no one can test for addresses.",
    "account/password-reset.test.ts",
  ],
  ["choose an authenticator app or, where we offer it, a phone number", "auth/second-factor/phone.test.ts"],
  ["From then on every sign-in asks for a code.", "auth/second-factor/sign-in-factor.test.ts"],
  ["You'll then receive recovery codes", "auth/second-factor/recovery-codes.test.ts"],
  ["You can also see all devices that are signed in and sign out each of them.", "auth/sessions.test.ts"],
  [
    "you can download everything we hold about you as a file, including orders and messages",
    "account/export.test.ts",
  ],
  ["Deleting the account removes your profile, pictures and personal details.", "account/deletion.test.ts"],
  [
    "It's refused, with a reason, while money is on its way, for instance with an open order or an unfinished refund, while earnings have not been paid, while you owe us something, or while your payouts are on hold.",
    "account/deletion-refusals.test.ts",
    "payouts/leaving.test.ts",
  ],
  ["A person reads it, usually within a day, and you'll get an answer.", "reports/decisions.test.ts"],
  ["In messages you can also block someone right away.", "conversations/blocking.test.ts"],
  [
    "Files in messages and orders can be opened only by you and the seller",
    "orders/files/order-files.test.ts",
    "conversations/message-files.test.ts",
  ],
  [
    "Your earnings from an order clear a set number of days after it was completed, or when the buyer's guarantee ends, if that is later.",
    "payouts/clearing.test.ts",
    "payouts/earnings.test.ts",
  ],
  [
    "They don't clear while a request or a dispute is open, and your dashboard shows what clears next.",
    "payouts/clearing.test.ts",
    "dashboard/dashboard.test.ts",
  ],
  [
    "Earnings that have cleared go to your account at Stripe, which pays your bank.",
    "payouts/transfers.test.ts",
    "payouts/bank-payouts.test.ts",
  ],
  [
    "Set it up on the Earnings page: the first transfer goes out 7 days after you add a bank account, or 3 days after you change it, if that is later.",
    "payouts/waiting.test.ts",
    "payouts/transfers.test.ts",
  ],
  ["That page also lists each order with what you earn and why it may wait.", "payouts/transfers.test.ts"],
  [
    "If a payout fails, we email you the reason and what to do; the money stays in your account at Stripe, which pays it out again.",
    "payouts/bank-payouts.test.ts",
  ],
  [
    "The Earnings page also has a statement for each month and each year, to print or to download as a CSV file.",
    "payouts/statements.test.ts",
  ],
  ["You'll also get it by email after each payment.", "emails/order-emails.test.ts"],
  ["Use Report on any service, profile, message or review.", "reports/report.test.ts"],
  [
    "You receive a ticket number, and you can choose one of your own orders so we know where to look.",
    "contact/contact.test.ts",
  ],
  ["We check your open payments right away and show you the result on the page.", "contact/charged.test.ts"],
  ["our email says why, and you can appeal within six months", "statements/appeal.test.ts"],
];
