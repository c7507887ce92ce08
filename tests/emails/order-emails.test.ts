import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { exactDollars } from "#app/lib/money.ts";
import { find } from "#app/orders/orders.server.ts";
import { refund } from "#app/transitions/apply-transition.server.ts";
import { profiles, settings } from "#drizzle/schema.ts";
import { deps, sweep } from "../support/clock.ts";
import { mailsTo, newestMail } from "../support/mails.ts";
import { paidAtStripe, paidOrder, transition } from "../support/purchase.ts";
import { deliver, deliveries } from "../support/stripe.ts";
import { db, Visitor } from "../support/visitor.ts";

await deliveries("off");

// Help promises: "We let the seller know right away." and, of the receipt, "You'll also get it by email after
// each payment."
it("A payment mails the buyer the receipt and the seller the order in the same moment", async () => {
  const { ann, bob, order, event } = await paidAtStripe();
  for (const { email } of [ann, bob]) expect(await mailsTo(email, 0)).toEqual([]);
  await deliver(event);
  const [[receipt], [sold]] = [await mailsTo(ann.email), await mailsTo(bob.email)];
  expect(receipt?.subject).toContain("Your receipt for “");
  expect(receipt?.text).toContain(`/orders/${order.id}/receipt`);
  expect(receipt?.text).toContain("Price: $80.00\nPaid by card: $80.00");
  expect(sold?.text).toContain(`/orders/${order.id}`);
});

it("An email about an order introduces the other party once with both names, and names them as they gave their name", async () => {
  const { ann, bob, event } = await paidAtStripe();
  const name = (id: string, username: string, fullName: string) =>
    db.update(profiles).set({ username, fullName }).where(eq(profiles.id, id));
  await name(ann.id, "emma_c", "Emma Castellanos");
  await name(bob.id, "okafor_d", "Daniel Okafor");
  await deliver(event);
  const [[receipt], [order]] = [await mailsTo(ann.email), await mailsTo(bob.email)];
  const introductions = (text = "") => text.split("\n\n").filter((part) => part.includes("· @"));
  expect(introductions(receipt?.text)).toEqual(["Seller: Daniel Okafor · @okafor_d"]);
  expect(introductions(order?.text)).toEqual(["Buyer: Emma Castellanos · @emma_c"]);
  expect(receipt?.text).toContain("We've let Daniel Okafor know.");
  expect(order?.text).toContain("Emma Castellanos ordered and paid for");
});

it("Emails about an order say who acted, in whose words, what the seller earns and what remains after a refund", async () => {
  await db.insert(settings).values({ key: "fee_percent", value: "20" });
  const { order, ann, bob } = await paidOrder({ priceCents: 8000 });
  await transition(order.id, "start", "seller", bob.id);
  await transition(order.id, "deliver", "seller", bob.id, { note: "Here it is.\nHave a look." });
  await sweep();
  const first = await newestMail(ann.email, "delivered");
  expect(first.text).toMatch(/ wrote:\n> Here it is\.\n> Have a look\./);
  await transition(order.id, "revise", "buyer", ann.id, { note: "Bigger, please" });
  await transition(order.id, "deliver", "seller", bob.id, { note: "Bigger" });
  await sweep();
  expect((await newestMail(ann.email, "delivered")).subject).toBe(`${first.subject} (2)`);
  await transition(order.id, "complete", "buyer", ann.id);
  await sweep();
  const completed = await newestMail(bob.email, "completed");
  const earned = 8000 - order.feeCents;
  expect(completed.text).toContain(
    `Price: $80.00\nOur fee: −${exactDollars(order.feeCents)}\nYou earn: ${exactDollars(earned)}`,
  );
  expect(completed.text).toMatch(/Your earnings clear on \d/);

  const [asRead, operator] = [await find(db, order.id), await Visitor.signedIn()];
  expect(asRead && (await refund(deps, asRead, 2000, operator.id, "A good reason"))).toBe(true);
  await sweep();
  const [back, told] = [
    await newestMail(ann.email, "refund_granted"),
    await newestMail(bob.email, "refund_granted"),
  ];
  expect(back.text).toContain("Handiwork support approved a refund of $20.00");
  expect(back.text).toContain("> A good reason");
  expect(back.text).toContain("Price: $80.00\nBack to your card: $20.00\nLeft of what you paid: $60.00");
  expect(told.text).toContain(
    `Price: $80.00\nRefunded to the buyer: −$20.00\nOur fee: −${exactDollars((order.feeCents * 3) / 4)}\nYou still earn: ${exactDollars((earned * 3) / 4)}`,
  );
});

it("The answer to a request to cancel says who agreed", async () => {
  const { order, ann, bob } = await paidOrder({ priceCents: 8000 });
  await transition(order.id, "start", "seller", bob.id);
  await transition(order.id, "request-cancel", "buyer", ann.id, { note: "No longer needed" });
  await transition(order.id, "accept-cancel", "seller", bob.id);
  await sweep();
  expect((await newestMail(ann.email, "cancelled")).text).toMatch(/ agreed to cancel your order “/);
});
