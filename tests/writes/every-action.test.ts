import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { ticketCode } from "#app/contact/ticket.ts";
import * as unsubscribeLinks from "#app/emails/unsubscribe-links.server.ts";
import routeTable from "#app/routes.ts?raw";
import { drafts, sellers, sessions, statements, tickets } from "#drizzle/schema.ts";
import { draftOf, writer } from "../gigs/editor/writer.ts";
import { applicant, application } from "../sellers/applicant.ts";
import { operator } from "../support/accounts/operator.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { conversationOf } from "../support/conversations.ts";
import { announcement, gig } from "../support/factories.ts";
import { offerRow } from "../support/offer-rows.ts";
import { orderRow } from "../support/orders.ts";
import { placeOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, origin, Page, Visitor, visitor } from "../support/visitor.ts";

// Every action of the route table, sent as its page sends it, while something goes wrong
// (docs/architecture.md#writes): none answers with a 5xx other than the 503 of its form, and none loses what
// was typed. The answer to each kind of refusal is in writes.test.ts.

await deliveries("off");

type Sent = {
  /** The module of the route, as app/routes.ts names it. */
  route: string;
  path: string;
  by: Visitor;
  /** The fields of a form, or the value that a script sends as JSON. */
  fields?: Record<string, string>;
  json?: unknown;
  /** The names of the fields in which a person writes. Passwords and codes are never shown again. */
  typed?: string[];
};

const [seller, buyer, owner] = [await writer(), await visitor.signedIn(), await visitor.signedIn()];
const { ann: staff } = await operator();
const guest = visitor.signedOut();
const offer = await gig(db, { sellerId: seller.id });
const announced = await announcement(db);
const { order: unpaid, ann: payer } = await placeOrder();
const order = await orderRow(db, { buyerId: buyer.id, sellerId: seller.id, gigId: offer.id });
const talk = await conversationOf(buyer, seller);
const quoted = await offerRow(db, { buyer, seller, gigId: offer.id });
// An operator may read a conversation about a refund.
await orderRow(db, { buyerId: buyer.id, sellerId: seller.id, gigId: offer.id, hold: "refund" });
const draft = await draftOf(seller);
const { ann: applied } = await applicant();
const [registration] = await db.select().from(sellers).where(eq(sellers.userId, applied.id));
const message = "The page of my order is empty since this morning";
await owner.submit("/contact", { message });
const [ticket] = await db.select().from(tickets).where(eq(tickets.userId, owner.id));
const ticketName = ticket ? ticketCode(ticket) : "";

const reason = "A reason that must not be lost";
const note = "A note that must not be lost, of some length";

const statement = {
  id: crypto.randomUUID(),
  kind: "warning" as const,
  subjectId: owner.id,
  userId: owner.id,
  rule: "conduct",
  happened: reason,
  foundBy: "report" as const,
  operatorId: staff.id,
  mailId: crypto.randomUUID(),
  at: Date.now(),
};
await db.insert(statements).values(statement);

const stopping = unsubscribeLinks.pathOf(
  await unsubscribeLinks.tokenOf(env.APP_SECRET, { userId: buyer.id, group: "advice" }),
);

