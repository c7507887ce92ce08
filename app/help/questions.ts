import { brand } from "#app/brand.ts";
import { day } from "#app/lib/dates.ts";
import { grace, levels, levelWindow, minRatings } from "#app/sellers/level.ts";

/** The tabs of the help centre, in display order. The first one is the default. */
export const tabs = [
  { key: "buyers", label: "For Buyers" },
  { key: "sellers", label: "For Sellers" },
  { key: "account", label: "Account & Billing" },
] as const;

export type TabKey = (typeof tabs)[number]["key"];

/** A question of the help centre. `id` is its anchor on /faq and its key in the counts of helpful answers. */
export type Question = { id: string; tab: TabKey; question: string; answer: string };

/** `Level 1 needs 15 completed orders, an average of 4.0 stars and 80% delivered on time.` for each level. */
const levelSentences = levels
  .slice(1)
  .map(
    ({ name, completed, rating, onTime }) =>
      `${name} needs ${completed} completed orders, an average of ${rating.toFixed(1)} stars and ${100 * onTime}% delivered on time.`,
  )
  .join(" ");

/** The questions of /help and /faq (docs/specification.md#static-pages), in their order within each tab. */
export const questions: readonly Question[] = [
  {
    id: "how-do-i-find-the-right-service",
    tab: "buyers",
    question: "How do I find the right service?",
    answer:
      "Start with the search box if you know the words, or with the categories if you don't. Every card shows the starting price and the delivery time, and you can sort by price or by date. Open two or three services and read \"What you'll get\" before the description, because that list is what the seller has promised. Reviews come from people who completed an order. When you're unsure, send the seller a message first; a good answer to one precise question tells you more than ten stars.",
  },
  {
    id: "what-is-the-difference-between-basic-standard-and-premium",
    tab: "buyers",
    question: "What is the difference between Basic, Standard and Premium?",
    answer: `They are three sizes of the same service. Basic is the smallest useful version, Standard is what most buyers take, and Premium adds more work, more changes or extra material. Each package has its own price, delivery time and number of revisions, and the order button always shows the price of the package you've picked. If a seller has not written their own packages, ${brand} builds Standard and Premium from the Basic one with the same service and extra support.`,
  },
  {
    id: "can-i-ask-for-something-special",
    tab: "buyers",
    question: "Can I ask for something special?",
    answer: `Yes. Press Ask for an offer on a service or in a conversation and say what you need; a budget, a date and files help. The seller can answer with a custom offer: what you get, the price, the delivery time, the revisions, and until when it's valid. If it doesn't fit yet, press Ask for changes, and the seller can send a new version. What an offer says never changes after it was sent. Accept it, and you have an ordinary order with the price, days and revisions of the offer, which you pay by card and with the same refunds as any other. If you cancel before you pay, the offer can be accepted again while it's valid. You owe nothing before you accept, and you never have to pay outside ${brand}.`,
  },
  {
    id: "how-do-i-place-an-order-and-pay",
    tab: "buyers",
    question: "How do I place an order and pay?",
    answer: `Choose a package and press Order Now. You'll be asked to sign in if you haven't yet. We create the order, then send you to our payment provider's page, where you enter your card. When the payment is confirmed you come back to ${brand} and answer the seller's questions, if there are any. If your connection breaks in the middle, open Orders and use Complete Payment. Don't pay a second time from the service page; the first order is waiting for you there.`,
  },
  {
    id: "what-happens-after-i-have-paid",
    tab: "buyers",
    question: "What happens after I have paid?",
    answer:
      "We let the seller know right away. Answer the questions they need, attach files, and the order is ready. Once the seller starts working, the delivery clock begins, and you see the due date in your own time zone. You can write messages the whole time. The finished work arrives inside the order with a note and files. If the seller does not start within 14 days, the order is cancelled automatically and you get everything back.",
  },
  {
    id: "can-i-add-something-to-an-order",
    tab: "buyers",
    question: "Can I add something to an order?",
    answer:
      "Yes, from the payment until the first delivery. The order's page lists the seller's extras under Add an extra; for anything else, ask the seller in a message, and they can offer you an extra for this order alone. You pay for it separately on a card page. Then it's part of the order: the price and the delivery time rise, and cancelling or completing the order includes it. If your payment arrives when nothing can be added, you get all of it back.",
  },
  {
    id: "how-do-revisions-work",
    tab: "buyers",
    question: "How do revisions work?",
    answer:
      "A revision is a round of changes to delivered work within what was ordered. The package tells you how many rounds are included; \"Unlimited\" means as many as the job reasonably needs. Press Request a revision, write down all your points in one message and the seller works on them together. The counter in the order shows what's left. New wishes, such as a second language or another logo, aren't revisions. Agree on a new order for those.",
  },
  {
    id: "can-i-cancel-an-order",
    tab: "buyers",
    question: "Can I cancel an order?",
    answer:
      "Yes, and without giving a reason, as long as the seller hasn't started. Open the order and press Cancel; if you had paid, the full refund starts right away. After work has begun, send a cancellation request instead. The seller can accept or decline it, and if you can't agree, our support looks at the messages and the delivery and decides. Refunds reach most cards within five to ten days.",
  },
  {
    id: "what-if-im-not-happy-with-the-result",
    tab: "buyers",
    question: "What if I'm not happy with the result?",
    answer:
      "First use a revision, with concrete points; most problems end there. If the delivery isn't what was described, open the order and ask for a refund within the period printed on it and on the receipt. The period begins with the first delivery. We read what was ordered, what was said and what was delivered. A refund is never more than you paid for the order, and credit that you used comes back as credit.",
  },
  {
    id: "what-does-the-money-back-guarantee-cover",
    tab: "buyers",
    question: "What does the money back guarantee cover?",
    answer: `It covers orders that weren't started, weren't delivered, or were delivered differently from the description of the package. In these cases you get back what you paid. It doesn't cover a change of taste after you approved a sketch, or delays that came from missing files on your side. Keep all agreements inside ${brand} messages, since that record is what we look at when we decide.`,
  },
  {
    id: "is-it-safe-to-send-files-and-personal-details",
    tab: "buyers",
    question: "Is it safe to send files and personal details?",
    answer: `Files in messages and orders can be opened only by you and the seller, and those of an order by our support while one of you asks us about it. Even so, send no more than the job needs: replace names in lists, invite people to accounts instead of sharing passwords, and never put card numbers or identity documents into a chat. If someone asks you to pay or to talk outside ${brand}, please use Report. You'd lose the refund, the record and our help.`,
  },
  {
    id: "when-should-i-mark-an-order-as-complete",
    tab: "buyers",
    question: "When should I mark an order as complete?",
    answer:
      "When you have opened every file and are satisfied. Check sizes, spelling of names, and that the formats you were promised are there. Completing the order releases the payment to the seller and lets you write a review within 14 days. If you do nothing, the order completes automatically seven days after delivery. You'll get a reminder one day after the delivery and another one the day before it completes.",
  },
  {
    id: "how-do-i-become-a-seller",
    tab: "sellers",
    question: "How do I become a seller?",
    answer:
      "Open Become a Seller, tell us your full name, write a short bio of at least 50 characters, list your skills and describe your experience. Your application is saved before anything else happens. Then you pay the one-time registration fee of $50 on our payment provider's page. As soon as the payment is confirmed your seller account is activated and you can create your first gig. A person reads each application afterwards, and vetted sellers receive a badge.",
  },
  {
    id: "what-fees-does-handiwork-take-from-my-sales",
    tab: "sellers",
    question: `What fees does ${brand} take from my sales?`,
    answer: `${brand} charges a 20% commission on each completed order. For example, when a buyer pays $100 for your service, the commission is $20 and your earnings are $80. The commission is worked out from the price of the package, before any credit the buyer has used, and it appears as its own line on the order and on its statement. There are no listing fees and no monthly charges for keeping your gigs online.`,
  },
  {
    id: "why-is-there-a-registration-fee",
    tab: "sellers",
    question: "Why is there a registration fee?",
    answer:
      "The $50 is paid once and never again. It covers the cost of reading applications and keeps away people who open twenty accounts in an afternoon. You don't pay for listings, for messages or for being found. If you were charged twice by accident, the second payment is returned automatically. If your application is refused, write to us through the contact page and a person will look at it, and at the fee, again.",
  },
  {
    id: "how-many-gigs-can-i-publish",
    tab: "sellers",
    question: "How many gigs can I publish?",
    answer:
      "New sellers can post up to 5 gigs. Drafts don't count, so prepare as many as you like and publish the best. When you reach a higher level the limit goes away. Five is more than it seems: one precise gig that says what you do, for whom, and what it doesn't include will bring more orders than three vague ones. You can pause a gig at any time and use its place for another.",
  },
  {
    id: "how-do-i-write-a-gig-that-sells",
    tab: "sellers",
    question: "How do I write a gig that sells?",
    answer:
      "Say what the buyer gets, how you work and what you need from them. Put numbers in: pages, words, minutes, formats. Name one thing you don't do. Use pictures of your own work, with a description for people who can't see them. Ask three or four questions that you truly need answered. Then read it aloud. If a sentence could stand on anyone's page, take it out and write one that could only be yours.",
  },
  {
    id: "how-do-i-send-a-custom-offer",
    tab: "sellers",
    question: "How do I send a custom offer?",
    answer:
      "In the conversation, press Send an offer. Choose one of your active gigs, write what the buyer gets, and set a price from $5 to $10,000, 1 to 90 days for delivery, the revisions, and for how many days the offer is valid: at most 30. What you have written is kept as a draft. The buyer gets an email right away. An offer can't be edited after that: send a new version, which replaces it, or withdraw it until it's accepted. You can have 10 open offers in a conversation and 50 in all. The order that follows counts for your gig, its reviews and your level like any other, with the same fee.",
  },
  {
    id: "when-do-i-get-paid",
    tab: "sellers",
    question: "When do I get paid?",
    answer:
      "The buyer pays before you begin, and the money is held until the order is complete. An order completes when the buyer accepts your delivery, or automatically seven days after delivery when there's no answer. Your earnings from an order clear a set number of days after it was completed, or when the buyer's guarantee ends, if that is later. They don't clear while a request or a dispute is open, and your dashboard shows what clears next. Earnings that have cleared go to your account at Stripe, which pays your bank. Set it up on the Earnings page: the first transfer goes out 7 days after you add a bank account, or 3 days after you change it, if that is later. That page also lists each order with what you earn and why it may wait. If a payout fails, we email you the reason and what to do; the money stays in your account at Stripe, which pays it out again. The Earnings page also has a statement for each month and each year, to print or to download as a CSV file. For a single order, open it and choose Statement: it shows price, credit, fee and your net amount, and you can print it.",
  },
  {
    id: "when-does-the-delivery-clock-start",
    tab: "sellers",
    question: "When does the delivery clock start?",
    answer:
      "When you press Start working. Look at the buyer's answers first, and ask for what's missing. You may start without answers if you have what you need. Start within 14 days of payment, otherwise the order is cancelled and the buyer gets their money back. The due date is counted from your start and from the days in your package, and you'll be reminded one day before. After that date the order shows as Late. Can't do the work? Decline before you start: the buyer is paid back, and the first two in a month don't count against your level. Need longer? Ask the buyer for more time on the order's page.",
  },
  {
    id: "how-do-seller-levels-work",
    tab: "sellers",
    question: "How do seller levels work?",
    answer: `Levels are computed every day from three numbers: completed orders, average rating and the share of orders delivered on time. Everyone starts as ${levels[0].name}. ${levelSentences} Your dashboard shows your numbers and what would move you up. No one can buy a level, and you don't lose one in a bad week: ratings and deliveries of the last ${levelWindow} days count (all ratings, if there are fewer than ${minRatings} in that time), and a level drops only after ${grace / day} days below its numbers.`,
  },
  {
    id: "what-can-i-do-about-an-unfair-review",
    tab: "sellers",
    question: "What can I do about an unfair review?",
    answer:
      "Reply once, calmly, with facts; future buyers read the reply more closely than the review. You can report a review that contains insults, private data, or that belongs to another order. We don't remove a review because it's negative, and we never write or change a rating ourselves. Only a buyer who completed an order with you can review it, and only once.",
  },
  {
    id: "how-do-i-create-an-account",
    tab: "account",
    question: "How do I create an account?",
    answer:
      "Press Join and enter your full name, a username of at least three characters, your email address and a password. We send a message to that address with a link; open it, and you can order, sell and write messages; you can sign in and browse before that. If it doesn't arrive within ten minutes, look in the spam folder, then sign in: a note shows the address we have and offers another link. One person needs only one account, for buying and for selling.",
  },
  {
    id: "how-does-the-10-credit-for-new-users-work",
    tab: "account",
    question: "How does the $10 credit for new users work?",
    answer:
      "Every new user gets a $10 credit, once. It's used automatically on your first order of $50 or more, so a $60 order costs you $50 at checkout. You don't need a code. While you are paying, the credit is reserved; if the order is cancelled before payment it goes back and waits for the next one. It can't be paid out in cash, and it doesn't reduce what the seller earns.",
  },
  {
    id: "which-payment-methods-can-i-use",
    tab: "account",
    question: "Which payment methods can I use?",
    answer: `You pay on our payment provider's secure page, which accepts the common credit and debit cards and, in many countries, wallets such as Apple Pay or Google Pay. Prices are in US dollars; your bank converts them and may add a fee of its own. ${brand} never sees or stores your card number. If a card is refused, no order is lost: open the order and press Complete Payment to try again or to use another card.`,
  },
  {
    id: "i-was-charged-but-i-cant-see-my-order-what-now",
    tab: "account",
    question: "I was charged but I can't see my order. What now?",
    answer:
      "Wait two minutes and reload Orders, because confirmations sometimes arrive a little later than you do. If it's still missing, open the contact page, choose \"I was charged and have no order\" and send the form. We check your open payments right away and show you the result on the page. Please don't pay again. A payment that can't be matched to an order is returned in full.",
  },
  {
    id: "where-do-i-find-receipts",
    tab: "account",
    question: "Where do I find receipts?",
    answer:
      "Open the order and choose Receipt. It shows the price, the credit used, the fee and refunds, with dates and the order number, and prints well on one page. You'll also get it by email after each payment. If your bookkeeper needs a company name or tax number on it, add them in your profile before you order, because receipts keep the details that were valid on the day.",
  },
  {
    id: "how-do-i-change-my-e-mail-address-or-password",
    tab: "account",
    question: "How do I change my email address or password?",
    answer:
      "Go to Profile and then Security. For a new email address we send a confirmation link to the new address and a notice to the old one, and nothing changes until the link is opened. For a new password you need the current one. If you've forgotten it, use the link on the sign-in page. We always give the same answer there, whether or not an account exists, so that no one can test for addresses.",
  },
  {
    id: "how-do-i-switch-on-two-step-sign-in",
    tab: "account",
    question: "How do I switch on two-step sign-in?",
    answer:
      "In Profile, under Security, choose an authenticator app or, where we offer it, a phone number. For an app, scan the code and type the six digits. You'll then receive recovery codes; print them or keep them in a password manager, since they are the only way in if you lose the phone. From then on every sign-in asks for a code. You can also see all devices that are signed in and sign out each of them.",
  },
  {
    id: "can-i-download-or-delete-my-data",
    tab: "account",
    question: "Can I download or delete my data?",
    answer:
      "Yes. In Profile, under Data, you can download everything we hold about you as a file, including orders and messages. Deleting the account removes your profile, pictures and personal details. It's refused, with a reason, while money is on its way, for instance with an open order or an unfinished refund, while earnings have not been paid, while you owe us something, or while your payouts are on hold. If no account can receive your earnings, you may leave them with us; we pay them by hand. Invoices and the records the law requires are kept without being shown to anyone, for as long as the law demands.",
  },
  {
    id: "how-do-i-report-a-user-or-a-problem",
    tab: "account",
    question: "How do I report a user or a problem?",
    answer:
      "Use Report on any service, profile, message or review. Choose the reason and add one sentence about what happened. A person reads it, usually within a day, and you'll get an answer. If we decide something against you, our email says why, and you can appeal within six months. In messages you can also block someone right away. For everything else, such as an order that is stuck or a page that doesn't work, use the contact page. You receive a ticket number, and you can choose one of your own orders so we know where to look.",
  },
];
