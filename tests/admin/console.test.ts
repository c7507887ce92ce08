import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import * as sessions from "#app/auth/sessions.server.ts";
import { ticketCode } from "#app/contact/ticket.ts";
import routeTable from "#app/routes.ts?raw";
import { categories, drafts, tickets, users } from "#drizzle/schema.ts";
import { writer } from "../gigs/editor/writer.ts";
import { operator } from "../support/accounts/operator.ts";
import { recordingDatabase } from "../support/accounts/sessions.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { conversationOf } from "../support/conversations.ts";
import { announcement, category } from "../support/factories.ts";
import { orderRow } from "../support/orders.ts";
import { db, origin, Page, type Visitor, visitor } from "../support/visitor.ts";

const seller = await writer();
const ann = await visitor.signedIn();
const topic = await category(db);
const order = await orderRow(db, { buyerId: ann.id, sellerId: seller.id, hold: "refund" });
const talk = await conversationOf(ann, seller);
const announced = await announcement(db);
const previewed = `/admin/announcements/${announced}/preview`;
await ann.submit("/contact", { message: "The page of my order is empty since this morning" });
const [ticket] = await db.select().from(tickets).where(eq(tickets.userId, ann.id));

/**
 * The access table: every route of the console with an address of it, the status that an operator with a
 * second factor gets, and the intents of its forms. A form without a reason is refused with 400, so nothing
 * is done; a page without a form answers 404. Only a download and a preview need no reason. Everyone else
 * gets the 404 of an unknown address from each.
 */
const access: Record<string, { path?: string; opens?: number; intents?: string; refused?: number }> = {
  "/admin": {},
  "/admin/find": {},
  "/admin/users": {},
  "/admin/users/:id": {
    path: `/admin/users/${ann.id}`,
    intents: "suspend restore end-factor keep-factor verify end-sessions end-all-sessions lift-limits",
  },
  "/admin/operators": { intents: "give take" },
  "/admin/signups": {},
  "/admin/orders": {},
  "/admin/orders/:id": {
    path: `/admin/orders/${order.id}`,
    intents:
      "start refuse answer deliver revise complete cancel ask-time allow-time keep-date request-cancel accept-cancel decline-cancel request-refund accept-refund answer-refund decline-refund withdraw-refund operator-cancel refund refund-again",
  },
  "/admin/payments": { intents: "refund look-into take-in" },
  "/admin/payouts/taxes": {},
  "/admin/payouts/taxes/:year.csv": {
    path: "/admin/payouts/taxes/2025.csv",
    opens: 404,
    intents: "download",
    refused: 303,
  },
  "/admin/payouts": {},
  "/admin/payouts/:id": {
    path: `/admin/payouts/${seller.id}`,
    intents: "hold renew release try-again read-again pay-by-hand write-off reverse",
  },
  "/admin/balance": {},
  "/admin/figures": {},
  "/admin/gigs": { intents: "deny allow" },
  "/admin/applications": { intents: "vet ask waive return-fee refuse refuse-and-return" },
  "/admin/reports": { intents: "leave take-down take-down-and-warn warn suspend" },
  "/admin/tickets": {},
  "/admin/tickets/:number": {
    path: `/admin/tickets/${ticket ? ticketCode(ticket) : ""}`,
    intents: "answer note close uphold reverse",
  },
  "/admin/conversations/:id": { path: `/admin/conversations/${talk}`, intents: "read" },
  "/admin/health": { intents: "again repair" },
  "/admin/approvals": { intents: "confirm decline" },
  "/admin/audit": {},
  "/admin/exports": {
    intents: "users orders ledger refunds registrations transfers payouts debts tickets",
  },
  "/admin/settings": { intents: "set" },
  "/admin/announcements": { intents: "write" },
  "/admin/announcements/:id": {
    path: `/admin/announcements/${announced}`,
    intents: "save test send stop resume delete",
  },
  // It decides nothing, so it needs no reason, and shows whatever the form has.
  "/admin/announcements/:id/preview": {
    path: previewed,
    opens: 303,
    intents: "save",
    refused: 200,
  },
  "/admin/catalogue": { intents: "add begin" },
  "/admin/catalogue/:id": {
    path: `/admin/catalogue/${topic.id}`,
    intents:
      "save add-subcategory delete move add-faq edit-faq up-faq down-faq remove-faq add-feature edit-feature up-feature down-feature remove-feature add-review edit-review remove-review",
  },
  // It decides nothing, so it needs no reason, but it needs the texts of a form.
  "/admin/catalogue/:id/preview": {
    path: `/admin/catalogue/${topic.id}/preview`,
    intents: "save edit-faq add-feature",
  },
};