const forms: Sent[] = [
  form(
    "sellers/sell.route.tsx",
    "/services/sell",
    owner,
    { ...application, intent: "save" },
    "bio skills experience",
  ),
  form("sellers/save-application.route.ts", "/services/sell/save", owner, { ...application, intent: "save" }),
  form(
    "gigs/editor/create.route.tsx",
    "/services/create",
    seller,
    { draft: crypto.randomUUID(), isNew: "1", version: "0", intent: "save", title: note },
    "title",
  ),
  form("payouts/accounts/setup.route.tsx", "/earnings/setup", seller, { country: "US" }),
  form("payouts/accounts/bank.route.tsx", "/earnings/bank", seller, {}),
  form("payouts/accounts/claim.route.tsx", "/earnings/claim", guest, { token: "x" }),
  form("payouts/holds/not-me.route.tsx", "/earnings/not-me", guest, { token: "x" }),
  form("gigs/editor/delete.route.tsx", `/services/create/${draft}/delete`, seller, { intent: "delete" }),
  form("gigs/editor/gallery/pictures.route.ts", `/services/create/${draft}/pictures`, seller, {
    intent: "main:x",
  }),
  form("gigs/editor/duplicate.route.tsx", `/services/create/${offer.id}/duplicate`, seller, {
    intent: "duplicate",
  }),
  form("gigs/editor/edit.route.tsx", `/services/create/${draft}/edit`, seller, { intent: "edit" }),
  form(
    "gigs/editor/step.route.tsx",
    `/services/create/${draft}/description`,
    seller,
    { description: note, "features[0]": reason, version: "0", intent: "save" },
    "description features[0]",
  ),
  form("gigs/editor/step.route.tsx", `/services/create/${draft}/publish`, seller, {
    intent: "publish",
    rights: "yes",
  }),
  form("gigs/editor/save.route.ts", `/services/create/${draft}/description/save`, seller, {
    description: note,
  }),
  form(
    "auth/sign-in/sign-in.route.tsx",
    "/sign-in",
    guest,
    { email: guest.email || "a@example.test", password: "x" },
    "email",
  ),
  form("auth/sign-in/sign-in-factor.route.tsx", "/sign-in/factor", guest, { code: "123456" }),
  form("auth/sign-in/unlock.route.tsx", "/sign-in/unlock", guest, { token: "x" }),
  form(
    "auth/sign-in/sign-up.route.tsx",
    "/sign-up",
    guest,
    { fullName: "Ida Berg", username: "ida.berg", email: "ida@example.test", password: "a good word" },
    "fullName username email",
  ),
  form("auth/sign-in/sent.route.tsx", "/sign-up/sent", guest, {
    intent: "change",
    email: "other-address@example.test",
  }),
  form("auth/sign-in/sign-out.route.tsx", "/sign-out", await visitor.signedIn(), {}),
  form("account/verify.route.tsx", "/verify", buyer, { intent: "resend" }),
  form(
    "account/forgot-password.route.tsx",
    "/forgot-password",
    guest,
    { email: "ida@example.test" },
    "email",
  ),
  form("account/reset-password.route.tsx", "/reset-password", guest, {
    token: "x",
    password: "a good word",
  }),
  form("account/security.route.tsx", "/profile/security", buyer, { intent: "end-others" }),
  form("account/password.route.tsx", "/profile/password", buyer, {
    currentPassword: "x",
    password: "a good word",
  }),
  form(
    "account/email.route.tsx",
    "/profile/email",
    buyer,
    { email: "ida@example.test", password: "x" },
    "email",
  ),
  form("account/email-choices.route.tsx", "/profile/notices", buyer, { intent: "save", messages: "on" }),
  form("emails/unsubscribe.route.tsx", stopping, guest, { intent: "stop" }),
  form("account/data.route.tsx", "/profile/data", buyer, { password: "x" }),
  call("auth/second-factor/enrol-factor.route.ts", "/auth/factors", buyer, {
    factor_type: "totp",
    friendly_name: "My phone",
  }),
  call("auth/second-factor/remove-factor.route.ts", "/auth/factors/x", buyer, {}),
  call("auth/second-factor/challenge-factor.route.ts", "/auth/factors/x/challenge", buyer, {}),
  call("auth/second-factor/verify-factor.route.ts", "/auth/factors/x/verify", buyer, { code: "123456" }),
  form(
    "auth/second-factor/factors.route.tsx",
    "/profile/factors",
    buyer,
    { intent: "add", factor_type: "phone", friendly_name: "My old phone", phone: "+49301234567" },
    "friendly_name phone",
  ),
  call("checkout/create-payment.route.ts", "/functions/create-payment", buyer, {
    paymentType: "service",
    serviceDetails: { gigId: offer.id },
  }),
  call("home/create-placeholders.route.ts", "/functions/create-placeholders", guest, { init: true }),
  form(
    "checkout/orders.route.tsx",
    "/orders",
    buyer,
    { gigId: offer.id, requirements: note, token: "a-token" },
    "requirements",
  ),
  form(
    "checkout/orders.route.tsx",
    "/orders",
    buyer,
    { offer: quoted.id, requirements: note, token: "a-token-of-an-offer" },
    "requirements",
  ),
  form(
    "offers/offers.route.tsx",
    "/offers",
    buyer,
    { intent: "decline", offer: quoted.id, version: "1", reason },
    "reason",
  ),
  form("offers/offers.route.tsx", "/offers", seller, { intent: "withdraw", offer: quoted.id, version: "1" }),
  form("dashboard/dashboard.route.tsx", "/dashboard", seller, { intent: "pause", gig: offer.id }),
  form("dashboard/services.route.tsx", "/dashboard/services", seller, { intent: "resume", gig: offer.id }),
  form(
    "orders/page/order.route.tsx",
    `/orders/${order.id}`,
    buyer,
    { intent: "request-cancel", note },
    "note",
  ),
  form("orders/page/order.route.tsx", `/orders/${unpaid.id}`, payer, { intent: "pay" }),
  form(
    "orders/page/order.route.tsx",
    `/orders/${order.id}`,
    buyer,
    { intent: "review", rating: "5", comment: note },
    "comment",
  ),
  call("orders/files/send-file.route.ts", `/orders/${order.id}/files`, seller, {}),
  form(
    "conversations/messages.route.tsx",
    "/messages",
    buyer,
    { conversation: talk, content: note },
    "content",
  ),
  form("conversations/messages.route.tsx", "/messages", buyer, { conversation: talk, intent: "block" }),
  form("conversations/thread/read.route.ts", "/messages/read", buyer, { conversation: talk, upTo: "1" }),
  form("conversations/sending/send.route.ts", "/messages/send", buyer, {
    conversation: talk,
    content: note,
    sender: buyer.id,
  }),
  form(
    "offers/offers.route.tsx",
    "/offers",
    buyer,
    { intent: "ask", conversation: talk, content: note, budget: "340.25" },
    "content budget",
  ),
  form(
    "offers/offers.route.tsx",
    "/offers",
    seller,
    {
      intent: "send",
      conversation: talk,
      gig: offer.id,
      content: note,
      price: "340.75",
      "features[0]": reason,
    },
    "content price features[0]",
  ),
  form("offers/writing/save.route.ts", "/offers/save", seller, { conversation: talk, content: note }),
  call("conversations/files/send-file.route.ts", `/messages/${talk}/files`, buyer, {}),
  form(
    "reports/report.route.tsx",
    `/report?kind=gig&id=${offer.id}`,
    buyer,
    { reason: "other", note },
    "note",
  ),
  form("help/helpful.route.ts", "/help/helpful", guest, { yes: "find-service", redirectTo: "/help" }),
  form(
    "account/profile.route.tsx",
    "/profile",
    buyer,
    { fullName: "Ann Lee", username: "ann.of.the.walk", title: "Clock repair", bio: note },
    "fullName username title bio",
  ),
  form(
    "sellers/selling/selling.route.tsx",
    "/profile/selling",
    seller,
    { skills: "Clock repair, brass work", experience: application.experience, country: "IE" },
    "skills experience",
  ),
  form(
    "sellers/selling/selling.route.tsx",
    "/profile/selling",
    seller,
    { intent: "away", awayUntil: "2031-02-03" },
    "awayUntil",
  ),
  form("conversations/replies/replies.route.tsx", "/profile/replies", buyer, { content: note }, "content"),
  form("gigs/saved/saved.route.tsx", "/saved", buyer, { gig: offer.id, intent: "save" }),
  form("gigs/saved/marks.route.ts", "/saved/marks", buyer, { gig: offer.id, intent: "save" }),
  form("contact/page/contact.route.tsx", "/contact", buyer, { message }, "message"),
  form(
    "contact/page/contact.route.tsx",
    "/contact",
    guest,
    { message, name: "Ida Berg", email: "ida@example.test" },
    "message name email",
  ),
  form(
    "contact/page/request.route.tsx",
    `/contact/requests/${ticketName}`,
    owner,
    { intent: "reply", text: note },
    "text",
  ),
  form("statements/appeal.route.tsx", `/appeal/${statement.id}`, guest, { message: note }, "message"),
  form("admin/admin.route.tsx", "/admin", staff, {}),
  form("admin/find/find.route.tsx", "/admin/find", staff, {}),
  form("admin/users/user-list.route.tsx", "/admin/users", staff, {}),
  form(
    "admin/users/user.route.tsx",
    `/admin/users/${buyer.id}`,
    staff,
    { intent: "suspend", rule: "conduct", reason },
    "reason",
  ),
  form(
    "admin/users/user.route.tsx",
    `/admin/users/${buyer.id}?tab=limits`,
    staff,
    { intent: "lift-limits", pick: "1:1", reason },
    "reason",
  ),
  form("admin/signups/signups.route.tsx", "/admin/signups", staff, {}),
  form("admin/balance/balance.route.tsx", "/admin/balance", staff, {}),
  form("admin/figures/figures.route.tsx", "/admin/figures", staff, {}),
  form("admin/orders/order-list.route.tsx", "/admin/orders", staff, {}),
  form(
    "admin/orders/order.route.tsx",
    `/admin/orders/${order.id}`,
    staff,
    { intent: "cancel", reason },
    "reason",
  ),
  form(
    "admin/payments/payments.route.tsx",
    "/admin/payments",
    staff,
    { intent: "look-into", pick: "x:0", reason },
    "reason",
  ),
  form("admin/taxes/taxes.route.tsx", "/admin/payouts/taxes", staff, {}),
  form(
    "admin/exports/exports.route.tsx",
    "/admin/exports",
    staff,
    { intent: "users", q: "no such name", reason },
    "reason q",
  ),
  form("admin/taxes/tax-file.route.ts", "/admin/payouts/taxes/2026.csv", staff, {}),
  form("admin/payouts/payout-lists.route.tsx", "/admin/payouts", staff, {}),
  form(
    "admin/payouts/seller-payouts.route.tsx",
    `/admin/payouts/${buyer.id}`,
    staff,
    { intent: "hold", days: "30", reason },
    "days reason",
  ),
  form(
    "admin/gigs/gigs.route.tsx",
    "/admin/gigs",
    staff,
    { intent: "deny", rule: "conduct", pick: `${offer.id}:0`, reason },
    "reason",
  ),
  form(
    "admin/applications/applications.route.tsx",
    "/admin/applications",
    staff,
    { intent: "refuse", rule: "conduct", pick: `${registration?.id}:0`, reason },
    "reason",
  ),
  form(
    "admin/reports/reports.route.tsx",
    "/admin/reports",
    staff,
    { intent: "leave", pick: "x:1", reason },
    "reason",
  ),
  form("admin/tickets/ticket-list.route.tsx", "/admin/tickets", staff, {}),
  form(
    "admin/tickets/ticket.route.tsx",
    `/admin/tickets/${ticketName}`,
    staff,
    { intent: "answer", text: note },
    "text",
  ),
  form(
    "admin/conversations/conversation.route.tsx",
    `/admin/conversations/${talk}`,
    staff,
    { intent: "read", reason },
    "reason",
  ),
  form("admin/health/health.route.tsx", "/admin/health", staff, { again: "x", reason }, "reason"),
  form(
    "admin/approvals/approvals.route.tsx",
    "/admin/approvals",
    staff,
    { intent: "confirm", id: "x", reason },
    "reason",
  ),
  form(
    "admin/operators/operators.route.tsx",
    `/admin/operators?confirm=give&who=${owner.id}`,
    staff,
    { intent: "give", id: owner.id, reason },
    "reason",
  ),
  form("admin/audit/audit.route.tsx", "/admin/audit", staff, {}),
  form(
    "admin/settings/settings.route.tsx",
    "/admin/settings",
    staff,
    { id: "fee_percent", seen: "0", value: "7.5", reason },
    "value reason",
  ),
  form(
    "admin/announcements/announcement-list.route.tsx",
    "/admin/announcements",
    staff,
    { intent: "write", kind: "news", subject: "A new subject", text: "A text to all", effective: "", reason },
    "subject text reason",
  ),
  form(
    "admin/announcements/announcement.route.tsx",
    `/admin/announcements/${announced}`,
    staff,
    { intent: "save", kind: "news", subject: "Another subject", text: "A text", version: "7", reason },
    "subject text reason",
  ),
  form("admin/announcements/preview.route.ts", `/admin/announcements/${announced}/preview`, staff, {
    intent: "save",
  }),
  form(
    "admin/catalogue/catalogue.route.tsx",
    "/admin/catalogue",
    staff,
    { intent: "add", name: "Kites and kits", slug: "kites and kits", reason },
    "name slug reason",
  ),
  form(
    "admin/catalogue/topic.route.tsx",
    `/admin/catalogue/${offer.categoryId}`,
    staff,
    { intent: "save", name: "Kites", slug: "Kites", description: "A text about kites", version: "1", reason },
    "name slug description reason",
  ),
  form("admin/catalogue/preview.route.tsx", `/admin/catalogue/${offer.categoryId}/preview`, staff, {
    intent: "save",
  }),
  call("layout/uncaught/client-errors.route.ts", "/client-errors", guest, { message: "x" }),
  form("layout/preferences.route.tsx", "/preferences", guest, { theme: "dark", redirectTo: "/" }),
  form("layout/unsent.route.tsx", "/unsent", guest, {}),
  form("sellers/page/seller.route.tsx", "/@nobody", guest, {}),
  form("gigs/page/gig-of-seller.route.tsx", "/@nobody/nothing", guest, {}),
  form("layout/not-found.route.tsx", "/no/such/page", guest, {}),
];

