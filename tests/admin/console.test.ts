import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import * as sessions from "#app/auth/sessions.server.ts";
import { users } from "#drizzle/schema.ts";
import { operator } from "../support/accounts/operator.ts";
import { recordingDatabase } from "../support/accounts/sessions.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { orderRow } from "../support/orders.ts";
import { db, origin, Page, type Visitor, visitor } from "../support/visitor.ts";

/** What a person sees of an answer: its status, its title and its words without the request id. */
async function seen(person: Visitor, path: string, init: RequestInit = {}) {
  const page = await Page.of(await person.fetch(path, { ...init, headers: { Origin: origin } }));
  const plain = (text: string) => text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id");
  return { status: page.status, title: page.title, text: path.includes(".data") ? "" : plain(page.text) };
}

it("The console answers the ordinary 404 page to everyone but an operator with a second factor", async () => {
  const ann = await visitor.signedIn();
  const order = await orderRow(db);
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
    "a user": await visitor.signedIn(),
    "an operator without a second factor": withoutFactor,
    "a former operator": dismissed,
    "a suspended operator": suspended,
    "a user whose token claims an operator": pretender,
  };
  for (const [name, person] of Object.entries(people)) {
    // The first answer sets the bookmark cookie.
    await person.get("/nothing");
    for (const [method, rest] of [
      ["GET", ""],
      ["GET", "/users?q=ann&show=suspended"],
      ["GET", `/users/${ann.id}`],
      ["GET", "/signups"],
      ["GET", "/orders?q=ann&show=late"],
      ["GET", `/orders/${order.id}?refund=10`],
      ["GET", `/orders/${order.id}.data`],
      ["GET", "/orders.data?status=pending"],
      ["GET", "/payments"],
      ["GET", "/payments.data"],
      ["GET", "/payouts?show=debts"],
      ["GET", `/payouts/${ann.id}`],
      ["POST", `/payouts/${ann.id}`],
      ["GET", "/reports"],
      ["GET", "/gigs?q=jar"],
      ["POST", "/gigs"],
      ["POST", "/reports"],
      ["GET", "/health"],
      ["GET", "/health.data"],
      ["GET", "/audit?q=ann"],
      ["GET", "/settings"],
      ["POST", "/settings"],
      ["POST", `/orders/${order.id}`],
      ["POST", `/orders/${order.id}.data`],
      ["POST", "/payments"],
      ["POST", "/health"],
      ["POST", "/health.data"],
      ["GET", "/nothing"],
      ["GET", "/a/b/c"],
      ["GET", ".data"],
      ["GET", "/users.data?q=ann"],
      ["POST", ""],
      ["POST", `/users/${ann.id}`],
      ["POST", `/users/${ann.id}.data`],
      ["HEAD", "/users"],
      ["PUT", `/users/${ann.id}`],
    ] as const) {
      const fields = { intent: "suspend", reason: "a long enough reason" };
      const init = { method, body: /^P/.test(method) ? new URLSearchParams(fields) : null };
      const consolePage = await seen(person, `/admin${rest}`, init);
      // An unknown address without a route of its own: /{a}/{b} may be a seller's service.
      const unknownPage = await seen(person, `/no/such${rest || "/page"}`, init);
      expect(consolePage, `${name}: ${method} /admin${rest}`).toEqual(unknownPage);
      expect(consolePage.status).toBe(method === "PUT" ? 405 : 404);
    }
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

it("An operator with a second factor opens every page of the console, and no cache stores them", async () => {
  const { ann } = await operator();
  expect((await ann.get("/admin")).location).toBe("/admin/health");
  for (const path of [
    "/admin/users",
    `/admin/users/${ann.id}`,
    "/admin/signups",
    "/admin/balance",
    "/admin/orders",
    `/admin/orders/${(await orderRow(db)).id}`,
    "/admin/orders.data?status=pending",
    "/admin/payments",
    "/admin/payouts",
    `/admin/payouts/${ann.id}`,
    "/admin/reports",
    "/admin/health",
    "/admin/audit",
    "/admin/settings",
    "/admin/users.data",
    "/admin/users?q=ab",
  ]) {
    const page = await ann.get(path);
    expect([path, page.status, page.headers.get("Cache-Control")]).toEqual([path, 200, "private, no-store"]);
  }
  expect((await ann.get("/admin/users")).html).toContain('content="noindex"');
  for (const path of [
    "/admin/nothing",
    "/admin/users/nobody",
    "/admin/users/a/b",
    "/admin/orders/nobody",
    "/admin/payouts/nobody",
  ]) {
    expect([path, (await ann.get(path)).status]).toEqual([path, 404]);
  }
  for (const path of ["/admin", "/admin/users", "/admin/signups", "/admin/orders"])
    expect([path, (await ann.submit(path, {})).status]).toEqual([path, 404]);
});

it("The account menu links to the console for an operator with a second factor only", async () => {
  const { ann } = await operator();
  expect((await ann.get("/orders")).links).toContain("/admin");
  const { ann: withoutFactor } = await operator({ aal: "aal1" });
  for (const person of [withoutFactor, await visitor.signedIn(), visitor.signedOut()])
    expect((await person.get("/")).html).not.toContain("/admin");
});

it("A session that has ended cannot open the console, although its access token is still valid", async () => {
  const { ann } = await operator();
  const access = ann.cookie("access") ?? "";
  await sessions.allEnded(db, ann.id, null, Date.now());
  const page = await ann.get("/admin/users");
  expect(page.html).not.toContain("Find users");
  ann.setCookie("access", access);
  expect(
    (await ann.submit(`/admin/users/${ann.id}`, { intent: "suspend", reason: "a long enough reason" }))
      .status,
  ).toBe(404);
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
