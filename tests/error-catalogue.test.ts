import { it } from "vitest";
import * as conversations from "#app/conversations/conversations.server.ts";
import { seoFaqs } from "#drizzle/schema.ts";
import { category, gig, person } from "./support/factories.ts";
import { checkFault, createPayment, type Fault, get, post, postAndSee } from "./support/faults.ts";
import { paidOrder } from "./support/purchase.ts";
import { deliveries } from "./support/stripe.ts";
import { db, visitor } from "./support/visitor.ts";

// Every fault of the database that docs/specification.md#error-catalogue words, or a table after it.

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
const listing = "/categories/glass";
const ordering = { gigId: pane.id, requirements: "Blue, 3 mm", token: "a-token-of-the-form" };
const signUp = {
  fullName: "Ida Berg",
  username: "ida.berg",
  email: "ida@example.test",
  password: "a good word",
};

const faults: Fault[] = [
  {
    what: "the header's categories",
    fails: 'from "subcategories"',
    send: get("/no/such/page"),
    log: "Could not load categories",
    status: 404,
    says: /Could not load categories/,
  },
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
    what: "home's categories",
    fails: "file conversion",
    send: get("/"),
    log: '"section":"categories"',
    status: 200,
    says: /Could not load categories/,
  },
  {
    what: "home's gigs",
    fails: 'from "gigs"',
    send: get("/"),
    log: "section read failed",
    status: 200,
    says: /These are examples, not offers\..*Failed to load featured services/,
  },
  {
    what: "all categories",
    fails: 'from "categories" order by',
    send: get("/categories"),
    log: "main read failed",
    says: /Failed to load categories/,
  },
  {
    what: "a category",
    fails: 'from "categories" where "categories"."slug"',
    send: get(listing),
    log: "main read failed",
    says: new RegExp(`Failed to load category${tryAgain}`),
  },
  {
    what: "a subcategory",
    fails: 'from "subcategories" inner join "categories"',
    send: get(`${listing}/${panes?.slug}`),
    log: "main read failed",
    says: new RegExp(`Failed to load subcategory${tryAgain}`),
  },
  {
    what: "a listing's gigs",
    fails: 'left join "profiles"',
    send: get(listing),
    log: '"section":"gigs"',
    status: 200,
    says: new RegExp(`Failed to load services${tryAgain}`),
  },
  {
    what: "a listing's gigs, unexpectedly",
    fails: 'left join "profiles"',
    error: "an unexpected error",
    send: get(listing),
    log: '"section":"gigs"',
    status: 200,
    says: /Failed to load services\. Please try again\./,
  },
  {
    what: "a listing's count",
    fails: 'from "gig_counts"',
    send: get(listing),
    log: '"section":"count"',
    status: 200,
    says: /All Glass Services \(0\)/,
  },
  {
    what: "a search",
    fails: 'left join "profiles"',
    send: get("/search?q=window"),
    log: '"section":"search"',
    status: 200,
    says: new RegExp(`Failed to load services${tryAgain}`),
  },
  {
    what: "a gig",
    fails: gigRead,
    send: get(`/services/s/${pane.slug}`),
    log: "main read failed",
    says: new RegExp(`Error fetching service${tryAgain}`),
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
  {
    what: "signing in",
    fails: 'insert into "limits"',
    send: post("/sign-in", { email: signUp.email, password: signUp.password }),
    log: "sign-in failed",
    status: 500,
    says: /Failed to sign in(?!\.)/,
  },
  {
    what: "signing up",
    fails: 'insert into "users"',
    send: post("/sign-up", signUp),
    log: "sign-up failed",
    status: 500,
    says: /Failed to sign up/,
  },
  {
    what: "signing out",
    fails: 'update "sessions"',
    send: postAndSee("/sign-out", {}),
    by: "newcomer",
    log: "sign-out failed",
    status: 303,
    says: /Failed to sign out/,
  },
  ...['insert into "orders"', 'from "users" where', 'from "settings"'].map((fails) => ({
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
    log: "order not placed",
    status: 303,
    says: /Blue, 3 mm.*Payment processing failed/,
  },
  {
    what: "the Checkout Session of a new order",
    fails: 'insert into "money_calls"',
    send: postAndSee("/orders", ordering),
    by: "buyer",
    log: "checkout failed",
    status: 303,
    says: /Payment processing failed/,
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
    what: "purchases",
    fails: 'from "orders"',
    send: get("/orders"),
    by: "buyer",
    log: "main read failed",
    says: /Failed to load your purchase orders/,
  },
  {
    what: "sales",
    fails: 'from "orders"',
    send: get("/dashboard?tab=selling&status=active"),
    by: "buyer",
    log: "main read failed",
    says: /Failed to load your selling orders/,
  },
  {
    what: "an order",
    fails: 'from "orders"',
    send: get(`/orders/${order.id}`),
    by: "buyer",
    log: "main read failed",
    says: /Something went wrong/,
  },
  {
    what: "updating an order",
    fails: 'insert into "order_events"',
    send: post(`/orders/${order.id}`, { intent: "cancel" }),
    by: "buyer",
    log: "order not updated",
    says: /Failed to update order status/,
  },
  {
    what: "reading an order that is updated",
    fails: 'from "orders"',
    send: post(`/orders/${order.id}`, { intent: "cancel" }),
    by: "buyer",
    log: "page failed",
    status: 500,
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
    what: "a message",
    fails: 'insert into "messages"',
    send: post("/messages", { conversation: talk ?? "", content: "Still here" }),
    by: "buyer",
    log: "message not sent",
    says: /Failed to send message/,
  },
  ...['"email_verified_at", (select min(', 'insert into "limits"'].map((fails) => ({
    what: `the data export (${fails})`,
    fails,
    send: get("/profile/export"),
    by: "buyer" as const,
    log: "page failed",
    status: 500,
    says: /Something went wrong.*It's our fault.*Request [\da-f]{8}-[\da-f-]{27}/,
  })),
];

it.each(faults)("If the database fails, $what: its status and its text", async (fault) => {
  const users = { visitor: visitor.signedOut, buyer: () => buyer, newcomer: () => visitor.signedIn() };
  await checkFault(fault, await users[fault.by ?? "visitor"]());
});