function form(route: string, path: string, by: Visitor, fields: Record<string, string>, typed = ""): Sent {
  return { route, path, by, fields, typed: typed.split(" ").filter(Boolean) };
}

function call(route: string, path: string, by: Visitor, json: unknown): Sent {
  return { route, path, by, json };
}

async function send(
  { path, fields, json }: Sent,
  by: Visitor,
  more: Record<string, string> = {},
): Promise<Page> {
  if (fields) return await by.submit(path, { ...fields, ...more });
  const headers = { Origin: origin, "Content-Type": "application/json" };
  const body = JSON.stringify({ ...(json as object), ...more });
  return await Page.of(await by.fetch(path, { method: "POST", headers, body }));
}

/** The fields that were neither shown again in the answer nor parked during sign-in. */
async function lostIn({ fields = {}, typed = [] }: Sent, page: Page): Promise<string[]> {
  const id = /draft(?:=|%3D)([\da-f-]{36})/.exec(page.location ?? "")?.[1];
  const [row] = id ? await db.select().from(drafts).where(eq(drafts.id, id)) : [];
  const kept = page.html + JSON.stringify(row?.fields ?? "");
  return typed.filter((name) => !kept.includes(fields[name] ?? ""));
}

/** What is wrong with the answers of all forms. @param isFine receives the status */
async function walk(
  chosen: Sent[],
  sent: (form: Sent) => Promise<Page>,
  isFine: (status: number) => boolean,
) {
  const wrong: unknown[] = [];
  for (const form of chosen) {
    const page = await sent(form);
    const lost = await lostIn(form, page);
    if (!isFine(page.status) || lost.length > 0)
      wrong.push([form.route, form.fields?.intent ?? "", page.status, page.location, lost]);
  }
  return wrong;
}

