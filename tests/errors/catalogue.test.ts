import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orders, users } from "#drizzle/schema.ts";
import { application } from "../sellers/applicant.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyBucket, faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { get, post, postAndSee, toastsOf } from "../support/faults.ts";
import { faults } from "../support/stripe.ts";
import { db, origin, visitor } from "../support/visitor.ts";
import { ida, listing, message, openFaultyShop } from "./faulty-shop.ts";

// The catalogue of tests/docs/error-catalogue.test.ts, row by row (docs/specification.md#error-catalogue).
// What fails silently is in fallbacks.test.ts. "Also" names files with more tests of the same row.

const { buyer, fault, order, pane, panePath, panes, stranger, talk } = await openFaultyShop();
const mainRead = "main read failed";
const [shown, asBuyer] = [{ status: 200 }, { by: "buyer" } as const];

test("Categories load", async () => {
  const says = /Could not load categories/;
  await fault('from "subcategories"', get("/no/such/page"), "Could not load categories", says, {
    status: 404,
  });
  await fault("file conversion", get("/"), '"section":"categories"', says, shown);
  await fault(
    'from "categories" order by',
    get("/categories"),
    mainRead,
    /Failed to load categories.*Try Again/,
  );
});

// Also: tests/e2e/browsing/home.js.e2e.ts
test("Featured load", async () => {
  await fault('from "gigs"', get("/"), "section read failed", /Failed to load featured services/, {
    status: 200,
  });
});

test("Sign-in failure", async () => {
  const typed = { email: ida.email, password: "not the password" };
  const wrong = await visitor.signedOut().submit("/sign-in", typed);
  expect([wrong.status, wrong.field("email"), wrong.field("password")]).toEqual([400, ida.email, ""]);
  expect(wrong.text).toContain("Failed to sign in. Please check your credentials.");
  expect(toastsOf(wrong.html)).toEqual([]);
  await fault('insert into "limits"', post("/sign-in", typed), "sign-in failed", /Failed to sign in(?!\.)/, {
    status: 503,
    toast: "Failed to sign in",
  });
});

test("Sign-up failure", async () => {
  const guest = visitor.signedOut();
  const collision = "D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT";
  const isInsert = (sql: string) => sql.includes('insert into "users"');
  guest.send = productWith({ DB: faultyDatabase(env.DB, isInsert, collision) });
  const refused = await guest.submit("/sign-up", ida);
  expect([refused.status, refused.field("fullName"), refused.field("email")]).toEqual([
    409,
    ida.fullName,
    ida.email,
  ]);
  expect(refused.text).toContain("Failed to create account. Please try again.");
  const another = { ...ida, username: "ida.two", email: "two@example.test" };
  await fault('insert into "users"', post("/sign-up", another), "sign-up failed", /Failed to sign up/, {
    status: 503,
    toast: "Failed to sign up",
  });
});

test("Sign-up success", async () => {
  const page = await visitor
    .signedOut()
    .submitAndFollow("/sign-up", { ...ida, username: "ida.new", email: "new@example.test" });
  expect(page.text).toContain("Registration successful! Please check your email to verify your account.");
  expect(await db.select().from(users).where(eq(users.email, "new@example.test"))).toHaveLength(1);
});

test("Sign-out failure", async () => {
  await fault(
    'update "sessions"',
    postAndSee("/sign-out", {}),
    "sign-out failed",
    /Sign out.*Failed to sign out/,
    { by: "newcomer", status: 303, toast: "Failed to sign out" },
  );
});

