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
    "the type of browser, and a shortened internet address with its town, which we need for security and for finding faults. Your whole address is kept for about an hour",
    "auth/kept-addresses.test.ts",
    "Beyond the limits of an hour, no row has more of an address than its network",
  ],
  [
    "a code by which we know a card again that has paid with credit",
    "payments/card-credit.test.ts",
    "The card stays tied to an account that is deleted, as HMAC only",
  ],
  [
    "If you sell, everyone can see your name, username, picture, bio, skills, experience, languages, country and local time, your level, gigs and reviews, the month you joined, whether we have vetted you, and until when you are away.",
    "help/visible.test.ts",
    "A seller's page and a review say of a person what Privacy lists, and nothing else",
  ],
  [
    "If you don't sell, you have no public page.",
    "sellers/seller-page.test.ts",
    "A user who does not sell, no longer sells, is suspended or has left has no page",
  ],
  [
    "whether you are here or on which day you last were; you can switch that last part off in your profile",
    "workers/platform/inbox.test.ts",
    "Strangers, blocked users and who does not show it hear nothing, and of them nothing is told",
  ],
  [
    "by our support staff when one of them reports a problem or asks for a decision",
    "orders/files/order-files.test.ts",
    "An operator opens files only while a request or a ticket is about the order, and the log says who did",
  ],
  [
    "These last ones stay on your device and can be deleted there.",
    "gigs/page/around-gig.test.ts",
    "The document of a gig links to recently viewed and holds its own id, but nothing that the visitor viewed before",
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
    "download a copy of your data in a common format",
    "account/export.test.ts",
    "The export is a download of the viewer's own data that no cache stores",
  ],
  [
    "Connections are encrypted.",
    "workers/app.test.ts",
    "Every answer has Strict-Transport-Security and nosniff, also those that are no page",
  ],
  [
    "access by staff is limited and recorded",
    "orders/files/order-files.test.ts",
    "An operator opens files only while a request or a ticket is about the order, and the log says who did",
  ],
  [
    "access by staff is limited and recorded",
    "admin/console.test.ts",
    "The log says which operator looked, and at what",
  ],
  [
    "every change made by an operator carries a reason",
    "admin/orders/order-page.test.ts",
    "Every operator action has a button, asks for a reason, changes the order, tells both parties and is audited",
  ],
  [
    "Passwords are hashed, access by staff is limited and recorded, and every change made by an operator carries a reason.",
    "admin/users/suspension.test.ts",
    "Without a reason of ten characters nothing is done, and the text stays in the field",
  ],
  // Terms
  ["You must be at least 18", "help/help-pages.test.ts", "Sign-up says what who joins agrees to"],
  [
    "Usernames must not imitate other people or companies.",
    "profiles/username.test.ts",
    "Names of the product and its staff are reserved, also with separators and look-alike digits",
  ],
  [
    "Your account is activated when the payment is confirmed.",
    "payments/registrations.test.ts",
    "The fee is the platform's, the seller is active, and one mail says so",
  ],
  [
    "If we refuse an application that we should have accepted, or you were charged twice, we return the fee.",
    "payments/registrations.test.ts",
    "An operator refuses: with the fee kept or returned, selling ends",
  ],
  [
    "We may refuse or take down a gig, and we tell you the reason.",
    "gigs/editor/denied.test.ts",
    "A denied service that its seller changes waits for an operator, who sees both texts",
  ],
  [
    "we save the order with a copy of the title, package, price, delivery time, revisions and questions as they are at that moment",
    "checkout/order-form.test.ts",
    "Price, seller and days come from the database, whatever the browser sends",
  ],
  [
    "Later changes to the gig don't change your order.",
    "checkout/agreement.test.ts",
    "Title, package, price, days, revisions and questions of an order stay when its gig changes",
  ],
  [
    "An order that isn't paid within 24 hours is cancelled.",
    "transitions/automatic-transitions.test.ts",
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
    "The delivery time begins when the seller starts working.",
    "orders/page/order-course.test.ts",
    "The due date counts from the start of the work",
  ],
  [
    "After the start, either side may ask for cancellation and the other may agree or refuse.",
    "orders/transitions.test.ts",
    "The other party is refused with the specification's sentence",
  ],
  [
    "the order is completed automatically",
    "transitions/automatic-transitions.test.ts",
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
    "We may warn, suspend or close an account",
    "reports/decisions.test.ts",
    "A warning goes to the person with the reason, and their things stay",
  ],
  [
    "We say why",
    "admin/users/suspension.test.ts",
    "Suspending a user ends every session and open tab at once, and tells the user why",
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
