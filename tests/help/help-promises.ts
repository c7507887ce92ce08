/** A promise, word for word, and the files under tests/ that verify it. */
export type Promised = readonly [promise: string, ...files: string[]];

/**
 * What Help promises buyers and sellers, and the tests that verify it (docs/specification.md#static-pages).
 */
export const helpPromises: readonly Promised[] = [
  // Help, for buyers
  [
    "Every card shows the starting price and the delivery time, and you can sort by price or by date.",
    "browse/category.test.ts",
  ],
  ["Every card shows the starting price and the delivery time", "browse/category.test.ts"],
  ["Reviews come from people who completed an order.", "reviews/reviews.test.ts"],
  ["the order button always shows the price of the package you've picked", "gigs/page/gig-screen.test.ts"],
  [
    "If a seller has not written their own packages, Handiwork builds Standard and Premium from the Basic one",
    "gigs/gig.test.ts",
  ],
  [
    "Press Ask for an offer on a service or in a conversation and say what you need; a budget, a date and files help.",
    "e2e/offers/offers.js.e2e.ts",
  ],
  [
    "If it doesn't fit yet, press Ask for changes, and the seller can send a new version.",
    "e2e/offers/offers.js.e2e.ts",
  ],
  [
    "Accept it, and you have an ordinary order with the price, days and revisions of the offer, which you pay by card",
    "e2e/offers/offers.js.e2e.ts",
  ],
  ["The buyer gets an email right away.", "e2e/offers/offers.js.e2e.ts"],
  ["The order's page lists the seller's extras under Add an extra", "orders/added-extras.test.ts"],
  ["they can offer you an extra for this order alone", "orders/added-extras.test.ts"],
  [
    "the price and the delivery time rise, and cancelling or completing the order includes it",
    "orders/added-extras.test.ts",
  ],
  [
    "If your payment arrives when nothing can be added, you get all of it back.",
    "orders/added-extras.test.ts",
  ],
  ["What an offer says never changes after it was sent.", "drizzle/offer-triggers.test.ts"],
  [
    "If you cancel before you pay, the offer can be accepted again while it's valid.",
    "drizzle/offer-triggers.test.ts",
  ],
  ["You'll be asked to sign in if you haven't yet.", "checkout/order-form.test.ts"],
  [
    "When the payment is confirmed you come back to Handiwork and answer the seller's questions, if there are any.",
    "e2e/orders/purchase.e2e.ts",
  ],
  [
    "Don't pay a second time from the service page; the first order is waiting for you there.",
    "checkout/order-form.test.ts",
  ],
  [
    "If your connection breaks in the middle, open Orders and use Complete Payment.",
    "checkout/checkout.test.ts",
  ],
  ["We let the seller know right away.", "emails/order-emails.test.ts"],
  ["you see the due date in your own time zone", "orders/page/order-course.test.ts"],
  [
    "If the seller does not start within 14 days, the order is cancelled automatically and you get everything back.",
    "transitions/automatic-transitions.test.ts",
  ],
  [
    'The package tells you how many rounds are included; "Unlimited" means as many as the job reasonably needs.',
    "orders/transitions.test.ts",
  ],
  ["The counter in the order shows what's left.", "orders/page/order-layout.test.ts"],
  [
    "Yes, and without giving a reason, as long as the seller hasn't started.",
    "transitions/cancellation.test.ts",
  ],
  [
    "Open the order and press Cancel; if you had paid, the full refund starts right away.",
    "transitions/cancellation.test.ts",
  ],
  [
    "The seller can accept or decline it, and if you can't agree, our support looks at the messages and the delivery and decides.",
    "orders/page/order-course.test.ts",
  ],
  [
    "ask for a refund within the period printed on it and on the receipt. The period begins with the first delivery.",
    "orders/receipt/billing.test.ts",
  ],
  [
    "A refund is never more than you paid for the order, and credit that you used comes back as credit.",
    "payments/credit.test.ts",
  ],
  [
    "Files in messages and orders can be opened only by you and the seller, and those of an order by our support while one of you asks us about it.",
    "orders/files/order-files.test.ts",
  ],
  [
    "Completing the order releases the payment to the seller and lets you write a review within 14 days.",
    "reviews/reviews.test.ts",
  ],
  [
    "If you do nothing, the order completes automatically seven days after delivery. You'll get a reminder one day after the delivery and another one the day before it completes.",
    "orders/clocks.test.ts",
  ],
  // Help, for sellers
  ["Your application is saved before anything else happens.", "sellers/application.test.ts"],
  [
    "As soon as the payment is confirmed your seller account is activated and you can create your first gig.",
    "payments/registrations.test.ts",
  ],
  [
    "A person reads each application afterwards, and vetted sellers receive a badge.",
    "admin/applications/applications.test.ts",
  ],
  ["vetted sellers receive a badge", "sellers/seller-page.test.ts"],
  ["it appears as its own line on the order and on its statement", "orders/page/order-amounts.test.ts"],
  ["You may start without answers if you have what you need.", "orders/transitions.test.ts"],
  ["After that date the order shows as Late.", "orders/page/order-course.test.ts"],
  ["Your dashboard shows your numbers and what would move you up.", "sellers/level.test.ts"],
  ["ratings and deliveries of the last 365 days count", "sellers/daily-levels.test.ts"],
  [
    "The commission is worked out from the price of the package, before any credit the buyer has used, and it appears as its own line on the order",
    "orders/receipt/statement.test.ts",
  ],
  [
    "If you were charged twice by accident, the second payment is returned automatically.",
    "payments/registrations.test.ts",
  ],
  ["New sellers can post up to 5 gigs. Drafts don't count", "gigs/editor/publishing.test.ts"],
  ["When you reach a higher level the limit goes away.", "gigs/gig-limit.test.ts"],
  ["You can pause a gig at any time and use its place for another.", "gigs/gig-limit.test.ts"],
  [
    "An order completes when the buyer accepts your delivery, or automatically seven days after delivery when there's no answer.",
    "orders/clocks.test.ts",
  ],
  [
    "For a single order, open it and choose Statement: it shows price, credit, fee and your net amount, and you can print it.",
    "orders/receipt/statement.test.ts",
  ],
  [
    "The due date is counted from your start and from the days in your package, and you'll be reminded one day before.",
    "orders/clocks.test.ts",
  ],
  [
    "Levels are computed every day from three numbers: completed orders, average rating and the share of orders delivered on time.",
    "sellers/level.test.ts",
  ],
  ["a level drops only after 30 days below its numbers", "sellers/level.test.ts"],
  [
    "You can report a review that contains insults, private data, or that belongs to another order.",
    "reviews/order-review.test.ts",
  ],
  ["we never write or change a rating ourselves", "reviews/reviews.test.ts"],
  ["Only a buyer who completed an order with you can review it, and only once.", "reviews/reviews.test.ts"],
];
