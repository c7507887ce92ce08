import type { MailContent, MailData, MailOrder } from "#app/emails/mail-data.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { givenName } from "#app/profiles/name-in-sentence.ts";
import { bothNames, type NameParts } from "#app/profiles/profile.ts";

/**
 * The content of an order's template: paragraphs that are null are left out, `hash` is the link's fragment.
 */
type OrderContent = { subject: string; paragraphs: (string | null)[]; label?: string; hash?: string };

/**
 * A template about an order: greets the reader, names the other party, and links to the order.
 * @throws Error if the email has no order
 */
export function orderMail(content: (order: MailOrder) => OrderContent) {
  return ({ origin, order }: Pick<MailData, "origin" | "order">): MailContent => {
    if (!order) throw new Error("The mail needs its order");
    const { subject, paragraphs, label = "See the order", hash = "" } = content(order);
    const name = order.reader === "buyer" ? order.buyer : order.seller;
    const fact = order.otherNames && `${order.reader === "buyer" ? "Seller" : "Buyer"}: ${order.otherNames}`;
    return {
      subject,
      paragraphs: [`Hi ${name},`, ...paragraphs, fact].filter((text) => text !== null),
      link: { label, url: `${origin}${href("/orders/:id", { id: order.id })}${hash}` },
    };
  };
}

/** The display name of the party that does not get the email. */
export function otherParty({ reader, buyer, seller }: MailOrder): string {
  return reader === "buyer" ? seller : buyer;
}

/**
 * The full name and username of a party for an email; null if one of them is missing or could contain a link
 * or a message (docs/specification.md#outbox).
 */
export function namesInMail(profile: NameParts): string | null {
  const isSafe = givenName(profile.fullName) !== null && !profile.username?.includes(".");
  return isSafe && profile.username ? bothNames(profile) : null;
}

/** When the order is due, or was, in the reader's time zone; null if it has no delivery date. */
export function dueSentence({ deliveryDate, isLate, timeZone }: MailOrder): string | null {
  return deliveryDate === null
    ? null
    : `It ${isLate ? "was" : "is"} due on ${dateTime(deliveryDate, timeZone)}.`;
}
