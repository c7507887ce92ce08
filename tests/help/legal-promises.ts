import type { Promised } from "./help-promises.ts";

/** What Privacy and Terms promise, and the tests that verify it (help-promises.ts). */
export const legalPromises: readonly Promised[] = [
  // Privacy
  ["The password is stored only as a one-way hash, so we can't read it.", "auth/password-hash.test.ts"],
  [
    "the type of browser, and a shortened internet address with its town, which we need for security and to find faults. Your whole address is kept for about an hour",
    "auth/kept-addresses.test.ts",
  ],
  ["a code that lets us recognize a card that has paid with credit", "payments/card-credit.test.ts"],
  [
    "If you sell, everyone can see your name, username, picture, bio, skills, experience, languages, country and local time, your level, gigs, sales, orders in progress and reviews, how soon you usually answer, the month you joined, whether we have vetted you, and until when you are away.",
    "help/visible.test.ts",
  ],
  [
    "It tells us whether you can be paid, what it still needs, and the bank, currency and last four digits of your account, and a code that lets us recognize that account.",
    "payouts/accounts.test.ts",
  ],
  [
    "Of each payout it tells us the amount, the day, the state and, if it failed, the reason.",
    "payouts/bank-payouts.test.ts",
  ],
  ["If you don't sell, you have no public page.", "sellers/seller-page.test.ts"],
  [
    "whether you are here or on which day you last were; you can switch that last part off in your profile",
    "workers/platform/inbox.test.ts",
  ],
  [
    "by our support staff when one of them reports a problem or asks for a decision",
    "orders/files/order-files.test.ts",
  ],
  ["These last ones stay on your device and can be deleted there.", "gigs/page/around-gig.test.ts"],
  ["Your email address isn't shown to other users.", "orders/receipt/receipt-page.test.ts"],
  [
    "Messages are kept while at least one of the two accounts exists, and for 12 months after an order ended in any case, since they may be needed to settle a dispute.",
    "account/forgotten-messages.test.ts",
  ],
  [
    "If you have sold something, the country where you are paid is kept with them for taxes, even after your account is deleted.",
    "payouts/taxes.test.ts",
  ],
  ["Technical logs are deleted after 30 days.", "auth/kept-addresses.test.ts"],
  [
    "Account deletion is refused while money is still on its way, for example with an open order, while earnings have not been paid, while you owe us something, or while your payouts are on hold.",
    "account/deletion-refusals.test.ts",
    "payouts/leaving.test.ts",
  ],
  ["We'll tell you the reason and what has to happen first.", "account/deletion-refusals.test.ts"],
  [
    "If we change this policy in a way that matters, we'll tell you by email at least 14 days before.",
    "announcements/announcement.test.ts",
    "announcements/sending.test.ts",
  ],
  ["download a copy of your data in a common format", "account/export.test.ts"],
  ["Connections are encrypted.", "workers/app.test.ts"],
  ["access by staff is limited and recorded", "orders/files/order-files.test.ts", "admin/console.test.ts"],
  ["every change made by an operator carries a reason", "admin/orders/order-page.test.ts"],
  [
    "Passwords are hashed, access by staff is limited and recorded, and every change made by an operator carries a reason.",
    "admin/users/suspension.test.ts",
  ],
  // Terms
  ["You must be at least 18", "help/help-pages.test.ts"],
  [
    "We announce changes by email at least 30 days before. Orders already placed stay under the terms in force when they were placed.",
    "announcements/announcement.test.ts",
    "announcements/sending.test.ts",
  ],
  ["Usernames must not imitate other people or companies.", "profiles/username.test.ts"],
  ["Your account is activated when the payment is confirmed.", "payments/registrations.test.ts"],
  [
    "If we refuse an application that we should have accepted, or you were charged twice, we return the fee.",
    "payments/registrations.test.ts",
  ],
  ["We may refuse or take down a gig, and we tell you the reason.", "gigs/editor/denied.test.ts"],
  [
    "we save the order with a copy of the title, package, price, delivery time, revisions and questions as they are at that moment",
    "checkout/order-form.test.ts",
  ],
  ["Later changes to the gig don't change your order.", "checkout/agreement.test.ts"],
  ["An order that isn't paid within 24 hours is cancelled.", "transitions/automatic-transitions.test.ts"],
  [
    "The fee that Handiwork keeps from an order, if there is one, is the rate in force when the order is placed. It's saved with the order and shown to the seller.",
    "orders/receipt/statement.test.ts",
  ],
  [
    "If you sell, your earnings from an order clear 14 days after it was completed (7 days for Top Rated sellers), or when the refund period ends, if that is later.",
    "payouts/clearing.test.ts",
  ],
  [
    "If a refund or a lost dispute takes back earnings that were already sent, we take your share back from that account, unless we bear the refund ourselves.",
    "payouts/transfers.test.ts",
    "payouts/goodwill.test.ts",
  ],
  [
    "If the account doesn't hold enough, the rest is taken from your next earnings.",
    "payouts/transfers.test.ts",
    "payouts/settle.test.ts",
  ],
  ["We don't debit your bank account for it.", "payouts/bank-payouts.test.ts"],
  [
    "We may put payouts on hold for up to 90 days, which we can renew; we tell you the reason.",
    "payouts/holds.test.ts",
  ],
  [
    "You can close your account at any time, except while money is still on its way, while earnings have not been paid, while you owe us something, or while your payouts are on hold.",
    "payouts/leaving.test.ts",
    "account/deletion-refusals.test.ts",
  ],
  [
    "If no account can receive your earnings, you may leave them with us; we pay them by hand.",
    "payouts/leaving.test.ts",
    "admin/payouts/payouts.test.ts",
  ],
  ["It's applied once, to the first order of $50 or more.", "payments/credit.test.ts"],
  ["Accepting an offer places an order under its terms", "e2e/offers/offers.js.e2e.ts"],
  ["Until the first delivery the buyer can add extras to a paid order.", "orders/added-extras.test.ts"],
  ["A payment that arrives when nothing can be added is refunded in full.", "orders/added-extras.test.ts"],
  [
    "The text, the price, the delivery time and the revisions of an offer never change after it was sent.",
    "drizzle/offer-triggers.test.ts",
  ],
  [
    "If that order is cancelled before it's paid, the offer can be accepted again until it expires.",
    "drizzle/offer-triggers.test.ts",
  ],
  ["The delivery time begins when the seller starts working.", "orders/page/order-course.test.ts"],
  [
    "After the start, either side may ask for cancellation and the other may agree or refuse.",
    "orders/transitions.test.ts",
  ],
  ["the order is completed automatically", "transitions/automatic-transitions.test.ts"],
  [
    "A refund because of a faulty or missing delivery must be requested within 14 days. The period is counted from the first delivery and its last day is printed on the order and the receipt.",
    "orders/transitions.test.ts",
  ],
  [
    "A refund is only ever for the amount paid for that order; other losses are not covered by it.",
    "admin/orders/refunds.test.ts",
  ],
  [
    "Only the buyer of a completed order may review it, once, within 14 days.",
    "reviews/order-review.test.ts",
  ],
  ["The seller may reply once.", "reviews/order-review.test.ts"],
  ["We may warn, suspend or close an account", "reports/decisions.test.ts"],
  ["We say why", "admin/users/suspension.test.ts"],
  [
    "Open orders are finished or refunded, and earnings that aren't disputed are paid out.",
    "admin/users/suspended-seller.test.ts",
    "payouts/payout-links.test.ts",
  ],
  [
    "if the seller doesn't agree, we ask both sides, look at the record and decide within seven days in most cases",
    "orders/page/order-course.test.ts",
  ],
  ["whose name and address are on the contact page", "contact/contact.test.ts"],
  ["Contact tickets are deleted two years after they were closed.", "contact/ticket-retention.test.ts"],
  [
    "you can object through the contact page. Someone else on our team will review it.",
    "admin/tickets/tickets.test.ts",
  ],
  [
    "What you type isn't stored, isn't logged, isn't sent to anyone else, and isn't used to train models.",
    "workers/log-privacy.test.ts",
  ],
];
