import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as users from "#app/admin/users/users.server.ts";
import * as schema from "#drizzle/schema.ts";
import { databaseOf } from "#workers/context.ts";
import { operator } from "../../support/accounts/operator.ts";
import { measuredDatabase } from "../../support/bindings/faulty.ts";
import { person, usernameOf } from "../../support/factories.ts";
import { db, type Page, visitor } from "../../support/visitor.ts";

const { ann } = await operator();

/** The names in the table, in its order. */
const names = (page: Page) =>
  [...page.html.matchAll(/<td[^>]*><a href="\/admin\/users\/[^"]+">([^<]*)/g)].map((match) => match[1]);

const found = async (query: string) => names(await ann.get(`/admin/users?${query}`));

it("Users are found by a part of their email, username or name, ignoring case and accents, and by the beginning of their id", async () => {
  const odon = await person(db, { username: "odon.k", fullName: "Ödön Krámer" });
  await db.update(schema.users).set({ email: "post@kramer-muhely.test" }).where(eq(schema.users.id, odon.id));
  const other = await person(db, { username: "somebody", fullName: "Some Body" });
  for (const q of [
    "don.k",
    "DÖN",
    "odon kra",
    "Krámer",
    "muhely",
    "POST@kramer",
    odon.id,
    odon.id.slice(0, 8).toUpperCase(),
  ])
    expect([q, await found(`q=${encodeURIComponent(q)}`)]).toEqual([q, ["Ödön Krámer"]]);
  for (const q of ["person odon", 'odon" OR "some', "%don", "o_on", "*"])
    expect([q, await found(`q=${encodeURIComponent(q)}`)]).toEqual([q, []]);
  expect(await found("q=somebody")).toEqual(["Some Body"]);
  // An old name or address finds no one.
  await db.update(schema.profiles).set({ username: "renamed" }).where(eq(schema.profiles.id, other.id));
  await db.update(schema.users).set({ email: "new@renamed.test" }).where(eq(schema.users.id, other.id));
  expect(await found("q=somebody")).toEqual([]);
  expect(await found("q=renamed")).toEqual(["Some Body"]);
});

it("A text that is too short for the index is refused, and stays in the field", async () => {
  const page = await ann.get("/admin/users?q=+ab+");
  expect(page.text).toContain("Type at least 3 characters");
  expect(page.html).toMatch(/<input[^>]*name="q"[^>]*value="ab"/);
  expect((await ann.get("/admin/users?q=no+such+name")).text).toContain("No users found");
});

it("Users are listed newest first, 50 per page, and the next page continues after the last one", async () => {
  for (let i = 0; i < 60; i++) await person(db, { fullName: `Paged Reader ${i}` });
  const first = await ann.get("/admin/users?q=paged+reader");
  const older = first.links.find((link) => link.includes("after=")) ?? "";
  expect(older).toMatch(/^\/admin\/users\?q=paged\+reader&after=\d+$/);
  const second = await ann.get(older);
  const all = Array.from({ length: 60 }, (_, i) => `Paged Reader ${59 - i}`);
  expect([names(first), names(second)]).toEqual([all.slice(0, 50), all.slice(50)]);
  expect(second.links.filter((link) => link.includes("after="))).toEqual([]);
  // A new user does not change the second page.
  await person(db, { fullName: "Paged Reader too" });
  expect(names(await ann.get(older))).toEqual(all.slice(50));
  expect((await found("")).slice(0, 2)).toEqual(["Paged Reader too", "Paged Reader 59"]);
  expect(await found("after=x&show=y&q=")).toHaveLength(50);
});

it("The user with exactly the typed address comes first, once, however many newer addresses contain it", async () => {
  const exact = await person(db, { fullName: "Exact Reader" });
  await db.update(schema.users).set({ email: "li@post.test" }).where(eq(schema.users.id, exact.id));
  for (let i = 0; i < 55; i++) {
    const one = await person(db, { fullName: `Other Reader ${i}` });
    await db
      .update(schema.users)
      .set({ email: `li@post.test.${i}.test` })
      .where(eq(schema.users.id, one.id));
  }
  const first = await ann.get("/admin/users?q=LI%40post.test");
  const newest = Array.from({ length: 49 }, (_, i) => `Other Reader ${54 - i}`);
  expect(names(first)).toEqual(["Exact Reader", ...newest]);
  const older = await ann.get(first.links.find((link) => link.includes("after=")) ?? "");
  expect(names(older)).toEqual(Array.from({ length: 6 }, (_, i) => `Other Reader ${5 - i}`));
  expect(await found("q=li%40post.test&show=suspended")).toEqual([]);
});

it("The filters show suspended users, with the date and the reason, or operators", async () => {
  const bob = await person(db, { fullName: "Bob Away" });
  await db
    .update(schema.users)
    .set({ suspendedAt: Date.UTC(2026, 1, 3, 4, 5) })
    .where(eq(schema.users.id, bob.id));
  await db.insert(schema.auditLog).values({
    operatorId: ann.id,
    action: "suspend",
    subjectId: bob.id,
    reason: "Sold what was not his",
    at: 1,
  });
  const page = await ann.get("/admin/users?show=suspended");
  expect(names(page)).toEqual(["Bob Away"]);
  expect(page.text).toContain("3 Feb 2026, 04:05 UTC Sold what was not his");
  expect(await found("show=suspended&q=bob")).toEqual(["Bob Away"]);
  expect(await found("show=suspended&q=paged")).toEqual([]);
  expect(await found("show=operators&q=bob")).toEqual([]);
  expect(await found("show=operators")).toEqual([`Person ${await usernameOf(db, ann.id)}`]);
});

it("A user's page shows the facts of the account, and which account is the operator's own", async () => {
  const cleo = await visitor.signedIn({ fullName: "Cleo Marsh", verified: false });
  const page = await ann.get(`/admin/users/${cleo.id}`);
  for (const words of ["Cleo Marsh", cleo.email, "Not verified", "Second factor none", "Seller no"])
    expect(page.text).toContain(words);
  expect((await ann.get(`/admin/users/${ann.id}`)).text).toContain("This is your own account.");
});

it("The rows that a list reads do not grow with the number of users", async () => {
  const rows = async (search: Partial<Parameters<typeof users.list>[1]>) => {
    const { database, read } = measuredDatabase(env.DB);
    await users.list(databaseOf(database.withSession("first-primary")), {
      q: "",
      show: "all",
      order: null,
      after: null,
      ...search,
    });
    return read();
  };
  const insert = (from: number, to: number) =>
    env.DB.batch([
      env.DB.prepare(
        `insert into users (id, email, role, suspended_at, created_at)
         with recursive k(i) as (select ? union all select i + 1 from k where i < ?)
         select 'many-' || i, 'many' || i || '@many.test', 'user', iif(i % 1000 = 0, 1, null), i from k`,
      ).bind(from, to),
      env.DB.prepare(
        `insert into profiles (id, username, full_name, created_at)
         with recursive k(i) as (select ? union all select i + 1 from k where i < ?)
         select 'many-' || i, 'many' || i, 'Many Moore ' || i, i from k`,
      ).bind(from, to),
    ]);
  const searches = {
    all: {},
    older: { after: 900 },
    "oldest first": { order: "oldest", after: 900 },
    "common, oldest first": { q: "many", order: "oldest" },
    suspended: { show: "suspended" },
    operators: { show: "operators" },
    common: { q: "many" },
    rare: { q: "many 1977" },
    none: { q: "no such name" },
    "common, suspended": { q: "many", show: "suspended" },
    "common, operators": { q: "many", show: "operators" },
  } as const;
  const measure = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(searches).map(async ([name, search]) => [name, await rows(search)] as const),
      ),
    );
  const total = 20_000;
  await insert(1, 2000);
  const few = await measure();
  for (let i = 2000; i < total; i += 2000) await insert(i + 1, i + 2000);
  const many = await measure();
  for (const name of Object.keys(searches)) {
    expect([name, many[name] ?? 0]).toSatisfy(([, read]: [string, number]) => read <= 2500);
    expect([name, many[name]]).toSatisfy(([, read]: [string, number]) => read <= (few[name] ?? 0) * 1.5 + 60);
  }
}, 120_000);
