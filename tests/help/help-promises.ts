/** A sentence to the letter, the file below tests/, and the name of the test in it. */
export type Promised = readonly [promise: string, file: string, test: string];

/** What Help promises, and the tests that keep it (docs/specification.md#static-pages). */
export const helpPromises: readonly Promised[] = [
  // Help, for buyers
  [
    "Every card shows the starting price and the delivery time, and you can sort by price or by date.",
    "e2e/browsing/search.e2e.ts",
    "A visitor searches, filters, opens page 2 and a gig, and goes back; a chip removes its filter",
  ],
  [
    "Reviews come from people who completed an order.",
    "reviews/reviews.test.ts",
    "An order that is not completed cannot be reviewed",
  ],
  [
    "the order button always shows the price of the package you've picked",
    "gigs/page/gig-screen.test.ts",
    "The page shows a gig with three packages, each with its own button and price",
  ],
  [
    "If your connection breaks in the middle, open Orders and use Complete Payment.",
    "payments/checkout.test.ts",
    "'Complete Payment' after the session has expired opens a new one for the same price",
  ],
  [
    "The seller is told at once.",
    "emails/order-emails.test.ts",
    "An email about an order presents the other party once, with both names",
  ],
  [
    "you see the due date in your own time zone",
    "orders/page/order-course.test.ts",
    "A due date is shown in the viewer's own time zone, and late work is marked",
  ],
  [
    "If the seller does not start within 14 days, the order is cancelled automatically and you get everything back.",
    "orders/changing/automatic-transitions.test.ts",
    "An order that is not started for 14 days is cancelled and refunded, and missed reminders are not sent",
  ],
  [
    'The package tells you how many rounds are included; "Unlimited" means as many as the job reasonably needs.',
    "orders/transitions.test.ts",
    "Revisions are counted against the package: -1 is unlimited, 0 is none",
  ],
  [
    "Open the order and press Cancel; if you had paid, the refund of the full amount is started in the same moment.",
    "orders/changing/cancellation.test.ts",
    "A cancelled paid order is refunded in full, and only Stripe's fee stays in the ledger",
  ],
  [
    "The seller can accept or decline it, and if you can't agree, our support looks at the messages and the delivery and decides.",
    "orders/page/order-course.test.ts",
    "A cancellation is requested, declined, requested again and accepted, and the whole payment is refunded",
  ],
  [
    "ask for a refund within the period printed on it and on the receipt. The period begins with the first delivery.",
    "orders/receipt/billing.test.ts",
    "The refund period is printed on receipt and statement",
  ],
  [
    "A refund is never more than you paid for the order, and credit that you used comes back as credit.",
    "payments/credit.test.ts",
    "is returned as credit: the card is refunded first, the rest can be used again",
  ],
  [
    "Files in messages and orders can be opened only by you and the seller.",
    "orders/files/order-files.test.ts",
    "Files are for the parties and operators only, and are downloaded under their own names",
  ],
  [
    "Completing the order releases the payment to the seller and lets you write a review within 14 days.",
    "reviews/reviews.test.ts",
    "The last moment of the 14th day is allowed, the 15th day is not",
  ],
  [
    "If you do nothing, the order completes automatically seven days after delivery. You'll get a reminder one day after the delivery and another one the day before it completes.",
    "orders/clocks.test.ts",
    "Reminders are sent for questions, for a delivery after a day and a day before completion, a day before the due date, and when late",
  ],
  // Help, for sellers
  [
    "Your application is saved before anything else happens.",
    "sellers/application.test.ts",
    "If the write fails the form keeps the text; if Stripe fails the application is kept",
  ],
  [
    "As soon as the payment is confirmed your seller account is activated and you can create your first gig.",
    "payments/registrations.test.ts",
    "The fee is the platform's, the seller is active, and one mail says so",
  ],
  [
    "A person reads each application afterwards, and vetted sellers receive a badge.",
    "admin/applications/applications.test.ts",
    "The lists: to be vetted, unpaid, vetted and refused, with the texts in full",
  ],
  [
    "The commission is worked out from the price of the package, before any credit the buyer has used, and it appears as its own line on the order",
    "orders/receipt/statement.test.ts",
    "The seller's statement says price, credit, fee and net in the seller's words; desk and order lead to it",
  ],
  [
    "If you were charged twice by accident, the second payment is returned automatically.",
    "payments/registrations.test.ts",
    "A second session that is paid goes back in full and is told by mail",
  ],
  [
    "New sellers can post up to 5 gigs. Drafts don't count",
    "gigs/editor/publishing.test.ts",
    "A new seller's sixth service stays a draft; the page names limit, level and what to pause",
  ],
  [
    "When you reach a higher level the limit goes away.",
    "gigs/gig-limit.test.ts",
    "Higher levels have no limit, and who falls below keeps what is published",
  ],
  [
    "You can pause a gig at any time and use its place for another.",
    "gigs/gig-limit.test.ts",
    "A new seller with 5 active services is told the limit, and can resume another after pausing one",
  ],
  [
    "An order completes when the buyer accepts your delivery, or automatically seven days after delivery when there's no answer.",
    "orders/clocks.test.ts",
    "Automatic transitions come after 24 h unpaid, 14 days not started, 7 days not accepted, and never during a hold",
  ],
  [
    "Each order has a statement with price, credit, fee and your net amount, and you can print it.",
    "orders/receipt/statement.test.ts",
    "The seller's statement says price, credit, fee and net in the seller's words; desk and order lead to it",
  ],
  [
    "The due date is counted from your start and from the days in your package, and you'll be reminded one day before.",
    "orders/clocks.test.ts",
    "The due date is start + days + the time that the clock was stopped by a delivery or a request",
  ],
  [
    "Levels are computed every day from three numbers: completed orders, average rating and the share of orders delivered on time.",
    "sellers/level.test.ts",
    "Each row of the table is reached by its three numbers, and missed by each of them alone",
  ],
  [
    "we don't take it away because of one bad week",
    "sellers/level.test.ts",
    "Up at once; down only on the 30th day below",
  ],
  [
    "You can report a review that contains insults, private data, or that belongs to another order.",
    "reviews/order-review.test.ts",
    "can be written once by the seller, with a reason, and the buyer does not see it",
  ],
  ["we never write or change a rating ourselves", "reviews/reviews.test.ts", "A rating cannot be changed"],
  [
    "Only a buyer who completed an order with you can review it, and only once.",
    "reviews/reviews.test.ts",
    "A second review is refused, and the first is unchanged",
  ],
  // Help, account and billing
  [
    "We send a message to that address with a link; open it, and you can order, sell and write messages; you can sign in and browse before that.",
    "orders/placing/order-form.test.ts",
    "A viewer with an unverified address must verify it first, and nothing typed is lost",
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
    "payments/checkout.test.ts",
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
    "In messages you can also block someone at once.",
    "conversations/blocking.test.ts",
    "One press: neither can write, both hear the same; undone, both can",
  ],
  [
    "Files in messages and orders can be opened only by you and the seller.",
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
    "An email about an order presents the other party once, with both names",
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