/** Another browser of a user, whose session `change` may end. */
async function browserOf(user: Visitor): Promise<Visitor> {
  const browser = new Visitor({ id: user.id, email: user.email });
  await browser.beginSession(user === staff ? { aal: "aal2", role: "operator" } : {});
  return browser;
}

const isOfUser = ({ by }: Sent) => by !== guest;
const below500 = (status: number) => status < 500;

it("The list has every action of the route table", async () => {
  const sources = import.meta.glob<string>("/app/**/*.route.{ts,tsx}", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const acting = [...routeTable.matchAll(/"([\w/-]+\.route\.tsx?)"/g)]
    .map(([, file = ""]) => file)
    .filter((file) =>
      /export (?:async function|function|const) action\b|export \{[^}]*\baction\b/.test(
        sources[`/app/${file}`] ?? "",
      ),
    );
  expect(acting.length).toBeGreaterThan(50);
  expect([...new Set(acting)].filter((file) => !forms.some(({ route }) => route === file))).toEqual([]);
});

describe("Every action keeps what was typed and answers no 5xx", () => {
  it("for a visitor", async () => {
    const chosen = forms.filter((form) => isOfUser(form) && form.by !== staff);
    const wrong = await walk(chosen, (form) => send(form, visitor.signedOut()), below500);
    expect(wrong).toEqual([]);
  });

  it("for a user whose session has ended", async () => {
    const chosen = forms.filter((form) => isOfUser(form) && form.by !== staff);
    const ended = async (form: Sent) => {
      const browser = await browserOf(form.by);
      await db.delete(sessions).where(eq(sessions.userId, form.by.id));
      return await send(form, browser);
    };
    expect(await walk(chosen, ended, below500)).toEqual([]);
  });

  it("in a form with a field that its page does not have", async () => {
    const broken = async (form: Sent) =>
      send(form, isOfUser(form) ? await browserOf(form.by) : guest, { role: "operator" });
    expect(await walk(forms, broken, below500)).toEqual([]);
  });

  it("while the database writes nothing", async () => {
    expectErrorLog("");
    const isWrite = (sql: string) => /^\s*(insert|update|delete|with)\b/i.test(sql) && !/limits/.test(sql);
    const faulty = productWith({ DB: faultyDatabase(env.DB, isWrite) });
    const failing = async (form: Sent) => {
      const browser = isOfUser(form) ? await browserOf(form.by) : visitor.signedOut();
      browser.send = faulty;
      return await send(form, browser);
    };
    // It answers the same for every address, before it looks at the database
    // (docs/specification.md#password-reset).
    const chosen = forms.filter(({ route }) => !route.endsWith("/forgot-password.route.tsx"));
    expect(await walk(chosen, failing, (status) => status < 500 || status === 503)).toEqual([]);
  });

  it("while the database does not answer", async () => {
    expectErrorLog("");
    const down = productWith({ DB: faultyDatabase(env.DB, () => true) });
    const failing = async (form: Sent) => {
      const browser = isOfUser(form) ? await browserOf(form.by) : visitor.signedOut();
      browser.send = down;
      return await send(form, browser);
    };
    expect(await walk(forms, failing, (status) => status < 500 || status === 503)).toEqual([]);
  });
});
