import type { MailContent, MailData, MailOrder } from "#app/emails/mail-data.ts";
import { dateTime } from "#app/lib/dates.ts";

/**
 * What an order's template writes: paragraphs that are null are left out, `hash` is the end of the link's
 * address.
 */
type OrderContent = { subject: string; paragraphs: (string | null)[]; label?: string; hash?: string };

/**
 * A template about an order: greets the reader and links to the order.
 * @throws Error if the mail has no order
 */
export function orderMail(content: (order: MailOrder) => OrderContent) {
  return ({ origin, order }: Pick<MailData, "origin" | "order">): MailContent => {
    if (!order) throw new Error("The mail needs its order");
    const { subject, paragraphs, label = "See the order", hash = "" } = content(order);
    const name = order.reader === "buyer" ? order.buyer : order.seller;
    return {
      subject,
      paragraphs: [`Hello ${name},`, ...paragraphs.filter((text) => text !== null)],
      link: { label, url: `${origin}/orders/${order.id}${hash}` },
    };
  };
}

/** The display name of the party that does not read the mail. */
export function otherParty({ reader, buyer, seller }: MailOrder): string {
  return reader === "buyer" ? seller : buyer;
}

/** When the order is due, in the reader's time zone; null if it has no delivery date. */
export function dueSentence({ deliveryDate, timeZone }: MailOrder): string | null {
  return deliveryDate === null ? null : `It is due on ${dateTime(deliveryDate, timeZone)}.`;
}
