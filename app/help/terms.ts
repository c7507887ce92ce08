import { brand } from "#app/brand.ts";
import { days, type HelpFigures } from "#app/help/help.ts";
import type { LegalText } from "#app/help/legal-text.ts";

/**
 * The text of /terms (docs/specification.md#static-pages).
 * @param figures the settings of today; null leaves the figures out
 */
export const terms = (figures: HelpFigures | null): LegalText =>
  withFigures(figures?.refundDays ?? null, clearingOf(figures));

function clearingOf(figures: HelpFigures | null): string {
  if (!figures) return "some days after it was completed";
  const { clearDays, topRatedDays } = figures;
  return `${days(clearDays)} after it was completed (${days(topRatedDays)} for Top Rated sellers)`;
}

const withFigures = (refundDays: number | null, clearing: string): LegalText => ({
  title: "Terms of Service",
  updated: "2026-11-27",
  sections: [
    {
      heading: null,
      blocks: [
        {
          kind: "paragraph",
          text: `These terms are the agreement between you and the operator of ${brand}. By opening an account or placing an order you accept them. We've left out what no one reads and kept what decides cases.`,
        },
      ],
    },
    {
      heading: `1. What ${brand} is`,
      blocks: [
        {
          kind: "paragraph",
          text: `${brand} is a marketplace. Sellers offer services at fixed prices, called gigs, and buyers order them. The contract for the service itself is between the buyer and the seller. We provide the place, the payment, the record of what was agreed, and help when something goes wrong. We aren't the employer of sellers and don't do the work for them.`,
        },
      ],
    },
    {
      heading: "2. Your account",
      blocks: [
        {
          kind: "paragraph",
          text: "You must be at least 18 and give correct information. One person has one account. Keep your password to yourself and switch on two-step sign-in if you can; what happens under your account is treated as yours unless you tell us that it was misused. Usernames must not imitate other people or companies.",
        },
      ],
    },
    {
      heading: "3. Becoming a seller",
      blocks: [
        {
          kind: "paragraph",
          text: "To sell you complete an application and pay a one-time registration fee of $50. Your account is activated when the payment is confirmed. We check applications afterwards, and we may ask for evidence of your skills or your identity. If we refuse an application that we should have accepted, or you were charged twice, we return the fee. New sellers may publish up to 5 gigs.",
        },
      ],
    },
    {
      heading: "4. Gigs",
      blocks: [
        {
          kind: "paragraph",
          text: "A gig must describe what the buyer receives, for what price and in how many days. Pictures and texts must be your own, or you must have the right to use them. The following may not be offered:",
        },
        {
          kind: "list",
          items: [
            "anything illegal, or meant to deceive others, such as fake reviews, followers or documents",
            "academic work to be handed in under someone else's name",
            "work that copies the protected works, brands or persons of others without permission",
            "malicious software, or access to accounts that aren't yours",
            "content that sexualises minors, or that threatens or degrades people",
          ],
        },
        { kind: "paragraph", text: "We may refuse or take down a gig, and we tell you the reason." },
      ],
    },
    {
      heading: "5. Orders and payment",
      blocks: [
        {
          kind: "paragraph",
          text: "When you press Order Now, we save the order with a copy of the title, package, price, delivery time, revisions and questions as they are at that moment. Later changes to the gig don't change your order. Prices are in US dollars. Payment goes through our payment provider. An order that isn't paid within 24 hours is cancelled.",
        },
        {
          kind: "paragraph",
          text: `The fee that ${brand} keeps from an order, if there is one, is the rate in force when the order is placed. It's saved with the order and shown to the seller.`,
        },
        {
          kind: "paragraph",
          text: `If you sell, your earnings from an order clear ${clearing}, or when the refund period ends, if that is later. Earnings that have cleared are sent to your account at our payment provider, which pays your bank. If a refund or a lost dispute takes back earnings that were already sent, we take your share back from that account, unless we bear the refund ourselves. If the account doesn't hold enough, the rest is taken from your next earnings. We don't debit your bank account for it. We may put payouts on hold for up to 90 days, which we can renew; we tell you the reason.`,
        },
        {
          kind: "paragraph",
          text: "New users receive a $10 credit. It's applied once, to the first order of $50 or more. It can't be exchanged for money.",
        },
      ],
    },
    {
      heading: "6. Custom offers",
      blocks: [
        {
          kind: "paragraph",
          text: "A seller can make you an offer in a conversation. It binds the seller until it expires, is withdrawn or is replaced by a newer version; it binds you only when you accept it. Asking for an offer binds no one. The text, the price, the delivery time and the revisions of an offer never change after it was sent.",
        },
        {
          kind: "paragraph",
          text: `Accepting an offer places an order under its terms, and everything that these terms say about orders, payment and refunds applies to it. If that order is cancelled before it's paid, the offer can be accepted again until it expires. Offers are paid on ${brand} only; we can't return or protect what is paid elsewhere.`,
        },
      ],
    },
    {
      heading: "7. Work and delivery",
      blocks: [
        {
          kind: "paragraph",
          text: `The delivery time begins when the seller starts working. The seller must start within 14 days after payment; otherwise the order is cancelled with a full refund. The seller delivers inside the order. The buyer then accepts the delivery or asks for a revision, as often as the package allows. If the buyer doesn't answer within seven days after delivery, the order is completed automatically. Please keep conversations about an order on ${brand}, because agreements made elsewhere can't be taken into account.`,
        },
        {
          kind: "paragraph",
          text: "Until the first delivery the buyer can add extras to a paid order. An extra is part of the order once it's paid: its price is added to the price, and its days to the delivery time. A payment that arrives when nothing can be added is refunded in full.",
        },
      ],
    },
    {
      heading: "8. Cancellation and refunds",
      blocks: [
        {
          kind: "paragraph",
          text: "A buyer may cancel an order that hasn't been started, and receives a full refund if it was paid. After the start, either side may ask for cancellation and the other may agree or refuse. If you can't agree, our support decides on the basis of the order, the messages and the delivery.",
        },
        {
          kind: "paragraph",
          text: `A refund because of a faulty or missing delivery must be requested ${within(refundDays)}. The period is counted from the first delivery and its last day is printed on the order and the receipt. A refund is only ever for the amount paid for that order; other losses are not covered by it. Credit that was used is returned as credit. Rights that consumer law gives you are not affected.`,
        },
      ],
    },
    {
      heading: "9. Rights in the work",
      blocks: [
        {
          kind: "paragraph",
          text: "Unless the gig or the messages say otherwise, the buyer receives all transferable rights of use in the delivered work when the order is completed and paid. Until then the rights remain with the seller. Sketches and variants that weren't chosen stay with the seller. Materials of others, such as fonts, music or stock pictures, keep their own licences, which the seller must name. A seller may show the finished work in a portfolio unless the buyer objects.",
        },
      ],
    },
    {
      heading: "10. Reviews",
      blocks: [
        {
          kind: "paragraph",
          text: "Only the buyer of a completed order may review it, once, within 14 days. Reviews must be honest and about the order. Offering money or discounts for a good rating, or threatening a bad one, leads to suspension. The seller may reply once.",
        },
      ],
    },
    {
      heading: "11. Conduct",
      blocks: [
        {
          kind: "paragraph",
          text: `Treat each other decently. No harassment, no discrimination, no spam, no asking to pay outside ${brand}. Don't collect data from the site by automated means beyond what our robots file allows, and don't try to get around limits or security.`,
        },
      ],
    },
    {
      heading: "12. Suspension and closing",
      blocks: [
        {
          kind: "paragraph",
          text: "You can close your account at any time, except while money is still on its way, while earnings have not been paid, while you owe us something, or while your payouts are on hold. If no account can receive your earnings, you may leave them with us; we pay them by hand. We may warn, suspend or close an account that breaks these terms seriously or repeatedly. We say why, and you can object through the contact page. Someone else on our team will review it. Open orders are finished or refunded, and earnings that aren't disputed are paid out.",
        },
      ],
    },
    {
      heading: "13. Liability",
      blocks: [
        {
          kind: "paragraph",
          text: "We are liable without limit for intent, gross negligence and injury to life or health. Otherwise we're liable for foreseeable damage from the breach of an essential duty, up to the amount of the order concerned. We don't guarantee that the site is available at all times. Sellers are liable for their work and for the rights of others in it.",
        },
      ],
    },
    {
      heading: "14. Disputes between buyer and seller",
      blocks: [
        {
          kind: "paragraph",
          text: `Talk first. If that doesn't help, ask for a refund in the order; if the seller doesn't agree, we ask both sides, look at the record and decide within seven days in most cases. Our decision settles what happens with the money held on ${brand}. It doesn't take away anyone's right to go to court.`,
        },
      ],
    },
    {
      heading: "15. Changes and law",
      blocks: [
        {
          kind: "paragraph",
          text: "We may change these terms for good reasons, such as new functions or new law. We announce changes by email at least 30 days before. Orders already placed stay under the terms in force when they were placed. If you don't agree, you may close your account. The law of the country where the operator is established applies; for consumers, the mandatory protection of their own country remains. If one clause is invalid the others stay in force.",
        },
      ],
    },
  ],
});

function within(days: number | null): string {
  return days === null ? "within the refund period" : `within ${days} days`;
}
