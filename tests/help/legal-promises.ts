import type { Promised } from "./help-promises.ts";

/** What Privacy and Terms promise, and the tests that keep it (help-promises.ts). */
export const legalPromises: readonly Promised[] = [
  // Privacy
  [
    "The password is stored only as a one-way hash, so we can't read it.",
    "auth/password-hash.test.ts",
    "A hash stores its cost, N=2^14, r=8, p=5, and a new salt each time",
  ],
  [
    "the type of browser and a shortened internet address, which we need for security and for finding faults",
    "auth/kept-addresses.test.ts",
    "Beyond the limits of an hour, no row has more of an address than its network",
  ],
  [
    "Your email address isn't shown to other users.",
    "orders/receipt/receipt-page.test.ts",
    "A receipt has the form of an invoice: number, date, both parties, service, amounts and dated refunds",
  ],
  [
    "Messages are kept while at least one of the two accounts exists, and for 12 months after an order ended in any case, since they may be needed to settle a dispute.",
    "account/forgotten-messages.test.ts",
    "Messages and their files go when both accounts are gone, and 12 months after the last order between them",
  ],
  [
    "Technical logs are deleted after 30 days.",
    "auth/kept-addresses.test.ts",
    "A session that has ended loses browser and place after 30 days",
  ],
  [
    "We'll tell you the reason and what has to happen first.",
    "account/deletion-refusals.test.ts",
    "A hold and a payment under examination block the deletion",
  ],
  [
    "Passwords are hashed, access by staff is limited and recorded, and every change made by an operator carries a reason.",
    "admin/users/suspension.test.ts",
    "Without a reason of ten characters nothing is done, and the text stays in the field",
  ],
  // Terms
  [
    "Usernames must not imitate other people or companies.",
    "profiles/username.test.ts",
    "Names of the product and its staff are reserved, also with separators and look-alike digits",
  ],
  [
    "If we refuse an application that we should have accepted, or you were charged twice, we return the fee.",
    "payments/registrations.test.ts",
    "An operator refuses: with the fee kept or returned, selling ends",
  ],
  [
    "We may refuse or take down a gig, and we tell you the reason.",
    "gigs/editor/changing.test.ts",
    "A denied service shows the reason in the editor; changed, it is shown again",
  ],
  [
    "we save the order with a copy of the title, package, price, delivery time, revisions and questions as they are at that moment",
    "orders/placing/order-form.test.ts",
    "Price, seller and days come from the database, whatever the browser sends",
  ],
  [
    "An order that isn't paid within 24 hours is cancelled.",
    "orders/changing/automatic-transitions.test.ts",
    "An order that is unpaid for a day is cancelled once, after its Checkout Session is closed, even by concurrent sweeps",
  ],
  [
    "The fee that Handiwork keeps from an order, if there is one, is the rate in force when the order is placed. It's saved with the order and shown to the seller.",
    "orders/receipt/statement.test.ts",
    "The seller's statement says price, credit, fee and net in the seller's words; desk and order lead to it",
  ],
  [
    "It's applied once, to the first order of $50 or more.",
    "payments/credit.test.ts",
    "cannot be used below $50",
  ],
  [
    "the order is completed automatically",
    "orders/changing/automatic-transitions.test.ts",
    "75 days of an order, with every sweep run twice: reminders, late delivery, revisions, automatic completion, review, partial refund",
  ],
  [
    "A refund because of a faulty or missing delivery must be requested within 14 days. The period is counted from the first delivery and its last day is printed on the order and the receipt.",
    "orders/transitions.test.ts",
    "The refund window is open before the first delivery and for 14 days after it, or after a completion without one",
  ],
  [
    "A refund is only ever for the amount paid for that order; other losses are not covered by it.",
    "admin/orders/refunds.test.ts",
    "An operator refunds amounts up to what is left, and refunding the rest closes the order",
  ],
  [
    "Only the buyer of a completed order may review it, once, within 14 days.",
    "reviews/order-review.test.ts",
    "is refused with 403 to the seller, before the completion, a second time, and after 14 days; the text is kept",
  ],
  [
    "The seller may reply once.",
    "reviews/order-review.test.ts",
    "can be written once, only by the seller, and is shown under the review",
  ],
  [
    "Open orders are finished or refunded, and earnings that aren't disputed are paid out.",
    "admin/users/suspended-seller.test.ts",
    "Open orders of a suspended seller go on",
  ],
  [
    "if the seller doesn't agree, we ask both sides, look at the record and decide within seven days in most cases",
    "orders/page/order-course.test.ts",
    "A refund needs a reason, and once the seller has declined it, an operator decides",
  ],
  [
    "whose name and address are on the contact page",
    "contact/contact.test.ts",
    "The page shows ten topics, who runs the site, and its form to visitors and users",
  ],
  [
    "Contact tickets are deleted two years after they were closed.",
    "contact/ticket-retention.test.ts",
    "A ticket is deleted two years after it was closed, with its files, notes and mails, and not a day before",
  ],
  [
    "you can object through the contact page, where another person than the first one looks at it",
    "admin/tickets/tickets.test.ts",
    "A ticket about a suspension shows who decided, and that operator cannot close it",
  ],
  [
    "What you type isn't stored, isn't logged, isn't sent to anyone else, and isn't used to train models.",
    "workers/log-privacy.test.ts",
    "Whatever fails, no name, address, text, password, hash or token of a person is logged",
  ],
];
