import { env } from "cloudflare:workers";
import { eq, getTableName, inArray, is } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it, vi } from "vitest";
import * as dataExport from "#app/account/data-export.server.ts";
import { sections } from "#app/account/export-sections.server.ts";
import { removedMessage } from "#app/conversations/conversation.ts";
import * as schema from "#drizzle/schema.ts";
import { paidSeller } from "../sellers/applicant.ts";
import { operator } from "../support/accounts/operator.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, measuredDatabase, productWith } from "../support/bindings/faulty.ts";
import { gig, person } from "../support/factories.ts";
import { paidOrder, transition } from "../support/purchase.ts";
import { review } from "../support/reviews.ts";
import { deliveries } from "../support/stripe.ts";
import { db, origin, type Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");
vi.setConfig({ testTimeout: 20_000 });

type Exported = Record<string, Record<string, unknown>[]>;

async function download(user: Visitor): Promise<Exported> {
  const page = await user.get("/profile/export");
  expect(page.status).toBe(200);
  return JSON.parse(page.html);
}

/** Tables that hold no personal data, and why. */
const notPersonal: Record<string, string> = {
  categories: "the catalogue",
  subcategories: "the catalogue",
  category_slugs: "former addresses of the catalogue",
  subcategory_slugs: "former addresses of the catalogue",
  seo_faqs: "texts of the catalogue",
  seo_features: "texts of the catalogue",
  seo_reviews: "quotes about a category, not by a user",
  ledger_balances: "sums of the ledger's rows",
  ledger_sums: "sums of the ledger's rows",
  balance_days: "sums of the ledger's rows, and of Stripe's",
  balance_transactions: "what Stripe's list says of payments, refunds and transfers, which are exported",
  gig_figures: "counts of views and saves, by no one's name, and of orders that are exported",
  completed_days: "counts of orders that are exported",
  completed_sums: "sums of those counts",
  popular_gigs: "which services the assistant shows to everyone",
  figures: "sums of the market's days, weeks and months",
  earned_months: "sums of the ledger's rows",
  statement_months: "sums of the ledger's rows",
  cleared_months: "sums of the ledger's rows",
  search_words: "the index of listed services, which are exported themselves",
  search_variants: "spellings of those words",
  settings: "settings of the product",
  helpful_counts: "counts of answers that helped, by no one's name",
  client_errors: "numbers of errors by day",
  account_link_kinds: "lookup table",
  account_event_kinds: "lookup table",
  audit_actions: "lookup table",
  gig_states: "lookup table",
  gig_event_kinds: "lookup table",
  order_stages: "lookup table",
  order_holds: "lookup table",
  order_event_kinds: "lookup table",
  seller_event_kinds: "lookup table",
  seller_days: "sums of orders and reviews, which are exported themselves",
  seller_totals: "sums of those sums",
  upload_purposes: "lookup table",
  ledger_accounts: "lookup table",
  payment_outcomes: "lookup table",
  money_call_kinds: "lookup table",
  mail_kinds: "lookup table",
  ticket_topics: "lookup table",
  ticket_entry_kinds: "lookup table",
  announcements: "what the operators tell every account",
  proposals: "decisions that operators ask each other to confirm",
  ticket_notes: "notes of operators for each other; the ticket is exported",
  visitor_mails: "mails to visitors, who have no account",
  guards: "names of rules; it never has a row",
  gig_counts: "counts over all sellers",
  gig_ratings: "counts of reviews; the reviews are exported",
  drafts: "typed texts of a browser, deleted after a day",
  removals: "a count of operators' decisions",
  gig_slugs: "former addresses of gigs; the gigs are exported",
  review_reports: "reports of earlier releases, which triggers copy into reports",
  report_kinds: "words",
  report_reasons: "words",
  mail_events: "ids of a mail provider's events",
  forgotten_files: "keys of files that are being deleted",
  pictures: "keys of pictures; their addresses are in profile and gigs",
  webhook_events: "events of Stripe, stored only until they are processed; a test checks it",
  webhook_rejections: "counts of rejected webhooks",
  mismatches: "ids of Stripe that an operator examines; payments of orders are exported",
  credit_holders: "hashes of addresses and cards",
  former_addresses: "hashes of the addresses of deleted accounts",
  work_parts: "when each kind of scheduled work was last done",
  stuck_days: "what was stuck on a day",
  dead_letters: "ids of scheduled work that was given up",
  payout_reminders: "when a reminder is due; the account at Stripe is exported",
  limits: "counts under network addresses and hashes that expire within the hour",
};

it("The export has every table that is not listed here as holding no personal data", () => {
  const tables: string[] = Object.values(schema)
    .filter((one) => is(one, SQLiteTable))
    .map((table) => getTableName(table));
  const exported = new Set<string>(sections.map(({ table }) => getTableName(table)));
  expect(tables.length).toBeGreaterThan(40);
  expect(tables.filter((name) => !exported.has(name) && !(name in notPersonal))).toEqual([]);
  expect(Object.keys(notPersonal).filter((name) => exported.has(name) || !tables.includes(name))).toEqual([]);
});

it("The export is a download of the viewer's own data that no cache stores", async () => {
  const ann = await visitor.signedIn({ username: "ann.lee" });
  const page = await ann.get("/profile/export");
  expect(page.status).toBe(200);
  expect(page.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  expect(page.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="handiwork-ann\.lee-\d{4}-\d\d-\d\d\.json"$/,
  );
  expect(page.headers.get("Cache-Control")).toBe("no-store");
  const file = JSON.parse(page.html);
  expect(file.account).toMatchObject([{ id: ann.id, email: ann.email }]);
  expect(file.profile).toMatchObject([{ username: "ann.lee" }]);
  expect(file.sessions).toMatchObject([{ device: "A browser", aal: "aal1" }]);
  expect(Object.keys(file).slice(2)).toEqual(sections.map(({ name }) => name));
});

it("The export has bought and sold orders, money, reviews and messages, and no other user's data", async () => {
  const { ann, bob, order } = await paidOrder();
  const service = await gig(db, { sellerId: bob.id });
  const stranger = await person(db);
  const foreign = await gig(db);
  await review(db, service, { comment: "Well done, Bob" });
  await review(db, foreign, { comment: "Another seller's" });
  await talk(ann.id, bob.id, 2);
  await talk(stranger.id, bob.id, 1, "For Bob alone");

  const sent = {
    id: crypto.randomUUID(),
    orderId: order.id,
    seq: 2,
    name: "plan.pdf",
    type: "application/pdf",
    bytes: 9,
    sha256: "5a",
  };
  await db.insert(schema.orderFiles).values(sent);
  const bought = await download(ann);
  const address = `${origin}/orders/${order.id}/files/${sent.id}`;
  expect(bought.orderFiles).toEqual([{ ...sent, address }]);
  expect(bought.ordersBought).toMatchObject([
    { id: order.id, priceCents: 8000, seller: await nameOf(bob.id) },
  ]);
  const names = [await nameOf(ann.id), await nameOf(bob.id)].sort();
  expect(bought.conversations?.flatMap(({ first, second }) => [first, second]).sort()).toEqual(names);
  expect(bought.ordersSold).toEqual([]);
  expect(bought.orderEvents?.map((event) => event.kind)).toEqual(["placed", "paid"]);
  expect(bought.payments).toMatchObject([{ amountCents: 8000, outcome: "applied" }]);
  expect(bought.paymentPagesAndRefunds).toMatchObject([{ params: { customer_email: ann.email } }]);
  expect(bought.mails).toMatchObject([{ kind: "receipt" }]);
  expect(bought.messages).toHaveLength(2);
  expect(JSON.stringify(bought)).not.toContain("For Bob alone");

  const sold = await download(bob);
  expect(sold.ordersSold?.map(({ title }) => title)).toEqual([order.title, service.title]);
  expect(sold.orderEvents?.map((event) => event.kind)).toEqual(["placed", "paid"]);
  expect(sold.ledger).toMatchObject([{ account: "seller_payable", amountCents: -8000 }]);
  expect(sold.gigs).toHaveLength(2);
  expect(sold.reviewsReceived).toMatchObject([{ comment: "Well done, Bob", rating: 5 }]);
  expect(sold.messages).toHaveLength(3);
  // The payments belong to the buyer alone.
  expect(sold.payments).toEqual([]);
  expect(JSON.stringify(sold)).not.toContain(ann.email);
});

it("A seller's export has neither the buyer's billing details nor what an operator has taken down", async () => {
  const { ann, bob, order } = await paidOrder();
  const billing = { buyerCompany: "Lee Ceramics", buyerTaxNumber: "DE123456789" };
  await db.update(schema.orders).set(billing).where(eq(schema.orders.id, order.id));
  const reviewed = await review(db, await gig(db, { sellerId: bob.id }), {
    comment: "Bob lives at 5 Oak Lane",
  });
  await db.update(schema.reviews).set({ hiddenAt: 1 }).where(eq(schema.reviews.id, reviewed.id));
  await talk(ann.id, bob.id, 2);
  const isTheirs = inArray(schema.messages.senderId, [ann.id, bob.id]);
  const [kept, removed] = await db.select().from(schema.messages).where(isTheirs);
  if (!kept || !removed) throw new Error("The messages are missing");
  for (const { id, conversationId } of [kept, removed]) {
    const file = { id: crypto.randomUUID(), messageId: id, conversationId, name: `${id}.pdf` };
    await db.insert(schema.messageFiles).values({ ...file, type: "application/pdf", bytes: 9, sha256: "5a" });
  }
  await db.update(schema.messages).set({ removedAt: 1 }).where(eq(schema.messages.id, removed.id));

  const [sold, bought] = [await download(bob), await download(ann)];
  expect(bought.ordersBought).toMatchObject([billing]);
  expect(JSON.stringify(sold)).not.toMatch(/Lee Ceramics|DE123456789|Oak Lane/);
  expect(sold.reviewsReceived).toMatchObject([{ comment: removedMessage, rating: 5 }]);
  const [sender, other] = removed.senderId === ann.id ? [bought, sold] : [sold, bought];
  expect(sender.messageFiles?.map(({ messageId }) => messageId)).toEqual([kept.id, removed.id]);
  expect(other.messageFiles?.map(({ messageId }) => messageId)).toEqual([kept.id]);
});

it("The export has the registration fee: its payment page, its payment and its dispute", async () => {
  const { ann, session } = await paidSeller();
  const [seller] = await db.select().from(schema.sellers).where(eq(schema.sellers.userId, ann.id));
  const registrationId = seller?.id ?? "";
  const dispute = { registrationId, amountCents: 5000, state: "open", at: 1 } as const;
  await db.insert(schema.disputes).values({ ...dispute, id: "du_fee" });
  await db.insert(schema.moneyCalls).values({
    ...{
      id: crypto.randomUUID(),
      kind: "account",
      registrationId,
      attempt: 1,
      state: "confirmed",
      open: false,
    },
    ...{ params: JSON.stringify({ contact_email: ann.email, display_name: "Ann Lee" }), at: 1, updatedAt: 1 },
  });
  const own = await download(ann);
  expect(own.feePayments).toMatchObject([
    { checkoutSessionId: session, registrationId, amountCents: 5000, outcome: "applied" },
  ]);
  expect(own.feePagesAndRefunds).toMatchObject([
    { kind: "checkout_session", registrationId, params: { customer_email: ann.email } },
    { kind: "account", params: { contact_email: ann.email, display_name: "Ann Lee" } },
  ]);
  expect(own.feeDisputes).toMatchObject([{ id: "du_fee", amountCents: 5000 }]);

  const other = await download(await visitor.signedIn());
  expect([other.feePayments, other.feePagesAndRefunds, other.feeDisputes]).toEqual([[], [], []]);
});

it("The export names the two parties of an order's events, and no operator", async () => {
  const { ann, bob, order } = await paidOrder();
  const { ann: support } = await operator();
  await transition(order.id, "start", "seller", bob.id);
  await transition(order.id, "operator-cancel", "operator", support.id, { note: "The seller is ill" });
  for (const party of [ann, bob]) {
    const file = await download(party);
    expect(file.orderEvents).toMatchObject([
      { kind: "placed", actorId: ann.id },
      { kind: "paid" },
      { kind: "started", actorId: bob.id },
      { kind: "cancelled", actorId: null, note: "The seller is ill" },
    ]);
    expect(JSON.stringify(file)).not.toContain(support.id);
  }
});

it("The export has no secret and no hash, and shows each time as a date", async () => {
  const ann = await visitor.signedIn();
  const at = Date.now();
  await db.update(schema.users).set({ passwordHash: "scrypt$secret" });
  const factor = {
    id: crypto.randomUUID(),
    userId: ann.id,
    status: "verified",
    createdAt: at,
    verifiedAt: at,
  } as const;
  await db
    .insert(schema.factors)
    .values({ ...factor, factorType: "totp", friendlyName: "Phone app", secret: "a secret" });
  await db
    .insert(schema.recoveryCodes)
    .values({ userId: ann.id, codeHash: "a hash of a code", createdAt: at });
  await db.insert(schema.accountLinks).values({
    id: "the id of a link",
    kind: "reset",
    userId: ann.id,
    email: ann.email,
    createdAt: at,
    expiresAt: at,
  });
  await db.insert(schema.auditLog).values({
    operatorId: (await person(db)).id,
    action: "suspend",
    subjectId: ann.id,
    reason: "A mistake",
    at,
  });
  const page = await ann.get("/profile/export");
  expect(page.html).toContain("Phone app");
  expect(page.html).toContain("A mistake");
  for (const secret of ["scrypt$", "a secret", "a hash of a code", "the id of a link"])
    expect(page.html).not.toContain(secret);
  expect(page.html).not.toMatch(/\b1[5-9]\d{11}\b/);
  expect(JSON.parse(page.html).secondFactors[0].verifiedAt).toBe(new Date(at).toISOString());
});

it("3,000 messages are each exported once, at most 500 rows at a time, and no row is read twice", async () => {
  const ann = await visitor.signedIn();
  const [bob, cleo] = [await person(db), await person(db)];
  await talk(ann.id, bob.id, 1700);
  await talk(cleo.id, ann.id, 1300);
  let most = 0;
  ann.send = productWith({
    DB: faultyDatabase(env.DB, (sql, values) => {
      if (sql.includes(`from "messages"`)) most = Math.max(most, Number(values.at(-1)));
      return false;
    }),
  });
  const { messages = [] } = await download(ann);
  expect(new Set(messages.map((message) => message.id)).size).toBe(3000);
  expect(messages).toHaveLength(3000);
  expect(most).toBe(500);
  const { database, read } = measuredDatabase(env.DB);
  await new Response(dataExport.stream(drizzle(database), ann.id, Date.now(), origin, () => {})).text();
  // Each message once, and a few other rows.
  expect(read()).toBeLessThan(3000 + 500);
});

it("Each side gets the requests and offers, the seller also gets the drafts, and neither gets other people's offers", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const service = await gig(db, { sellerId: bob.id });
  const [sent, removed] = [crypto.randomUUID(), crypto.randomUUID()];
  const asked = await requestAndOffers(ann.id, service, [sent, removed]);
  await db.update(schema.messages).set({ removedAt: 1 }).where(eq(schema.messages.id, removed));
  const foreign = await gig(db);
  await requestAndOffers((await person(db)).id, foreign, [crypto.randomUUID()]);

  const bought = await download(ann);
  expect(bought.offerRequests).toMatchObject([{ id: asked, budgetCents: 20_000, wantedBy: "2026-12-24" }]);
  expect(bought.messages?.find(({ id }) => id === asked)).toMatchObject({ content: "I need forty bowls" });
  const terms = { priceCents: 34_000, seller: await nameOf(bob.id), buyer: await nameOf(ann.id) };
  expect(bought.offers).toMatchObject([
    { ...terms, id: sent, text: "Forty bowls", features: ["Oak"], questions: [{ question: "Which?" }] },
    { ...terms, id: removed, text: removedMessage, features: [], questions: [] },
  ]);
  expect(bought.offers?.[0]?.expiresAt).toBe("1970-01-08T00:00:00.000Z");
  expect(bought.offerDrafts).toEqual([]);

  const sold = await download(bob);
  expect(sold.offerRequests).toEqual(bought.offerRequests);
  expect(sold.offers).toMatchObject([{ text: "Forty bowls" }, { text: "Forty bowls", features: ["Oak"] }]);
  expect(sold.offerDrafts).toMatchObject([{ typed: { content: "Forty pl" } }]);
});

it("1,100 offers of a conversation are each exported once, at most 500 rows at a time", async () => {
  const ann = await visitor.signedIn();
  const service = await gig(db);
  await requestAndOffers(
    ann.id,
    service,
    Array.from({ length: 1100 }, () => crypto.randomUUID()),
  );
  let most = 0;
  ann.send = productWith({
    DB: faultyDatabase(env.DB, (sql, values) => {
      if (sql.includes(`from "offers"`)) most = Math.max(most, Number(values.at(-1)));
      return false;
    }),
  });
  const { offers = [] } = await download(ann);
  expect(new Set(offers.map(({ id }) => id)).size).toBe(1100);
  expect(offers).toHaveLength(1100);
  expect(most).toBe(500);
});

it("The data tab says what the export contains and what a deletion leaves", async () => {
  const { text } = await (await visitor.signedIn()).get("/profile/data");
  expect(text).toContain("answers, notes and files (as links");
  expect(text).toContain("your messages and offers");
  expect(text).toContain("Answers, notes and files that you sent with an order stay with it");
});

it("A user can export once a minute, from any browser", async () => {
  const ann = await visitor.signedIn();
  expect((await ann.get("/profile/export")).status).toBe(200);
  await ann.beginSession();
  const again = await ann.get("/profile/export", { "CF-Connecting-IP": "203.0.113.9" });
  expect([again.status, again.location]).toEqual([302, "/profile/data"]);
  expect(Number(again.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await ann.get("/profile/data")).text).toContain("Please wait a minute");
  await db.update(schema.limits).set({ resetsAt: Date.now() - 1 });
  expect((await ann.get("/profile/export")).status).toBe(200);
});

it("The export needs a session that has not ended, even if its token is still valid", async () => {
  const out = await visitor.signedOut().get("/profile/export");
  expect(out.location).toMatch(/^\/sign-in\?redirectTo=%2Fprofile%2Fdata/);
  const ann = await visitor.signedIn();
  await db.update(schema.sessions).set({ endedAt: Date.now() });
  const ended = await ann.get("/profile/export");
  expect(ended.location).toMatch(/^\/sign-in\?redirectTo=%2Fprofile%2Fdata/);
  expect((await ann.get(ended.location ?? "")).status).toBe(200);
});

it("The download is aborted when a read fails, so that an incomplete file cannot look complete", async () => {
  const ann = await visitor.signedIn();
  expectErrorLog("export broke off");
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes(`from "ledger"`)) });
  await expect(ann.get("/profile/export")).rejects.toThrow();
});

