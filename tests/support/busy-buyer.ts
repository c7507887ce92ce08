import { eq } from "drizzle-orm";
import * as schema from "#drizzle/schema.ts";
import conversationData from "#drizzle/seed/data/conversations.json";
import gigData from "#drizzle/seed/data/gigs.json";
import { paidOrder, placeOrder, transition } from "./purchase.ts";
import { deliveries } from "./stripe.ts";
import { db, Visitor } from "./visitor.ts";

const [longest] = conversationData.toSorted((a, b) => b.messages.length - a.messages.length);
const titles = gigData.map(({ title }) => title).toSorted((a, b) => b.length - a.length);
/** A full page of the dashboard. */
const orderCount = 20;

/**
 * A buyer with a lot on each screen: a full page of orders with long titles, a delivered and reviewed one
 * among them, and the longest conversation of the demo market.
 */
export async function busyBuyer(): Promise<{ ann: Visitor; order: string; thread: string }> {
  await deliveries("off");
  const ann = await Visitor.signedIn();
  const questions = [
    { question: "What do you sell, and to whom?", type: "text" as const, required: true },
    { question: "Which size?", type: "choice" as const, required: true, options: ["Small", "Large"] },
  ];
  const [longTitle = "", ...further] = titles;
  const { order, bob } = await paidOrder({ title: longTitle, questions }, ann);
  for (const title of further.slice(0, orderCount - 1)) await placeOrder({ title, priceCents: 12_500 }, ann);
  const answers = ["Handmade bowls and cups, mostly to people who come by on Saturdays.", "Large"];
  await transition(order.id, "answer", "buyer", ann.id, { answers });
  await transition(order.id, "start", "seller", bob.id);
  const note = "Three files: one for print, one for the screen, one to edit. Tell me what to change.";
  await transition(order.id, "deliver", "seller", bob.id, { note });
  await transition(order.id, "complete", "buyer", ann.id);
  const path = `/orders/${order.id}`;
  await ann.submit(path, { intent: "review", rating: 5, comment: "Exactly what I asked for, a day early." });
  await bob.submit(path, { intent: "reply", reply: "Thank you. It was a pleasure to draw." });

  const thread = (await ann.get(`/messages?user=${bob.id}`)).location ?? "";
  const conversationId = new URLSearchParams(thread.split("?")[1]).get("conversation") ?? "";
  const at = Date.now();
  for (const { sender, content } of longest?.messages ?? [])
    await db.insert(schema.messages).values({
      id: crypto.randomUUID(),
      conversationId,
      senderId: sender === "buyer" ? ann.id : bob.id,
      content,
      isRead: true,
      createdAt: at,
    });
  await db
    .update(schema.conversations)
    .set({ lastMessage: longest?.last_message })
    .where(eq(schema.conversations.id, conversationId));
  return { ann, order: path, thread };
}
