import { it } from "vitest";
import * as conversations from "#app/conversations/conversations.server.ts";
import { seoFaqs } from "#drizzle/schema.ts";
import { category, gig, person } from "../support/factories.ts";
import { checkFault, createPayment, type Fault, get, post, postAndSee } from "../support/faults.ts";
import { paidOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, visitor } from "../support/visitor.ts";

// Faults of the database in docs/specification.md#failed-reads and the tables around it that are not in the
// catalogue (catalogue.test.ts).

await deliveries("off");

const glass = await category(db, "Glass", ["Panes"]);
const panes = glass.subcategories[0];
const pane = await gig(db, { title: "A window pane", categoryId: glass.id, subcategoryId: panes?.id });
await db
  .insert(seoFaqs)
  .values({ categoryId: glass.id, question: "Is it safe?", answer: "Yes.", displayOrder: 1 });
const { ann: buyer, order } = await paidOrder();
const other = await person(db);
const talk = await conversations.findOrCreate(db, buyer.id, other.id, Date.now());
const stranger = await person(db);

const gigRead = '"package_details"';
const tryAgain = /: please try again \(request [\w-]+\)/.source;
const ordering = { gigId: pane.id, requirements: "Blue, 3 mm", token: "a-token-of-the-form" };

const faults: Fault[] = [
  {
    what: "the header's viewer",
    fails: '"email_verified_at", (select min(',
    send: get("/help-that-is-not-there"),
    by: "buyer",
    log: '"section":"header"',
    status: 404,
    says: /Sign In/,
  },
  {
    what: "a viewer who sends a form",
    fails: 'from "sessions"',
    send: post("/orders", ordering),
    by: "buyer",
    log: "viewer unknown",
    says: /Please try again in a moment/,
  },
  {
    what: "a viewer who calls create-payment",
    fails: 'from "sessions"',
    send: createPayment(pane.id),
    by: "buyer",
    log: "viewer unknown",
    says: /^\{"error":\{"message":"[^"]+"\}\}$/,
  },
  {
    what: "a search",
    fails: 'left join "profiles"',
    send: get("/search?q=window"),
    log: '"section":"search"',
    status: 200,
    says: /The search did not respond. Please try again./,
  },
  {
    what: "a gig by its id",
    fails: 'select "slug"',
    send: get(`/services/${pane.id}`),
    log: "main read failed",
    says: new RegExp(`Error fetching service${tryAgain}`),
  },
  {
    what: "a gig's reviews",
    fails: 'from "reviews"',
    send: get(`/services/s/${pane.slug}`),
    log: '"section":"verified"',
    status: 200,
    says: /load the reviews\./,
  },
  ...['insert into "orders"', 'from "orders"', 'from "users" where', 'from "settings"'].map((fails) => ({
    what: `placing an order (${fails})`,
    fails,
    send: post("/orders", ordering),
    by: "buyer" as const,
    log: "order not placed",
    says: /Payment processing failed.*Blue, 3 mm/,
  })),
  {
    what: "the gig of a new order",
    fails: gigRead,
    send: postAndSee("/orders", ordering),
    by: "buyer",
    log: "section read failed",
    status: 303,
    says: /Payment processing failed.*Blue, 3 mm/,
    toast: "Payment processing failed",
  },
  ...[gigRead, 'insert into "orders"', 'from "users" where'].map((fails) => ({
    what: `create-payment (${fails})`,
    fails,
    send: createPayment(pane.id),
    by: "buyer" as const,
    log: "order not placed",
    says: /^\{"error":\{"message":"Payment processing failed"\}\}$/,
  })),
  {
    what: "an order",
    fails: 'from "orders"',
    send: get(`/orders/${order.id}`),
    by: "buyer",
    log: "main read failed",
    says: /Something went wrong/,
  },
  ...['"last_message"', 'from "messages"'].map((fails) => ({
    what: `conversations (${fails})`,
    fails,
    send: get(`/messages?conversation=${talk}`),
    by: "buyer" as const,
    log: "main read failed",
    says: /Failed to load conversations/,
  })),
  ...['from "conversations" where', 'insert into "conversations"', 'from "users" where'].map((fails) => ({
    what: `a new conversation (${fails})`,
    fails,
    send: get(`/messages?user=${stranger.id}`),
    by: "buyer" as const,
    log: "conversation not opened",
    says: /Could not create conversation/,
  })),
  {
    what: "the data export",
    fails: '"email_verified_at", (select min(',
    send: get("/profile/export"),
    by: "buyer",
    log: "main read failed",
    says: /We couldn't read this just now. Go back and try again./,
  },
  {
    what: "the allowance of the data export",
    fails: "insert into limits",
    send: get("/profile/export"),
    by: "buyer",
    log: "page failed",
    status: 500,
    says: /Something went wrong.*It's our fault.*Request [\da-f]{8}-[\da-f-]{27}/,
  },
];

it.each(faults)("If the database fails, $what: its status and its text", async (fault) => {
  const users = { visitor: visitor.signedOut, buyer: () => buyer, newcomer: () => visitor.signedIn() };
  await checkFault(fault, await users[fault.by ?? "visitor"]());
});
