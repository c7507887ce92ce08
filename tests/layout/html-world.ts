import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { urlOf } from "#app/auth/links.server.ts";
import { ticketCode } from "#app/contact/ticket.ts";
import * as unsubscribeLinks from "#app/emails/unsubscribe-links.server.ts";
import * as schema from "#drizzle/schema.ts";
import { callRow, mailRow, webhookRow } from "../admin/health/stuck-rows.ts";
import { write } from "../admin/tickets/ticket-form.ts";
import { wholeDraft } from "../gigs/editor/writer.ts";
import { paidSeller, sellerRow } from "../sellers/applicant.ts";
import { addApp } from "../support/accounts/factors.ts";
import { operator } from "../support/accounts/operator.ts";
import { member } from "../support/accounts/passwords.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { day, now } from "../support/clock.ts";
import { announcement, gig, person } from "../support/factories.ts";
import { linkTo } from "../support/mails.ts";
import { heavyMarket } from "../support/market.ts";
import { offerIn, offerRow, requestRow } from "../support/offer-rows.ts";
import { paidOrder, placeOrder, transition } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, visitor } from "../support/visitor.ts";

// The people, orders and rows whose pages valid-html.test.ts checks.

await deliveries("off");
export const market = await heavyMarket(db);
export const guest = visitor.signedOut();
export const lite = visitor.passingBy();
lite.setCookie("lite", "1");
lite.setCookie("recent", market.recent);

/** Orders in every stage, each with its own buyer `ann` and seller `bob`. */
const questions = [
  { question: "What do you sell?", type: "text" as const, required: true },
  { question: "Which size?", type: "choice" as const, required: true, options: ["Small", "Large"] },
  { question: "Your old logo", type: "file" as const, required: false },
];
export const unpaid = await placeOrder({ questions });
export const asked = await paidOrder({ questions });
export const ready = await paidOrder();
export const [delivered, completed] = [await paidOrder(), await paidOrder()];
for (const { order, bob } of [delivered, completed]) {
  await transition(order.id, "start", "seller", bob.id);
  await transition(order.id, "deliver", "seller", bob.id, { note: "Done & dusted, all of it <here>." });
}
await transition(completed.order.id, "complete", "buyer", completed.ann.id);
export const { ann, bob } = completed;
export const placed = [unpaid, asked, ready, delivered, completed];
export const orderPage = ({ order }: { order: { id: string } }) => `/orders/${order.id}`;
await ann.submit(orderPage(completed), { intent: "review", rating: 2, comment: "Late <again>" });
await bob.submit(orderPage(completed), { intent: "reply", reply: "It was not & never is" });
await bob.submit(orderPage(completed), { intent: "report", reason: "It is about someone else" });
export const thread = (await ann.get(`/messages?user=${bob.id}`)).location ?? "";
export const conversation = new URLSearchParams(thread.split("?")[1]).get("conversation") ?? "";
await ann.submit("/messages", { conversation, content: "Is it\n<done>?" });
/** A request for an offer, and the draft of an offer. */
export const offeredGig = completed.order.gigId;
const need = "A second one of the same kind, but for a <larger> shop & by May";
await ann.submit("/offers", { intent: "ask", conversation, content: need, budget: "340", wantedBy: "" });
await bob.submit("/offers", {
  ...{
    intent: "preview",
    conversation,
    gig: offeredGig,
    content: `${need}: here it is`,
    price: "340",
    days: "12",
  },
  ...{ revisions: "2", "features[0]": "A <film>", questionsOf: "own", "questions[0].question": "Which?" },
  ...{ "questions[0].type": "text", valid: "7" },
});
const [message] = await db.select().from(schema.messages);
export const reportedMessage = `/report?kind=message&id=${message?.id}`;
await bob.submit(reportedMessage, { reason: "abuse", note: "It is <rude>" });

export const { ann: feePayer } = await paidSeller();
await db.insert(schema.payoutAccounts).values({
  id: "an account",
  userId: feePayer.id,
  country: "US",
  stripeId: "acct_1",
  open: true,
  bankLast4: "6789",
  createdAt: 1,
  updatedAt: 1,
});
export const cleo = await member();
await addApp(cleo);
await guest.submit("/forgot-password", { email: cleo.email });
export const resetLink = await linkTo(cleo.email, "reset");
const newcomer = { fullName: "Nova", username: "nova", email: "nova@example.test", password: "horse 99" };
/** The browser that has just signed up. */
export const joiner = visitor.signedOut();
await joiner.submit("/sign-up", newcomer);
export const verifyLink = await linkTo(newcomer.email, "verify");
/** A link from an email. @returns its path */
async function emailedLink(
  kind: "not_me" | "payouts" | "unlock",
  { id: userId, email }: { id: string; email: string },
  expiresAt = now() + day,
): Promise<string> {
  const link = { id: crypto.randomUUID(), kind, userId, email, createdAt: now(), expiresAt };
  const [row] = await db.insert(schema.accountLinks).values(link).returning();
  return row ? await urlOf("", env.APP_SECRET, row) : "";
}
/** Links that stop emails: for a user who gets all of them, and for one who has marked some as spam. */
const unsubscribeLink = async ({ id: userId }: { id: string }) =>
  unsubscribeLinks.pathOf(await unsubscribeLinks.tokenOf(env.APP_SECRET, { userId, group: "advice" }));
export const stopLink = await unsubscribeLink(ann);
export const stoppedLink = await unsubscribeLink(feePayer);
const spam = { userId: feePayer.id, by: "complaint", offAt: 1 } as const;
await db.insert(schema.mailSwitches).values([
  { ...spam, mailGroup: "advice" },
  { ...spam, mailGroup: "messages" },
]);
export const notMeLink = await emailedLink("not_me", bob);
export const unlockLink = await emailedLink("unlock", cleo);
/** A user who has not verified the address. */
export const unverified = await visitor.signedIn({ verified: false });

