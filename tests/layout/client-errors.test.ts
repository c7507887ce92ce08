import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { clientErrors } from "#drizzle/schema.ts";
import { operator } from "../support/accounts/operator.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { db, origin, type Visitor, visitor } from "../support/visitor.ts";

// docs/specification.md#client-errors

const report = async (who: Visitor, body: string, headers: Record<string, string> = { Origin: origin }) =>
  await who.fetch("/client-errors", { method: "POST", body, headers });
const told = (message: string, place = `${origin}/assets/order-1.js:1:20`) =>
  JSON.stringify([message, place, [{ name: "id", description: "3f2a-request" }]]);

function strangerAt(address: string): Visitor {
  const stranger = visitor.passingBy();
  stranger.address = address;
  return stranger;
}

it("A report is logged with request, message and place, without what it quotes, and Health counts it per day", async () => {
  const lines = vi.spyOn(console, "log");
  const bob = strangerAt("203.0.113.1");
  const place = `${origin}/search?q=my+secret:3:7`;
  expect((await report(bob, told(`Unexpected token '<', "<b>Ann's text" is not JSON`, place))).status).toBe(
    204,
  );
  expect((await report(await visitor.signedIn(), told("x is not a function"))).status).toBe(204);
  const logged = lines.mock.calls
    .flat()
    .map(String)
    .filter((line) => line.includes('"client error"'));
  lines.mockRestore();
  expect(logged).toHaveLength(2);
  expect(JSON.parse(logged[0] ?? "")).toMatchObject({
    level: "warn",
    page: "3f2a-request",
    place: "/search:3:7",
  });
  expect(logged.join()).not.toMatch(/secret|Ann|<b>/);
  const { ann } = await operator();
  expect((await ann.get("/admin/health")).text).toMatch(/Errors in browsers, by day 2 on \d+ \w+ \d{4}/);
});

it("A request that is not a report, is too long, comes from another site or exceeds ten an hour is not counted", async () => {
  const before = await db.select().from(clientErrors);
  const bob = strangerAt("203.0.113.2");
  for (const body of [
    "",
    "{",
    "[]",
    '["a"]',
    "null",
    told("a", "https://other.test/x.js:1:1"),
    '[{"a":1},3]',
  ])
    expect([body, (await report(bob, body)).status]).toEqual([body, 400]);
  expect((await report(bob, told("a".repeat(3000)))).status).toBe(413);
  expect((await report(bob, told("a"), { Origin: "https://other.test" })).status).toBe(403);
  expect((await bob.get("/client-errors")).status).toBe(405);
  expect(await db.select().from(clientErrors)).toEqual(before);
  for (let n = 0; n < 10; n++) expect((await report(bob, told("a"))).status).toBe(204);
  const over = await report(bob, told("a"));
  expect(over.status).toBe(429);
  // Minus the time that the earlier requests took.
  expect(Number(over.headers.get("Retry-After"))).toBeGreaterThan(3500);
  expect(Number(over.headers.get("Retry-After"))).toBeLessThanOrEqual(3600);
  const [now] = await db.select().from(clientErrors);
  expect(now?.count).toBe((before[0]?.count ?? 0) + 10);
});

it("If it cannot be counted, it is still logged", async () => {
  const bob = strangerAt("203.0.113.3");
  bob.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("client_errors")) });
  expectErrorLog("client error not counted");
  expect((await report(bob, told("a"))).status).toBe(204);
});

it("Each page has its request's id in a header, even from the page cache, and no other response has one", async () => {
  const ids = [];
  for (const path of ["/help", "/help", "/no/such/page"])
    ids.push((await visitor.passingBy().get(path)).headers.get("Server-Timing"));
  for (const id of ids) expect(id).toMatch(/^id;desc=[\w-]{36}$/);
  expect(new Set(ids).size).toBe(3);
  expect((await visitor.passingBy().get("/robots.txt")).headers.get("Server-Timing")).toBeNull();
});
