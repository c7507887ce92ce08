import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { sessions } from "#drizzle/schema.ts";
import { day, hour, pass, sweep } from "../support/clock.ts";
import { gig } from "../support/factories.ts";
import { deliveries } from "../support/stripe.ts";
import { db, origin, Visitor, visitor } from "../support/visitor.ts";

// docs/specification.md#kept. Privacy promises: "a shortened internet address" and "Technical logs are
// deleted after 30 days."

await deliveries("off");

/** Every value of every table, as one text. */
async function everyRow(): Promise<string> {
  const tables = await env.DB.prepare(
    "select name from sqlite_master where type = 'table' and sql not like 'CREATE VIRTUAL%' and name not like '\\_cf%' escape '\\' and name not like 'sqlite%'",
  ).all<{ name: string }>();
  const rows = await Promise.all(
    tables.results.map(async ({ name }) => (await env.DB.prepare(`select * from "${name}"`).all()).results),
  );
  return JSON.stringify(rows);
}

/** Signs up, signs in, orders, presses a button and reports an error from an address. */
async function actFrom(address: string, name: string): Promise<void> {
  const headers = { "CF-Connecting-IP": address };
  const stranger = visitor.passingBy();
  const account = { email: `${name}@example.test`, password: "a good word" };
  await stranger.submit("/sign-up", { ...account, fullName: "Ann Lee", username: name }, headers);
  await stranger.submit("/sign-in", { ...account, password: "a wrong word" }, headers);
  expect((await stranger.submit("/sign-in", account, headers)).status).toBe(303);
  const ann = await Visitor.signedIn();
  const { id } = await gig(db);
  expect((await ann.submit("/orders", { gigId: id, package: "starter" }, headers)).status).toBe(303);
  await ann.submit("/help/helpful", { yes: "when-do-i-get-paid" }, headers);
  const body = JSON.stringify(["x", `${origin}/assets/a.js:1:1`]);
  await ann.fetch("/client-errors", { method: "POST", body, headers: { ...headers, Origin: origin } });
}

it("After an hour, no row has more of an address than its network", async () => {
  await actFrom("203.0.113.77", "first");
  await actFrom("2001:db8:7:8801::5", "second");
  const now = await everyRow();
  expect([now.includes("203.0.113.77"), now.includes("2001:db8:7:8801")]).toEqual([true, true]);
  await pass(hour + 60_000);
  await sweep();
  const later = await everyRow();
  expect(later).toContain("203.0.113.0/24");
  expect(later).toContain("2001:db8:7::/48");
  expect(later).not.toMatch(/203\.0\.113\.77|2001:db8:7:88/);
});

it("A session that has ended loses browser and place after 30 days", async () => {
  const ann = await Visitor.signedIn();
  await db.update(sessions).set({ device: "Old Browser 7", place: "Berlin, DE" });
  await ann.submit("/sign-out", {});
  await pass(29 * day);
  await sweep();
  expect(await everyRow()).toContain("Old Browser 7");
  await pass(32 * day);
  for (let runs = 0; runs < 3; runs++) await sweep();
  expect(await everyRow()).not.toMatch(/Old Browser 7|Berlin, DE/);
});