/** One request for each page of the console, and one for each intent of its forms. */
const requests = Object.entries(access).flatMap(
  ([route, { path = route, opens = 200, intents, refused = 400 }]) => [
    { path, opens, fields: null },
    ...(intents ?? "none").split(" ").map((intent) => ({
      ...{ path, opens: intents ? refused : 404 },
      fields: { intent, id: "x", reason: "no" },
    })),
  ],
);

/** The same, with one form for each page. */
const formOfEach = requests.filter(
  ({ path, fields }, i) => !fields || requests.findIndex((one) => one.fields && one.path === path) === i,
);

/** An answer without the ids of its request and its own address. */
async function bytesOf(person: Visitor, path: string, init: RequestInit = {}) {
  const page = await Page.of(await person.fetch(path, { ...init, headers: { Origin: origin } }));
  const own = path.replace(/\.data$|\.data\?|\?.*/, "");
  const escaped = own.replaceAll("&", "&amp;").replaceAll("'", "&#x27;");
  const same = (text: string) =>
    text
      .replaceAll(`value="${escaped}`, "this page")
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id")
      // What the database has reached, and how long the access token is still valid.
      .replaceAll(/bookmark=[\w-]+/g, "bookmark")
      .replaceAll(/\b\d{5,7}\b/g, "ms");
  const headers = [...page.headers].map(([name, value]) => `${name}: ${same(value)}`);
  return { status: page.status, headers, text: same(page.html) };
}

const sent = (fields: Record<string, string> | null): RequestInit =>
  fields ? { method: "POST", body: new URLSearchParams(fields) } : {};

it("The access table has every route of the console", () => {
  const routes = [...routeTable.matchAll(/route\("(admin[^"]*)"/g)].map(([, path]) => `/${path}`);
  expect(routes.length).toBeGreaterThan(20);
  expect(Object.keys(access).toSorted()).toEqual(routes.toSorted());
});

it("Everyone but an operator with a second factor gets the bytes of an unknown address, whatever the route and the intent", async () => {
  const { ann: suspended } = await operator();
  await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, suspended.id));
  const { ann: dismissed } = await operator();
  await db.update(users).set({ role: "user" }).where(eq(users.id, dismissed.id));
  const { ann: withoutFactor } = await operator({ aal: "aal1" });
  const pretender = await visitor.signedIn();
  await pretender.beginSession({ aal: "aal2", role: "operator" });
  const people = {
    "a visitor without cookies": visitor.passingBy(),
    "a signed-out visitor": visitor.signedOut(),
    "the user of the pages": ann,
    "another user": await visitor.signedIn(),
    "a seller": seller,
    "an operator without a second factor": withoutFactor,
    "a former operator": dismissed,
    "a suspended operator": suspended,
    "a user whose token claims an operator": pretender,
  };
  const more = [
    { path: "/admin/users?q=ann&show=suspended", fields: null },
    { path: `/admin/users/${ann.id}.data`, fields: null },
    { path: `/admin/orders/${order.id}.data`, fields: { intent: "refund", reason: "no" } },
    { path: "/admin/users/it's&that", fields: null },
  ];
  // Every route calls requireOperator, so these people cover every route, and the others only some.
  const sentBy: Record<string, typeof requests> = {
    "a visitor without cookies": formOfEach.filter(({ fields }) => !fields),
    "another user": requests,
    "an operator without a second factor": formOfEach,
  };
  const some = formOfEach.filter(({ path }) => path === "/admin" || path.startsWith("/admin/users"));
  for (const [name, person] of Object.entries(people)) {
    const own = sentBy[name] ?? some;
    // The first answer sets the bookmark cookie.
    await person.get("/nothing");
    const unknown = new Map<string, Awaited<ReturnType<typeof bytesOf>>>();
    for (const { path, fields } of [...own, ...more]) {
      const [pathname = "", search = ""] = path.split(/(?=\?)/);
      const segments = pathname.split("/").length - 1;
      const place = `${"/nothing".repeat(segments)}${pathname.endsWith(".data") ? ".data" : ""}${search}`;
      const key = `${fields ? "POST" : "GET"} ${place}`;
      if (!unknown.has(key)) unknown.set(key, await bytesOf(person, place, sent(fields)));
      const found = await bytesOf(person, path, sent(fields));
      expect(found, `${name}: ${key.slice(0, 4)} ${path} ${fields?.intent ?? ""}`).toEqual(unknown.get(key));
      expect(found.status).toBe(404);
    }
    for (const method of ["HEAD", "PUT"])
      expect(await bytesOf(person, `/admin/users/${ann.id}`, { method })).toEqual(
        await bytesOf(person, "/nothing/nothing/nothing", { method }),
      );
  }
});

