import type { MailPart } from "#app/emails/mail-content.ts";
import type { MailData, MailTemplate } from "#app/emails/mail-data.ts";
import type { MailOffer } from "#app/emails/mail-offer.server.ts";
import { required } from "#app/emails/required.ts";
import { cut } from "#app/emails/subject-line.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { dollars, exactDollars } from "#app/lib/money.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** Emails about offers (docs/specification.md#email-kinds). */
export const offerMailTemplates = {
  offer_sent: offerMail(({ seller, title, text, priceCents, days, edition, until }) => ({
    subject:
      edition === 1
        ? `${seller} offers you “${title}” for ${dollars(priceCents)}`
        : `${seller} changed the offer of “${title}” (version ${edition})`,
    paragraphs: [
      edition === 1
        ? `${seller} sent you an offer for “${title}”.`
        : `${seller} sent you version ${edition} of the offer for “${title}”. It replaces the earlier one.`,
      { quote: text, by: seller },
      {
        rows: [
          ["Price", exactDollars(priceCents)],
          ["Delivery time", days],
          ["Valid until", until],
        ],
      },
      "Accept it, ask for changes or decline it on its page.",
    ],
  })),
  offer_withdrawn: offerMail(({ seller, title, priceCents }) => ({
    subject: `${seller} withdrew the offer for “${title}”`,
    paragraphs: [
      `${seller} withdrew the offer for “${title}” for ${exactDollars(priceCents)}, so it can no longer be accepted.`,
      "You can still write to each other about another one.",
    ],
  })),
  offer_declined: offerMail(({ buyer, title, priceCents, reason }) => ({
    subject: `${buyer} declined your offer for “${title}”`,
    paragraphs: [
      `${buyer} declined your offer for “${title}” for ${exactDollars(priceCents)}.`,
      ...(reason === null ? [] : [{ quote: reason, by: buyer }]),
      "You can send another offer in your conversation.",
    ],
  })),
  offer_expired: offerMail(({ buyer, title, priceCents }) => ({
    subject: `Your offer to ${buyer} for “${title}” has expired`,
    paragraphs: [
      `${buyer} did not accept your offer for “${title}” for ${exactDollars(priceCents)} in time, so it has expired.`,
      "You can send a new version of it.",
    ],
  })),
} satisfies Partial<Record<MailKind, MailTemplate>>;

/** The maximum length of a name in a subject, in characters. */
const maxNameLength = 24;

type Shown = MailOffer & { days: string; until: string };

/**
 * A template about an offer: greets the reader and links to the offer. Long names are shortened in the
 * subject, so that it still says what happened.
 */
function offerMail(content: (offer: Shown) => { subject: string; paragraphs: MailPart[] }) {
  return ({ name, origin, timeZone, offer }: Pick<MailData, "name" | "origin" | "timeZone" | "offer">) => {
    const found = required(offer, "offer");
    const { id, buyer, seller, deliveryDays, expiresAt } = found;
    const days = deliveryDays === 1 ? "1 day" : `${deliveryDays} days`;
    const shown = { ...found, days, until: dateTime(expiresAt, timeZone) };
    const short = { ...shown, buyer: cut(buyer, maxNameLength), seller: cut(seller, maxNameLength) };
    return {
      subject: content(short).subject,
      paragraphs: [`Hi ${name},`, ...content(shown).paragraphs],
      link: { label: "See the offer", url: origin + href("/offers/:id", { id }) },
    };
  };
}
