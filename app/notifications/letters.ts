import { exactDollars } from "#app/lib/money.ts";
import type { Letter } from "#app/notifications/mail.ts";
import { shortId } from "#app/orders/order.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** What the letters about an order know. Amounts in cents. */
export type OrderFacts = {
  id: string;
  title: string;
  priceCents: number;
  paymentStatus: string;
  buyer: string;
  seller: string;
};
/** What every letter knows. `verifyUrl` is set for `verify` alone. */
export type Facts = { name: string; origin: string; verifyUrl: string; order: OrderFacts | null };

/** The words of each kind of mail. */
export const letters: Record<MailKind, (facts: Facts) => Letter> = {
  verify: ({ name, verifyUrl }) => ({
    subject: "Please verify your email address",
    paragraphs: [`Hello ${name},`, "follow this link to verify your address. It works for 24 hours."],
    link: { label: "Verify my address", url: verifyUrl },
  }),
  account_exists: ({ name, origin }) => ({
    subject: "You already have an account",
    paragraphs: [
      `Hello ${name},`,
      "somebody, perhaps you, has just tried to sign up with this address. You already have an account, so nothing was changed.",
    ],
    link: { label: "Sign in", url: `${origin}/sign-in` },
  }),
  receipt: about((order) => ({
    subject: `Receipt for order ${shortId(order.id)}`,
    paragraphs: [
      `Hello ${order.buyer},`,
      `you paid ${exactDollars(order.priceCents)} for “${order.title}”. ${order.seller} has been told and starts next.`,
    ],
  })),
  new_order: about((order) => ({
    subject: `New order ${shortId(order.id)}: ${order.title}`,
    paragraphs: [
      `Hello ${order.seller},`,
      `${order.buyer} has ordered and paid “${order.title}” (${exactDollars(order.priceCents)}). Start working when you are ready.`,
    ],
  })),
  started: about((order) => ({
    subject: `${order.seller} has started on order ${shortId(order.id)}`,
    paragraphs: [`Hello ${order.buyer},`, `${order.seller} is now working on “${order.title}”.`],
  })),
  completed: about((order) => ({
    subject: `Order ${shortId(order.id)} is completed`,
    paragraphs: [`Hello ${order.seller},`, `${order.buyer} has marked “${order.title}” as complete.`],
  })),
  cancelled: about((order) => ({
    subject: `Order ${shortId(order.id)} was cancelled`,
    paragraphs: [
      `Hello ${order.seller},`,
      `${order.buyer} has cancelled “${order.title}”. There is nothing more to do.`,
    ],
  })),
  payment_returned: about((order) => ({
    subject: `Your payment for order ${shortId(order.id)} goes back to you`,
    paragraphs: [
      `Hello ${order.buyer},`,
      `a payment for “${order.title}” arrived that this order could not take any more. It is being refunded in full.`,
    ],
  })),
};

function about(words: (order: OrderFacts) => Omit<Letter, "link">): (facts: Facts) => Letter {
  return ({ origin, order }) => {
    if (!order) throw new Error("A letter about an order needs its order");
    return { ...words(order), link: { label: "See the order", url: `${origin}/orders/${order.id}` } };
  };
}
