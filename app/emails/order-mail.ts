import type { MailContent, MailData, MailOrder } from "#app/emails/mail-data.ts";
import { dateTime } from "#app/lib/dates.ts";
import { isName } from "#app/profiles/name-in-sentence.ts";
import { bothNames, type NameParts } from "#app/profiles/profile.ts";

/**
 * What an order's template writes: paragraphs that are null are left out, `hash` is the end of the link's
 * address.
 */
type OrderContent = { subject: string; paragraphs: (string | null)[]; label?: string; hash?: string };

/**
 * A template about an order: greets the reader, says who the other party is, and links to the order.
 * @throws Error if the mail has no order
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
      link: { label, url: `${origin}/orders/${order.id}${hash}` },
    };
  };
}

/** The display name of the party that does not read the mail. */
export function otherParty({ reader, buyer, seller }: MailOrder): string {
  return reader === "buyer" ? seller : buyer;
}

/** The most words of a full name that an email shows: more could be a message. */
const mostNames = 4;

/**
 * The full name and the username of a party, as an email may show them; null if one of them is missing or
 * could hold a link or a message (docs/specification.md#outbox).
 */
export function namesInMail(profile: NameParts): string | null {
  const words = (profile.fullName ?? "").trim().split(/\s+/);
  const isSafe = words.length <= mostNames && words.every(isName) && !profile.username?.includes(".");
  return isSafe && profile.username ? bothNames(profile) : null;
}

/** When the order is due, in the reader's time zone; null if it has no delivery date. */
export function dueSentence({ deliveryDate, timeZone }: MailOrder): string | null {
  return deliveryDate === null ? null : `It is due on ${dateTime(deliveryDate, timeZone)}.`;
}