/** A seller who is suspended and has earned something. */
async function suspendedSeller() {
  const user = await person(db, { fullName: "Suspended <seller>" });
  await db.update(schema.users).set({ suspendedAt: 1 }).where(eq(schema.users.id, user.id));
  await sellerRow(user.id, { status: "active" });
  await db.insert(schema.ledgerBalances).values({ userId: user.id, account: "seller_payable", cents: -100 });
  return user;
}
export const claimLink = await emailedLink("payouts", await suspendedSeller());
export const oldClaimLink = await emailedLink("payouts", await suspendedSeller(), now());
const paidOut = await suspendedSeller();
export const doneClaimLink = await emailedLink("payouts", paidOut);
await db.insert(schema.payoutAccounts).values({
  ...{ id: "a ready account", userId: paidOut.id, country: "US", stripeId: "acct_ready", open: true },
  ...{ transfers: "active", payouts: "active", bankLast4: "6789", bankSince: 1, readAt: 1 },
  ...{ createdAt: 1, updatedAt: 1 },
});

/** An operator with every kind of row to look at. */
export const { ann: eve } = await operator();
export const announced = await announcement(db);
export const offered = await gig(db, { sellerId: bob.id });
const deal = { conversation, buyer: ann, seller: bob };
const { id: offerId } = await offerIn(deal, {
  gigId: offered.id,
  title: "A <done> logo & more",
  edition: 2,
});
await requestRow(deal, { gigId: offered.id });
await requestRow(deal, { gigId: null, budgetCents: null, wantedBy: null, state: "declined" });
await ann.submit("/messages", { conversation, content: "Three <colours>?", offer: offerId });
/** The form of the next message is about an offer. */
export const aboutOffer = `${thread}&offer=${offerId}`;
/** Two versions of one of bob's offers, with everything that an offer can have. */
export const accepter = await visitor.signedIn({ credit: true });
const offerParties = { buyer: accepter, seller: bob, gigId: offered.id };
export const replacedOffer = await offerRow(db, offerParties, { state: "replaced", closedAt: 1 });
export const openOffer = await offerRow(db, offerParties, {
  ...{ text: "Pay <me> by PayPal, & I draw both cats", questions },
  ...{ edition: 2, replacesId: replacedOffer.id },
});
export const refusedGig = await gig(db, { sellerId: bob.id, state: "denied", listed: false });
const refusedTexts = { typed: { overview: { title: "Refused <title>" } }, pictures: ["refused"] };
await db.insert(schema.deniedChanges).values({ gigId: refusedGig.id, denied: refusedTexts, since: 5 });
await mailRow({ attempts: 3, error: "Error: <mailbox full>" });
await webhookRow({ error: "Error: no order" });
for (const { order } of [ready, delivered])
  await callRow(order.id, { state: "failed", stripeId: order.id, error: "Error: refused" });
await db.insert(schema.mismatches).values([
  { id: "re_alone", note: "A refund made at Stripe", at: 5 },
  { id: "re_order", orderId: ready.order.id, note: "Another refund", at: 6 },
]);
await db.insert(schema.adminNotifications).values({
  id: "n1",
  type: "signup",
  userId: ann.id,
  userName: "ann",
  message: "New sign-up: ann",
  details: { email: "ann@example.test", authProvider: "email", timestamp: "2026-11-20T12:00:00.000Z" },
  createdAt: 1,
});
await sellerRow(bob.id, { status: "active" });
export const draft = await wholeDraft(bob);
export const broken = visitor.signedOut();
// Not the reads of the other parts of a gig's page: the page does not wait for them once the gig is missing.
const failing = (sql: string) => sql.includes("gigs") && !sql.includes("where slug = ?");
broken.send = productWith({ DB: faultyDatabase(env.DB, failing, "no gigs today") });

// Tickets: of a user with an order, answered and open; closed; and a visitor's, by its signed link.
const question = "It is <empty> & I can't see anything there";
export const request =
  (await ann.submit("/contact", { message: question, orderNumber: completed.order.id })).location ?? "";
const inConsole = request.replace("/contact/requests", "/admin/tickets");
await write(eve, inConsole, { intent: "answer", text: "Please <reload> & look" });
await eve.submit(inConsole, { intent: "note", text: "Seen <twice>" });
export const closedRequest = (await ann.submit("/contact", { message: question })).location ?? "";
await ann.submit(closedRequest, { intent: "close" });
export const signedRequest =
  (await guest.submit("/contact", { name: "<Al>", email: "al@example.test", message: question })).location ??
  "";

// Reasons that can be appealed, and an appeal that was decided.
const statementAbout = async (userId: string, at: number) => {
  const id = crypto.randomUUID();
  const decision = { kind: "warning", rule: "conduct", foundBy: "report", operatorId: ann.id } as const;
  const words = { happened: "You wrote <b>fool</b> & worse" };
  await db
    .insert(schema.statements)
    .values({ ...decision, ...words, id, subjectId: userId, userId, mailId: crypto.randomUUID(), at });
  return `/appeal/${id}`;
};
export const reasons = await statementAbout(ann.id, Date.now());
export const oldReasons = await statementAbout(ann.id, 1);
export const appealed = await statementAbout(ann.id, Date.now());
await guest.submit(appealed, { message: "I <never> wrote that" });
const [appeal] = await db.select().from(schema.tickets).where(eq(schema.tickets.topic, "appeal"));
export const inAppeal = `/admin/tickets/${appeal ? ticketCode(appeal) : ""}`;
export const check = (await ann.submit("/contact", { intent: "check" })).location ?? "";
