import type { Promised } from "./help-promises.ts";

/** What Help promises about accounts and billing, and the tests that keep it (help-promises.ts). */
export const accountPromises: readonly Promised[] = [
  [
    "We send a message to that address with a link; open it, and you can order, sell and write messages; you can sign in and browse before that.",
    "checkout/order-form.test.ts",
    "A viewer with an unverified address must verify it first, and nothing typed is lost",
  ],
  [
    "a note leads to the address we have and to another link",
    "auth/links.test.ts",
    "Every page links an unverified user to the page that sends it",
  ],
  [
    "Every new user gets a $10 credit, once.",
    "account/credit-holders.test.ts",
    "A user who changes the address, deletes the account and signs up again gets no second credit",
  ],
  [
    "It's used automatically on your first order of $50 or more, so a $60 order costs you $50 at checkout.",
    "payments/credit.test.ts",
    "reduces the card payment, is reserved until the order is paid, and is then the platform's expense",
  ],
  [
    "if the order is cancelled before payment it goes back and waits for the next one",
    "payments/credit.test.ts",
    "can be used again when the order that reserved it is cancelled unpaid",
  ],
  [
    "it doesn't reduce what the seller earns",
    "orders/receipt/statement.test.ts",
    "The seller's statement says price, credit, fee and net in the seller's words; desk and order lead to it",
  ],
  [
    "If a card is refused, no order is lost",
    "checkout/checkout.test.ts",
    "A declined card charges nothing, and the order can still be paid",
  ],
  [
    "A payment that can't be matched to an order is returned in full.",
    "admin/payments/payments.test.ts",
    "An operator refunds a mismatched payment once, with a reason, and the buyer is told",
  ],
  [
    "It shows the price, the credit used, the fee and refunds, with dates and the order number, and prints well on one page.",
    "orders/receipt/receipt-page.test.ts",
    "A receipt has the form of an invoice: number, date, both parties, service, amounts and dated refunds",
  ],
  [
    "If your bookkeeper needs a company name or tax number on it, add them in your profile before you order, because receipts keep the details that were valid on the day.",
    "orders/receipt/billing.test.ts",
    "Company name and tax number of the profile are on receipts of orders placed from then on, as they were that day",
  ],
  [
    "For a new email address we send a confirmation link to the new address and a notice to the old one, and nothing changes until the link is opened.",
    "account/email.test.ts",
    "A new address is confirmed by its link; the old one gets a mail and the other sessions end",
  ],
  [
    "For a new password you need the present one.",
    "account/password-change.test.ts",
    "A wrong current password changes nothing, and the eleventh try has to wait",
  ],
  [
    "We always give the same answer there, whether or not an account exists, so that no one can test for addresses.",
    "account/password-reset.test.ts",
    "An address without an account gets the same answer and no mail",
  ],
  [
    "choose an authenticator app or, where we offer it, a phone number",
    "auth/second-factor/phone.test.ts",
    "Cannot be added without a provider of text messages",
  ],
  [
    "From then on every sign-in asks for a code.",
    "auth/second-factor/sign-in-factor.test.ts",
    "Follows the password, keeps the return path, and starts an aal2 session",
  ],
  [
    "You'll then receive recovery codes",
    "auth/second-factor/recovery-codes.test.ts",
    "There are ten, stored as hashes, displayed and downloadable for ten minutes",
  ],
  [
    "You can also see all devices that are signed in and sign out each of them.",
    "auth/sessions.test.ts",
    "Names device and place, and ends one session or all",
  ],
  [
    "you can download everything we hold about you as a file, including orders and messages",
    "account/export.test.ts",
    "The export has every table that is not listed here as holding no personal data",
  ],
  [
    "Deleting the account removes your profile, pictures and personal details.",
    "account/deletion.test.ts",
    "Deleting an account signs out, shows a notice and leaves no personal data in any table",
  ],
  [
    "It's refused, with a reason, while money is on its way, for instance with an open order or an unfinished refund.",
    "account/deletion-refusals.test.ts",
    "A paid order blocks the deletion until it is finished or its refund is confirmed",
  ],
  [
    "A person reads it, usually within a day, and you'll get an answer.",
    "reports/decisions.test.ts",
    "Reports of one thing by many people are one entry, decided once for all, and each gets an answer by mail",
  ],
  [
    "In messages you can also block someone at once.",
    "conversations/blocking.test.ts",
    "One press: neither can write, both hear the same; undone, both can",
  ],
  [
    "Files in messages and orders can be opened only by you and the seller",
    "orders/files/order-files.test.ts",
    "Files are for the two parties only, and are downloaded under their own names",
  ],
  [
    "Files in messages and orders can be opened only by you and the seller",
    "conversations/message-files.test.ts",
    "Without scripts files come with the form; both download them, and a stranger gets 404",
  ],
  [
    "Your dashboard shows three amounts: pending for open orders, clearing while the refund period is still running, and available.",
    "dashboard/dashboard.test.ts",
    "Earnings are pending, then clearing, then available, without fees and refunds",
  ],
  [
    "You'll also get it by email after each payment.",
    "emails/order-emails.test.ts",
    "A payment mails the buyer the receipt and the seller the order in the same moment",
  ],
  [
    "Use Report on any service, profile, message or review.",
    "reports/report.test.ts",
    "A service, a seller, a review and a message lead to the page that reports them",
  ],
  [
    "You receive a ticket number, and you can choose one of your own orders so we know where to look.",
    "contact/contact.test.ts",
    "A user's ticket names one of their orders, and its page is theirs alone",
  ],
  [
    "We check your open payments in the same moment and show you the result on the page.",
    "contact/charged.test.ts",
    "A paid order whose event never came is there at once, and so is a seller's registration",
  ],
];