it("An operator with a second factor opens every page, and each form asks for a reason", async () => {
  const { ann: eve } = await operator();
  for (const { path, opens, fields } of requests) {
    const page = await Page.of(await eve.fetch(path, { ...sent(fields), headers: { Origin: origin } }));
    expect([path, fields?.intent, page.status]).toEqual([path, fields?.intent, opens]);
    if (opens !== 404) expect([path, page.headers.get("Cache-Control")]).toEqual([path, "private, no-store"]);
  }
});

it("The console answers 404 under every spelling of its address", async () => {
  const guest = visitor.signedOut();
  for (const path of [
    "/Admin",
    "/ADMIN/users",
    "/%61dmin/users",
    "//admin/users",
    "/admin/",
    "/admin/users/",
  ]) {
    const page = await guest.get(path);
    expect([path, page.status]).toEqual([path, 404]);
  }
});

it("Requests by others read and write nothing in the console", async () => {
  const recorded = recordingDatabase();
  const { ann: withoutFactor } = await operator({ aal: "aal1" });
  for (const person of [visitor.signedOut(), await visitor.signedIn(), withoutFactor]) {
    person.send = productWith({ DB: recorded.database });
    for (const path of ["/admin/users?q=ann", "/admin/payments.data", `/admin/users/${withoutFactor.id}`])
      expect((await person.get(path)).html).not.toContain(withoutFactor.email);
  }
  const isHeader = (sql: string) => /categories|subcategories|"sessions"|from "profiles"/.test(sql);
  expect(recorded.statements.filter((sql) => !isHeader(sql))).toEqual([]);
});

it("An address that the console does not have is a 404 for operators too, and no search engine lists its pages", async () => {
  const { ann: eve } = await operator();
  expect((await eve.get("/admin/users")).html).toContain('content="noindex"');
  for (const path of ["/admin/users.data", "/admin/orders.data?status=pending"])
    expect((await eve.get(path)).headers.get("Cache-Control")).toBe("private, no-store");
  for (const path of [
    "/admin/nothing",
    "/admin/users/nobody",
    "/admin/users/a/b",
    "/admin/orders/nobody",
    "/admin/payouts/nobody",
  ])
    expect([path, (await eve.get(path)).status]).toEqual([path, 404]);
});

it("The account menu links to the console only for an operator with a second factor", async () => {
  const { ann } = await operator();
  expect((await ann.get("/orders")).links).toContain("/admin");
  const { ann: withoutFactor } = await operator({ aal: "aal1" });
  for (const person of [withoutFactor, await visitor.signedIn(), visitor.signedOut()])
    expect((await person.get("/")).html).not.toContain("/admin");
});

const reason = "Reported by three buyers since Monday";

/** Ends every session of an operator, whose browser still holds its tokens. */
async function ended(person: Visitor): Promise<void> {
  await sessions.allEnded(db, person.id, null, Date.now());
}

it("Once the session has ended, an operator's browser is sent to sign in and comes back to the page", async () => {
  const { ann: eve } = await operator();
  const page = await eve.fetch("/admin/users?q=ann");
  const cookie = page.headers.getSetCookie().find((line) => line.startsWith("operator="));
  expect(cookie).toBe("operator=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000");
  await ended(eve);
  const asked = await eve.open("/admin/users?q=ann");
  expect(asked.text).toContain("Please sign in to continue");
  const away = await eve.get("/admin/users?q=ann");
  expect([away.status, away.location, away.headers.get("Cache-Control")]).toEqual([
    303,
    "/sign-in?redirectTo=%2Fadmin%2Fusers%3Fq%3Dann&message=Please+sign+in+to+continue",
    "private, no-store",
  ]);
  expect((await eve.fetch("/admin/users", { method: "HEAD" })).status).toBe(303);
  // The console has no data requests, and no page at the other address.
  for (const path of ["/admin/users.data", "/admin/nothing"])
    expect([path, (await eve.get(path)).status]).toEqual([path, 404]);
  // The cookie gives no access, and every other browser still gets the 404.
  expect((await visitor.signedOut().get("/admin/users?q=ann")).status).toBe(404);
  await eve.beginSession({ aal: "aal2", role: "operator" });
  expect((await eve.get("/admin/users?q=ann")).status).toBe(200);
});

