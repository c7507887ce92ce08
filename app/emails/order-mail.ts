import type { MailContent, MailPart } from "#app/emails/mail-content.ts";
import type { MailData, MailOrder } from "#app/emails/mail-data.ts";
import { cut } from "#app/emails/subject-line.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars, signedDollars } from "#app/lib/money.ts";
import { givenName } from "#app/profiles/name-in-sentence.ts";
import { bothNames, type NameParts } from "#app/profiles/profile.ts";

/**
 * The content of an order's template: paragraphs that are null are left out, `hash` is the link's fragment.
 */
type OrderContent = { subject: string; paragraphs: (MailPart | null)[]; label?: string; hash?: string };

/**
 * A template about an order: greets the reader, names the other party, and links to the order. The second
 * email of a kind about an order has a different subject from the first, so that people can tell them apart.
 * @throws Error if the email has no order
 */
export function orderMail(content: (order: MailOrder) => OrderContent) {
  return ({ origin, order }: Pick<MailData, "origin" | "order">): MailContent => {
    if (!order) throw new Error("The mail needs its order");
    const { paragraphs, label = "See the order", hash = "" } = content(order);
    // Long names are shortened in the subject, so that it still says what happened.
    const { subject } = content({ ...order, ...inSubject(order) });
    const name = order.reader === "buyer" ? order.buyer : order.seller;
    const fact = order.otherNames && `${order.reader === "buyer" ? "Seller" : "Buyer"}: ${order.otherNames}`;
    return {
      subject,
      count: order.count,
      paragraphs: [`Hi ${name},`, ...paragraphs, fact].filter((text) => text !== null),
      link: { label, url: `${origin}${href("/orders/:id", { id: order.id })}${hash}` },
    };
  };
}

/** The maximum length of a name in a subject, in characters. */
const maxNameLength = 24;

/** The names of an order's people, shortened for a subject. */
function inSubject({ actor, buyer, seller }: MailOrder): Pick<MailOrder, "actor" | "buyer" | "seller"> {
  return {
    actor: cut(actor, maxNameLength),
    buyer: cut(buyer, maxNameLength),
    seller: cut(seller, maxNameLength),
  };
}

/** What the event's actor wrote; null if nothing. */
export function quoted({ note, actor }: MailOrder): MailPart | null {
  return note === null ? null : { quote: note, by: actor };
}

/** The rows of amounts that are not zero. @param rows labels and cents */
export function amounts(rows: [label: string, cents: number][]): MailPart | null {
  const shown = rows.filter(([, cents]) => cents !== 0);
  return shown.length === 0 ? null : { rows: shown.map(([label, cents]) => [label, signedDollars(cents)]) };
}

/**
 * What an event refunds, and what remains: for the buyer where it goes, for the seller what they earn. Null
 * if it refunds nothing.
 */
export function refundRows(order: MailOrder): MailPart | null {
  const { refund, receipt, reader } = order;
  if (!refund) return null;
  if (reader === "seller") return earningRows(order, "You still earn");
  const before = receipt.refundedCents - refund.cardCents - refund.creditCents;
  const parts: [string, number][] = [
    ["Price", receipt.priceCents],
    ["Refunded before", before],
    ["Back to your card", refund.cardCents],
    ["Back as credit", refund.creditCents],
  ];
  const left: [string, number] = ["Left of what you paid", receipt.priceCents - receipt.refundedCents];
  const rows = [...parts.filter(([, cents]) => cents !== 0), left];
  return { rows: rows.map(([label, cents]) => [label, exactDollars(cents)]) };
}

/**
 * The price, and the seller's part of it.
 * @param last the label of the sum @param lines the parts of the price, in cents
 */
export function earningRows(
  { receipt, goodwillCents }: MailOrder,
  last = "You earn",
  lines: [string, number][] = [],
): MailPart {
  const parts: [string, number][] = [
    ...lines,
    ["Price", receipt.priceCents],
    ["Refunded to the buyer", -receipt.refundedCents],
    ["Our fee", -receipt.feeCents],
    ["Paid by us in your place", goodwillCents],
  ];
  const rows = [
    ...parts.filter(([, cents]) => cents !== 0),
    [last, receipt.netCents + goodwillCents] as const,
  ];
  return { rows: rows.map(([label, cents]) => [label, signedDollars(cents)]) };
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