test("Payment", async () => {
  const ann = await visitor.signedIn();
  await faults([{ path: "/v1/checkout/sessions", status: 500 }]);
  const unpaid = await ann.submitAndFollow("/orders", { gigId: pane.id });
  expect(toastsOf(unpaid.html).join()).toMatch(
    /^Failed to process payment: We couldn(&#x27;|')t open the payment page\. Nothing was charged\./,
  );
  expect(await db.select().from(orders).where(eq(orders.buyerId, ann.id))).toHaveLength(1);
  await faults([{ path: "/v1/checkout/sessions", status: 500 }]);
  const seller = await visitor.signedIn();
  const applied = await seller.submitAndFollow("/services/sell", { ...application });
  expect(applied.text).toContain("Payment failed: We couldn't open the payment page. Nothing was charged.");
  expect(applied.text).toContain("We have your application");
  await faults([]);
  const ordering = { gigId: pane.id, requirements: "Blue, 3 mm", token: "a-token-of-the-form" };
  await fault(
    'insert into "orders"',
    post("/orders", ordering),
    "order not placed",
    /Payment processing failed.*Blue, 3 mm/,
    asBuyer,
  );
  await fault(
    'insert into "money_calls"',
    postAndSee("/orders", ordering),
    "checkout failed",
    /Payment processing failed/,
    { ...asBuyer, status: 303, toast: "Payment processing failed" },
  );
  await fault(
    'insert into "money_calls"',
    postAndSee("/services/sell", application),
    "checkout failed",
    /Could not process payment/,
    { by: "newcomer", status: 303, toast: "Could not process payment" },
  );
});

// Also: tests/e2e/browsing/home.js.e2e.ts
test("Placeholders", async () => {
  expectErrorLog("create-placeholders failed");
  const guest = visitor.signedOut();
  guest.send = productWith({ BUCKET: faultyBucket("put") });
  const answer = await guest.fetch("/functions/create-placeholders", {
    method: "POST",
    headers: { Origin: origin, "Content-Type": "application/json" },
    body: JSON.stringify({ init: true }),
  });
  expect([answer.status, await answer.json()]).toEqual([
    503,
    {
      ready: false,
      error: { message: "Failed to create placeholder images. Some images may not display properly." },
    },
  ]);
});

test("Orders", async () => {
  const signedOut = await visitor.signedOut().get("/orders");
  expect([signedOut.status, signedOut.location?.startsWith("/sign-in")]).toEqual([303, true]);
  expect((await visitor.signedOut().open("/orders")).text).toContain(
    "You must be logged in to view your orders",
  );
  await fault(
    'from "orders"',
    get("/orders"),
    mainRead,
    /Failed to load your purchase orders.*Try Again/,
    asBuyer,
  );
  await fault(
    'from "orders"',
    get("/dashboard?tab=selling&status=active"),
    mainRead,
    /Failed to load your selling orders.*Try Again/,
    asBuyer,
  );
});

test("Order update", async () => {
  const before = await db.select().from(orders).where(eq(orders.id, order.id));
  const cancel = post(`/orders/${order.id}`, { intent: "cancel" });
  await fault('insert into "order_events"', cancel, "order not updated", /Failed to update order status/, {
    ...asBuyer,
  });
  await fault('from "orders"', cancel, "page failed", /Something went wrong/, { ...asBuyer, status: 500 });
  expect(await db.select().from(orders).where(eq(orders.id, order.id))).toEqual(before);
});

test("Messages", async () => {
  await fault(
    '"last_message"',
    get("/messages"),
    mainRead,
    /Failed to load conversations.*Try Again/,
    asBuyer,
  );
  await fault(
    'insert into "conversations"',
    get(`/messages?user=${stranger.id}`),
    "conversation not opened",
    /Could not create conversation/,
    asBuyer,
  );
  const nobody = await buyer.get(`/messages?user=${crypto.randomUUID()}`);
  expect([nobody.status, nobody.text.includes("Could not create conversation")]).toEqual([404, true]);
  const path = `/messages?conversation=${talk}`;
  const send = post(path, { conversation: talk ?? "", content: "Still here" });
  await fault('insert into "messages"', send, "message not sent", /Still here.*Failed to send message/, {
    ...asBuyer,
  });
});

test("Seller flow", async () => {
  expect((await visitor.signedOut().open("/services/sell")).text).toContain(
    "Please sign in to become a seller",
  );
  const guest = visitor.signedOut();
  const sent = await guest.submit("/services/sell", application);
  expect((await guest.open(sent.location ?? "")).text).toContain("Please sign in to continue");
  const { experience } = application;
  await fault(
    'insert into "sellers"',
    post("/services/sell", application),
    "application not saved",
    new RegExp(`Failed to submit application\\. Please try again\\..*${experience}`),
    { by: "newcomer" },
  );
});

// Also: tests/assistant/assistant.test.ts
test("AI assistant", async () => {
  const toast = "Failed to load services";
  const chat = "I'm sorry, I encountered an error while searching for services\\. Please try again\\.";
  const says = new RegExp(`a pane of glass.*${chat}.*Try Again.*${toast}`);
  await fault("gigs_stems_fts", get("/ai-assistant?query=a+pane+of+glass"), '"section":"assistant"', says, {
    ...shown,
    toast,
  });
});

// Also: tests/e2e/layout/retries.js.e2e.ts
test("Category fetch", async () => {
  await fault(
    'from "categories" where "categories"."slug"',
    get(listing),
    mainRead,
    new RegExp(`Failed to load category${message}.*Try Again`),
    { toast: "Failed to load category: please try again" },
  );
});

test("Subcategory fetch", async () => {
  await fault(
    'from "subcategories" inner join "categories"',
    get(`${listing}/${panes?.slug}`),
    mainRead,
    new RegExp(`Failed to load subcategory${message}.*Try Again`),
    { toast: "Failed to load subcategory: please try again" },
  );
});

test("Gig list", async () => {
  const empty = /No services found in this category\. Please check back later\./.source;
  await fault(
    'left join "profiles"',
    get(listing),
    '"section":"gigs"',
    new RegExp(`${empty}.*Failed to load services${message}`),
    { ...shown, toast: "Failed to load services: please try again" },
  );
  await fault(
    'left join "profiles"',
    get(listing),
    '"section":"gigs"',
    new RegExp(`${empty}.*Failed to load services\\. Please try again\\.`),
    { ...shown, error: "an unexpected error", toast: "Failed to load services. Please try again." },
  );
});

test("Gig page", async () => {
  await fault(
    '"package_details"',
    get(panePath),
    mainRead,
    new RegExp(`Error fetching service${message}.*Try Again`),
  );
  const missing = await visitor.signedOut().get("/services/s/no-such-service");
  expect(missing.status).toBe(404);
  expect(missing.text).toMatch(/Service Not Found.*Service not found/);
});
