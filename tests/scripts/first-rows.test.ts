import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogueSchema, demoCatalogue, fillCatalogue } from "#drizzle/seed/catalog.ts";
import { migrate } from "#drizzle/seed/migrations.ts";
import { remoteDatabase } from "#scripts/data/cloudflare.ts";
import { requireMigrated } from "#scripts/data/migrated.ts";
import { changeRole } from "#scripts/data/operator-role.ts";
import type { Bucket, Database } from "#scripts/data/store.ts";
import { type CloudflareApi, cloudflareApi } from "./cloudflare-api.ts";

const options = { modules: true, script: "export default {}", d1Databases: ["DB"] };
const miniflare = new Miniflare(convertV4MiniflareOptions(options));
const noBucket: Bucket = { list: async function* () {}, get: async () => null, put: async () => {} };
let api: CloudflareApi;
/** A new deployed database, through Cloudflare's API. */
let db: Database;

beforeAll(async () => {
  api = await cloudflareApi((await miniflare.getD1Database("DB")) as unknown as Database, noBucket);
  db = remoteDatabase(api.account, "a-database");
  await migrate(db);
});

afterAll(async () => {
  await api.end();
  await miniflare.dispose();
});

const count = (table: string) => db.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");

async function account(email: string, columns: Record<string, number> = {}): Promise<void> {
  const names = ["id", "email", "created_at", ...Object.keys(columns)];
  const values = [`'id of ${email}'`, `'${email}'`, 1, ...Object.values(columns)];
  await db.prepare(`INSERT INTO users (${names.join(", ")}) VALUES (${values.join(", ")})`).run();
}

test("An empty catalogue is filled from the demo's data; a second time adds nothing", async () => {
  const catalogue = demoCatalogue();
  const added = await fillCatalogue(db, catalogue);
  expect(added).toMatchObject({ categories: catalogue.categories.length });
  for (const [table, rows] of Object.entries(added)) {
    expect(rows, table).toBeGreaterThan(0);
    expect(await count(table), table).toBe(rows);
  }
  const again = await fillCatalogue(db, catalogue);
  expect(new Set(Object.values(again))).toEqual(new Set([0]));
});

test("After the console has changed addresses, filling the catalogue again adds nothing", async () => {
  const catalogue = demoCatalogue();
  const rename = async (kind: "category" | "subcategory", slug: string, keepsFormer: boolean) => {
    const table = kind === "category" ? "categories" : "subcategories";
    const id = await db.prepare(`SELECT id FROM ${table} WHERE slug = ?`).bind(slug).first<string>("id");
    await db.prepare(`UPDATE ${table} SET slug = ? WHERE id = ?`).bind(`new-${slug}`, id).run();
    const insert = `INSERT INTO ${kind}_slugs (slug, ${kind}_id) VALUES (?, ?)`;
    if (keepsFormer) await db.prepare(insert).bind(slug, id).run();
  };
  const [one, two] = catalogue.categories;
  await rename("category", one?.slug ?? "", true);
  await rename("category", two?.slug ?? "", false);
  await rename("subcategory", one?.subcategories[0]?.slug ?? "", true);
  await rename("subcategory", two?.subcategories[0]?.slug ?? "", false);
  expect(new Set(Object.values(await fillCatalogue(db, catalogue)))).toEqual(new Set([0]));
  // A slug that another category had refers to that one.
  const taken = { ...catalogue.categories[2], slug: one?.slug, name: "Newcomer", subcategories: [] };
  const other = catalogueSchema.parse({ categories: [taken] });
  expect(await fillCatalogue(db, other)).toMatchObject({ categories: 0 });
  for (const [kind, table] of [
    ["category", "categories"],
    ["subcategory", "subcategories"],
  ]) {
    await db.prepare(`UPDATE ${table} SET slug = substr(slug, 5) WHERE slug LIKE 'new-%'`).run();
    await db.prepare(`DELETE FROM ${kind}_slugs`).run();
  }
});

test("A file adds what is missing, each text to its own category or subcategory, and changes nothing", async () => {
  const [first] = demoCatalogue().categories;
  const texts = {
    faqs: [{ question: "How?", answer: "So." }],
    features: [{ title: "Fast", description: "Yes." }],
  };
  const catalogue = catalogueSchema.parse({
    categories: [
      { name: "Other name", slug: first?.slug, icon: "x", description: "Another", ...texts },
      {
        name: "Gardens",
        slug: "gardens",
        icon: "leaf",
        description: "Green",
        ...texts,
        subcategories: [{ name: "Ponds", slug: "ponds", description: "Wet", ...texts }],
      },
    ],
  });
  expect(await fillCatalogue(db, catalogue)).toEqual({
    categories: 1,
    subcategories: 1,
    seo_faqs: 3,
    seo_features: 3,
    seo_reviews: 0,
  });
  expect(await db.prepare("SELECT name FROM categories WHERE slug = ?").bind(first?.slug).first("name")).toBe(
    first?.name,
  );
  const { results } = await db
    .prepare(
      `SELECT c.slug AS category, s.slug AS subcategory, f.display_order AS place FROM seo_faqs f
       LEFT JOIN categories c ON c.id = f.category_id LEFT JOIN subcategories s ON s.id = f.subcategory_id
       WHERE question = 'How?' ORDER BY f.number`,
    )
    .all();
  expect(results).toEqual([
    { category: first?.slug, subcategory: null, place: 1 },
    { category: "gardens", subcategory: null, place: 1 },
    { category: null, subcategory: "ponds", place: 1 },
  ]);
});