it("A form that is sent after the session has ended does nothing, and waits above its page after sign-in", async () => {
  const { ann: eve } = await operator();
  const bob = await visitor.signedIn();
  const path = `/admin/users/${bob.id}`;
  await eve.get(path);
  await ended(eve);
  const away = await eve.submit(`${path}?mails=9`, { intent: "suspend", rule: "conduct", reason });
  expect([away.status, away.location?.split("?")[0]]).toEqual([303, "/sign-in"]);
  expect((await db.select().from(users).where(eq(users.id, bob.id)))[0]?.suspendedAt).toBeNull();
  const back = new URL(away.location ?? "", origin).searchParams.get("redirectTo") ?? "";
  expect(back).toMatch(new RegExp(`^${path}[?]mails=9&draft=`));

  // It waits neither in another operator's browser, nor in this one without the role.
  const { ann: other } = await operator();
  expect((await other.get(back)).html).not.toContain(reason);
  await eve.beginSession();
  const lost = await eve.get(back);
  expect([lost.status, lost.html.includes(reason)]).toEqual([404, false]);

  await eve.beginSession({ aal: "aal2", role: "operator" });
  const page = await eve.get(back);
  expect(page.text).toContain("Send your form again");
  const [form = ""] = /<form[^>]*action="[^"]*mails=9"[\s\S]*?<\/form>/.exec(page.html) ?? [];
  expect(form).toContain('<input type="hidden" name="intent" value="suspend"/>');
  expect(form).toContain(`>${reason}</textarea>`);
  expect(form).toContain("Send again: suspend");
  expect((await eve.submit(`${path}?mails=9`, { intent: "suspend", rule: "conduct", reason })).status).toBe(
    303,
  );
  expect((await db.select().from(users).where(eq(users.id, bob.id)))[0]?.suspendedAt).not.toBeNull();
});

it("A form that is sent from a page where an earlier one waits replaces it after the next sign-in", async () => {
  const { ann: eve } = await operator();
  const path = `/admin/users/${(await visitor.signedIn()).id}`;
  let back = path;
  for (const said of ["An earlier reason, long enough", "The reason of the second form"]) {
    await eve.get(back);
    await ended(eve);
    const away = await eve.submit(back, { intent: "suspend", rule: "conduct", reason: said });
    back = new URL(away.location ?? "", origin).searchParams.get("redirectTo") ?? "";
    await eve.beginSession({ aal: "aal2", role: "operator" });
    expect((await eve.get(back)).html).toContain(`>${said}</textarea>`);
  }
});

it("After sign-in, the text of a category waits above its page, and that of a preview where the preview opens", async () => {
  const { ann: eve } = await operator();
  const path = `/admin/catalogue/${topic.id}`;
  const before = await db.select().from(categories).where(eq(categories.id, topic.id));
  const typed = { name: "Bowls", slug: "bowls", description: "First line.\n\nSecond line.", reason };
  for (const page of [path, `${path}/preview`]) {
    await eve.beginSession({ aal: "aal2", role: "operator" });
    await eve.get(path);
    await ended(eve);
    const away = await eve.submit(page, { intent: "save", version: 1, ...typed });
    const back = new URL(away.location ?? "", origin).searchParams.get("redirectTo") ?? "";
    expect(back).toMatch(new RegExp(`^${page}[?]draft=`));
    await eve.beginSession({ aal: "aal2", role: "operator" });
    const { html, text } = await eve.get(back);
    expect([page, text.includes("Send your form again")]).toEqual([page, true]);
    const [form = ""] =
      new RegExp(`<form[^>]*action="${page}"[^>]*aria-labelledby="kept-form"[\\s\\S]*?</form>`).exec(html) ??
      [];
    for (const value of [`>${typed.description}</textarea>`, 'value="Bowls"', 'value="bowls"'])
      expect([page, form.includes(value)]).toEqual([page, true]);
  }
  const preview = await eve.submit(`${path}/preview`, { intent: "save", version: 1, ...typed });
  expect([preview.status, preview.text.includes("Second line.")]).toEqual([200, true]);
  expect(await db.select().from(categories).where(eq(categories.id, topic.id))).toEqual(before);
});

it("An invalid day waits as the text that was typed, and a valid one as a day", async () => {
  const { ann: eve } = await operator();
  const path = `/admin/announcements/${announced}`;
  for (const [effective, type] of [
    ["31.12.2026", "text"],
    ["2026-12-31", "date"],
  ]) {
    await eve.beginSession({ aal: "aal2", role: "operator" });
    await eve.get(path);
    await ended(eve);
    const away = await eve.submit(path, { intent: "save", version: 1, effective, reason });
    const back = new URL(away.location ?? "", origin).searchParams.get("redirectTo") ?? "";
    await eve.beginSession({ aal: "aal2", role: "operator" });
    const [field] =
      /<input[^>]*id="kept-\d+"[^>]*name="effective"[^>]*>/.exec((await eve.get(back)).html) ?? [];
    expect(field).toContain(`type="${type}"`);
    expect(field).toContain(`value="${effective}"`);
  }
});

