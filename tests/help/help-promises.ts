/** A sentence to the letter, the file below tests/, and the name of the test in it. */
export type Promised = readonly [promise: string, file: string, test: string];

/** What Help promises buyers and sellers, and the tests that keep it (docs/specification.md#static-pages). */
export const helpPromises: readonly Promised[] = [
  // Help, for buyers
  [
    "Every card shows the starting price and the delivery time, and you can sort by price or by date.",
    "browse/category.test.ts",
    "Gigs are sorted by price both ways across pages; an unknown sort is the newest",
  ],
  [
    "Every card shows the starting price and the delivery time",
    "browse/category.test.ts",
    "A category lists its gigs, newest first, 20 on a page, without unlisted ones",
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
    "If a seller has not written their own packages, Handiwork builds Standard and Premium from the Basic one",
    "gigs/gig.test.ts",
    "A gig without package details gets three tiers, rounded half up to whole dollars",
  ],
  [
    "You'll be asked to sign in if you haven't yet.",
    "checkout/order-form.test.ts",
    "A visitor is sent to sign in, with a return path that keeps the package and everything typed",
  ],
  [
    "When the payment is confirmed you come back to Handiwork and answer the seller's questions, if there are any.",
    "e2e/orders/purchase.e2e.ts",
    "A new buyer browses, signs up, orders, pays and answers; the seller delivers twice; the buyer completes and reviews",
  ],
  [
    "Don't pay a second time from the service page; the first order is waiting for you there.",
    "checkout/order-form.test.ts",
    "Five submits with one form token are one order and one card page",
  ],
  [
    "If your connection breaks in the middle, open Orders and use Complete Payment.",
    "checkout/checkout.test.ts",
    "'Complete Payment' after the session has expired opens a new one for the same price",
  ],
  [
    "The seller is told at once.",
    "emails/order-emails.test.ts",
    "A payment mails the buyer the receipt and the seller the order in the same moment",
  ],
  [
    "you see the due date in your own time zone",
    "orders/page/order-course.test.ts",
    "A due date is shown in the viewer's own time zone, and late work is marked",
  ],
  [
    "If the seller does not start within 14 days, the order is cancelled automatically and you get everything back.",
    "transitions/automatic-transitions.test.ts",
    "An order that is not started for 14 days is cancelled and refunded, and missed reminders are not sent",
  ],
  [
    'The package tells you how many rounds are included; "Unlimited" means as many as the job reasonably needs.',
    "orders/transitions.test.ts",
    "Revisions are counted against the package: -1 is unlimited, 0 is none",
  ],
  [
    "The counter in the order shows what's left.",
    "orders/page/order-layout.test.ts",
    "First what to do now, then the delivery with its answer, requirements, timeline and summary",
  ],
  [
    "Yes, and without giving a reason, as long as the seller hasn't started.",
    "transitions/cancellation.test.ts",
    "A cancelled paid order is refunded in full, and only Stripe's fee stays in the ledger",
  ],
  [
    "Open the order and press Cancel; if you had paid, the refund of the full amount is started in the same moment.",
    "transitions/cancellation.test.ts",
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
    "Files in messages and orders can be opened only by you and the seller, and those of an order by our support while one of you asks us about it.",
    "orders/files/order-files.test.ts",
    "An operator opens files only while a request or a ticket is about the order, and the log says who did",
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
    "vetted sellers receive a badge",
    "sellers/seller-page.test.ts",
    "The page shows who the seller is, in their own words, with their services and reviews",
  ],
  [
    "it appears as its own line on the order and on its statement",
    "orders/page/order-amounts.test.ts",
    "Checkout, order page, receipt and the seller's order page show the same amounts",
  ],
  [
    "You may start without answers if you have what you need.",
    "orders/transitions.test.ts",
    "A seller may start a paid order before the questions are answered",
  ],
  [
    "After that date the order shows as Late.",
    "orders/page/order-course.test.ts",
    "A due date is shown in the viewer's own time zone, and late work is marked",
  ],
  [
    "Your seller desk shows your numbers and what would move you up.",
    "sellers/level.test.ts",
    "What would move a seller up names the lacking numbers only",
  ],
  [
    "since the numbers look at the last months together",
    "sellers/daily-levels.test.ts",
    "12 months of ratings count; with fewer than 5, all; what was taken down, never",
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
];