it("A processed Stripe event does not keep the payer's address", async () => {
  await paidOrder();
  const stored = await db.select().from(schema.webhookEvents);
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.filter((event) => event.processedAt !== null && event.payload !== "")).toEqual([]);
});

async function nameOf(id: string): Promise<string | undefined> {
  const [profile] = await db.select().from(schema.profiles).where(eq(schema.profiles.id, id));
  return profile?.username;
}

/** A conversation in which both sides write in turn. */
async function talk(one: string, other: string, count: number, content = "Hello") {
  const [firstId = "", secondId = ""] = [one, other].toSorted();
  const id = crypto.randomUUID();
  const at = Date.now();
  await db.insert(schema.conversations).values({ id, firstId, secondId, createdAt: at, updatedAt: at });
  await env.DB.prepare(
    `with recursive k(i) as (select 1 union all select i + 1 from k where i < ?1)
     insert into messages (id, conversation_id, sender_id, content, is_read, created_at)
     select lower(hex(randomblob(16))), ?2, iif(i % 2, ?3, ?4), ?5, 0, ?6 from k`,
  )
    .bind(count, id, one, other, content, at)
    .run();
}

/** A buyer's request, and the seller's offers and draft that followed, as rows. @returns the request's id */
async function requestAndOffers(
  buyerId: string,
  service: Awaited<ReturnType<typeof gig>>,
  ids: string[],
): Promise<string> {
  const { sellerId, id: gigId, title } = service;
  const [firstId = "", secondId = ""] = [buyerId, sellerId].toSorted();
  const [conversationId, asked] = [crypto.randomUUID(), crypto.randomUUID()];
  const at = { createdAt: 0, updatedAt: 0 };
  const message = { conversationId, isRead: true, createdAt: 0 };
  await db.insert(schema.conversations).values({ id: conversationId, firstId, secondId, ...at });
  await db
    .insert(schema.messages)
    .values({ ...message, id: asked, senderId: buyerId, gigId, content: "I need forty bowls" });
  await db.insert(schema.offerRequests).values({
    id: asked,
    conversationId,
    buyerId,
    sellerId,
    gigId,
    budgetCents: 20_000,
    wantedBy: "2026-12-24",
    state: "offered",
    createdAt: 0,
  });
  const list = JSON.stringify(ids);
  await env.DB.batch([
    env.DB.prepare(
      `insert into messages (id, conversation_id, sender_id, content, offer_id, is_read, created_at)
       select value, ?2, ?3, 'Forty bowls', value, 1, 0 from json_each(?1)`,
    ).bind(list, conversationId, sellerId),
    env.DB.prepare(
      `insert into offers (id, conversation_id, gig_id, seller_id, buyer_id, title, text, features, price_cents,
         delivery_days, revisions, questions, edition, state, version, created_at, expires_at)
       select value, ?2, ?4, ?3, ?5, ?6, 'Forty bowls', '["Oak"]', 34000, 10, 2,
         '[{"question":"Which?","type":"text","required":true}]', 1, 'open', 1, 0, 604800000 from json_each(?1)`,
    ).bind(list, conversationId, sellerId, gigId, buyerId, title),
  ]);
  await db
    .insert(schema.offerDrafts)
    .values({ sellerId, conversationId, typed: { content: "Forty pl" }, version: 1, updatedAt: 0 });
  return asked;
}