test("A file with a fault is refused, and the fault is named", () => {
  const topic = { name: "A", slug: "a", icon: "x", description: "A" };
  const faultOf = (...categories: object[]) =>
    catalogueSchema.safeParse({ categories }).error?.issues.map(({ message }) => message) ?? [];
  expect(faultOf()).toHaveLength(1);
  expect(faultOf({ ...topic, slug: "No Slug" })).toEqual(["must be lower-case words joined by hyphens"]);
  expect(faultOf({ ...topic, colour: "red" })).toEqual([expect.stringContaining("colour")]);
  expect(faultOf(topic, { ...topic, slug: "b" })).toEqual(['Two category names are "A".']);
});

test("Only a verified account becomes an operator; each change ends sessions, is audited and mailed to all", async () => {
  await account("ann@example.com", { email_verified_at: 2 });
  await account("new@example.com");
  await account("bad@example.com", { email_verified_at: 2, suspended_at: 3 });
  await account("gone@example.com", { email_verified_at: 2, deleted_at: 3 });
  const change = (email: string, role: "user" | "operator" = "operator") => changeRole(db, email, role, 1000);
  await expect(change("nobody@example.com")).rejects.toThrow("No account has the address");
  await expect(change("gone@example.com")).rejects.toThrow("No account has the address");
  await expect(change("new@example.com")).rejects.toThrow("is not verified");
  await expect(change("bad@example.com")).rejects.toThrow("is suspended");
  expect(await count("audit_log")).toBe(0);

  const session = (id: string) =>
    db
      .prepare(
        `INSERT INTO sessions (id, user_id, counter, aal, owes_factor, device, created_at, seen_at, expires_at)
         VALUES ('${id}', 'id of ann@example.com', 0, 'aal2', 0, 'a browser', 1, 1, 9000)`,
      )
      .run();
  await account("eve@example.com", { email_verified_at: 2 });
  await db.prepare("UPDATE users SET role = 'operator' WHERE email = 'eve@example.com'").run();
  await session("before");
  expect(await change(" Ann@Example.com ")).toContain("is an operator. Sign in again");
  expect(await change("ann@example.com")).toContain("is already an operator");
  await session("since");
  expect(await change("ann@example.com", "user")).toContain("signed out everywhere");
  const { results: ended } = await db.prepare("SELECT id, ended_at FROM sessions ORDER BY id").all();
  expect(ended).toEqual([
    { id: "before", ended_at: 1000 },
    { id: "since", ended_at: 1000 },
  ]);
  expect(await db.prepare("SELECT role FROM users WHERE email = 'ann@example.com'").first("role")).toBe(
    "user",
  );
  const { results } = await db
    .prepare(
      "SELECT operator_id, action, subject_id, reason, before, after, at FROM audit_log ORDER BY number",
    )
    .all();
  const row = {
    operator_id: "id of ann@example.com",
    subject_id: "id of ann@example.com",
    reason: "npm run operator",
    at: 1000,
  };
  expect(results).toEqual([
    { ...row, action: "make-operator", before: "user", after: "operator" },
    { ...row, action: "remove-operator", before: "operator", after: "user" },
  ]);
  const { results: mails } = await db
    .prepare("SELECT kind, user_id FROM outbox WHERE subject_id = 'id of ann@example.com' ORDER BY number")
    .all();
  expect(mails.map(({ kind, user_id }) => `${kind} to ${user_id}`).toSorted()).toEqual([
    "operator_added to id of ann@example.com",
    "operator_added to id of eve@example.com",
    "operator_removed to id of ann@example.com",
    "operator_removed to id of eve@example.com",
  ]);
});

test("A database with a missing migration is refused with one sentence", async () => {
  await expect(requireMigrated({ name: "the database", db })).resolves.toBeUndefined();
  const last = "(SELECT max(name) FROM d1_migrations)";
  await db.prepare(`DELETE FROM d1_migrations WHERE name = ${last}`).run();
  await expect(requireMigrated({ name: "the database", db })).rejects.toThrow(
    /^The database is missing the migration \d{4}_\w+\.sql\. `npm run deploy` applies/,
  );
  const empty = new Miniflare(convertV4MiniflareOptions(options));
  try {
    const other = (await empty.getD1Database("DB")) as unknown as Database;
    await expect(requireMigrated({ name: "the database", db: other })).rejects.toThrow(
      /0000_first\.sql and \d+ more/,
    );
  } finally {
    await empty.dispose();
  }
});