it("The stars of a review and the answers of an order wait where they can be read and changed", async () => {
  const { ann: eve } = await operator();
  for (const [path, fields, labels] of [
    [`/admin/catalogue/${topic.id}`, { intent: "add-review", rating: "5" }, ["Rating"]],
    [
      `/admin/orders/${order.id}`,
      { intent: "answer", "answers[0]": "Blue", "answers[1]": "Two\nlines" },
      ["Answer 1", "Answer 2"],
    ],
  ] as const) {
    await eve.beginSession({ aal: "aal2", role: "operator" });
    await eve.get(path);
    await ended(eve);
    const away = await eve.submit(path, { ...fields, reason });
    const back = new URL(away.location ?? "", origin).searchParams.get("redirectTo") ?? "";
    await eve.beginSession({ aal: "aal2", role: "operator" });
    const [form = ""] =
      /<form[^>]*aria-labelledby="kept-form".*?<\/form>/s.exec((await eve.get(back)).html) ?? [];
    for (const label of labels) expect([path, form.includes(`>${label}</label>`)]).toEqual([path, true]);
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)"/g)].map(([, name]) => name);
    expect([path, hidden]).toEqual([path, ["intent"]]);
  }
});

it("Every form of the console waits after sign-in with all that was sent", async () => {
  const { ann: eve } = await operator();
  await eve.get("/admin/users");
  await ended(eve);
  for (const [i, { path, fields }] of requests.entries()) {
    // A download and an email's preview have no page to wait on. The preview's form stays open in its tab.
    if (!fields || path.endsWith(".csv") || path === previewed) continue;
    // One network address may park 60 texts an hour.
    eve.address = `203.0.113.${i}`;
    const all = { ...fields, reason, text: "Two\nlines", seen: "1", value: "7.5" };
    const away = await eve.submit(path, all);
    const id = /draft%3D([\da-f-]{36})/.exec(away.location ?? "")?.[1] ?? "";
    const [row] = await db.select().from(drafts).where(eq(drafts.id, id));
    expect([path, Object.fromEntries(JSON.parse(row?.fields.form ?? "[]"))]).toEqual([path, all]);
  }
  for (const path of ["/admin/payouts/taxes/2025.csv", previewed])
    expect((await eve.submit(path, {})).location).toContain("redirectTo=%2Fadmin&");
});

it("The browser is forgotten as soon as someone without the role or without a second factor is signed in", async () => {
  for (const aal of ["aal1", "aal2"] as const) {
    const user = await visitor.signedIn();
    await user.beginSession({ aal, role: aal === "aal1" ? "operator" : "user" });
    user.setCookie("operator", "1");
    await user.get("/nothing");
    expect([aal, user.cookie("operator")]).toEqual([aal, undefined]);
    expect((await user.get("/admin/users")).status).toBe(404);
  }
});

it("While the database cannot say whether the session has ended, an operator is not sent to sign in", async () => {
  const { ann: eve } = await operator();
  await eve.get("/admin/users");
  eve.setCookie("access", "");
  eve.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("sessions")) });
  expectErrorLog("viewer unknown");
  const form = await eve.submit("/admin/users/x", { intent: "suspend", rule: "conduct", reason });
  expect([form.status, form.html.includes(reason)]).toEqual([503, true]);
  expect((await eve.get("/admin/users")).status).toBe(404);
});

// Privacy promises: "access by staff is limited and recorded".
it("The log records which operator viewed what", async () => {
  const { ann } = await operator();
  const bob = await visitor.signedIn();
  const log = vi.spyOn(console, "log");
  await ann.get(`/admin/users/${bob.id}`);
  await bob.get("/admin/users");
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, string>);
  log.mockRestore();
  const access = lines.filter(({ event }) => event === "operator access");
  expect(access.map(({ operator: id }) => id)).toEqual([ann.id]);
  const request = lines.find(
    ({ event, requestId }) => event === "request" && requestId === access[0]?.requestId,
  );
  expect(request?.path).toBe(`/admin/users/${bob.id}`);
});

it("If the operator's row cannot be read, other users still get the 404", async () => {
  const isOwnRead = (sql: string) => sql.includes("u.role = 'operator'");
  const broken = productWith({ DB: faultyDatabase(env.DB, isOwnRead) });
  const bob = await visitor.signedIn();
  bob.send = broken;
  expect((await bob.get("/admin/users")).status).toBe(404);
});
