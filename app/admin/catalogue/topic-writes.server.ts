import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type AuditFacts, audited, type Decision, runAudited } from "#app/admin/audit.server.ts";
import { auditText, bounds, type EntryKind, icons, most, slugSentence } from "#app/admin/catalogue/topic.ts";
import {
  type Entry,
  findTopic,
  listCategories,
  listEntries,
  type Topic,
} from "#app/admin/catalogue/topics.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { removed } from "#app/gigs/removals.server.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as guards from "#app/lib/guards.server.ts";
import { refuse, refuseField } from "#app/lib/refusal.ts";
import {
  auditLog,
  categories,
  categorySlugs,
  gigCounts,
  gigs,
  seoFaqs,
  seoFeatures,
  seoReviews,
  subcategories,
  subcategorySlugs,
} from "#drizzle/schema.ts";

// What operators change in the catalogue. Each write has an audit row, and empties the caches, so that
// visitors see it soon (docs/specification.md#operator-catalogue).

type Deps = Pick<Capabilities, "db" | "clock">;
type Statement = BatchItem<"sqlite">;

/** What a write of one topic needs. `version`: the one that the operator saw. */
type TopicWrite = { topic: Topic; version: number; decision: Decision };

const changed = "This was changed in the meantime. Review it and try again.";
const taken = "This address is taken";
/**
 * Writes a change of a topic or its texts.
 * @param isThere true if the change was already made: pressing a button twice is not a conflict
 * @throws Refusal if another operator was faster
 */
async function write(
  { db, clock }: Deps,
  { topic, version, decision }: TopicWrite,
  action: string,
  facts: AuditFacts,
  statements: Statement[],
  isThere: () => Promise<boolean> = async () => false,
): Promise<void> {
  const table = topic.kind === "category" ? categories : subcategories;
  const result = await runAudited(() =>
    db.batch([
      guards.that(
        db,
        "subject-unchanged",
        sql`(select version from ${table} where id = ${topic.id}) = ${version}`,
      ),
      ...audited(db, action, topic.id, decision, clock.now(), facts),
      ...statements,
      db.update(table).set({ version: sql`version + 1` }).where(eq(table.id, topic.id)),
      removed(db),
    ]),
  );
  if (result === "changed" && !(await isThere())) refuse("stale", changed);
}

/**
 * Finds a write that did exactly this since the operator loaded the topic: each write has one audit row. Null
 * if there is none, as on the first press of a button.
 */
async function findSame(
  { db }: Deps,
  { topic: { kind, id }, version }: TopicWrite,
  action: string,
  after: string,
) {
  const table = kind === "category" ? categories : subcategories;
  const [now] = await db.select({ version: table.version }).from(table).where(eq(table.id, id));
  const writes = Math.min((now?.version ?? 0) - version, 20);
  if (writes <= 0) return null;
  const rows = await db
    .select({ action: auditLog.action, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .orderBy(desc(auditLog.number))
    .limit(writes);
  return rows.find((row) => row.action === action && row.after === after) ?? null;
}

/** Runs a write that sets a name and a slug. @throws Refusal if one of them is taken */
async function named<Result>(kind: Topic["kind"], run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const [table, former] =
      kind === "category" ? ["categories", "category_slugs"] : ["subcategories", "subcategory_slugs"];
    const isTaken = [table, former].some((each) => brokeUnique(error, `${each}.slug`));
    if (guards.broken(error) === "slug-free" || isTaken) refuseField("slug", taken);
    if (kind === "category" && brokeUnique(error, "categories.name"))
      refuseField("name", "Another category has this name");
    throw error;
  }
}

/** A guard: no other topic of this kind had the slug before. @param id the topic; null: a new one */
function slugFree(db: Db, kind: Topic["kind"], slug: string, id: string | null) {
  const former = kind === "category" ? categorySlugs : subcategorySlugs;
  const owner = kind === "category" ? sql`category_id` : sql`subcategory_id`;
  return guards.that(
    db,
    "slug-free",
    sql`not exists (select 1 from ${former} where slug = ${slug} and ${owner} is not ${id})`,
  );
}

type Name = { name: string; slug: string };

/** The category that the first press of the same button added; null if there is none, or it has changed. */
async function findAdded(db: Db, name: string, slug: string, { operator, reason }: Decision) {
  const isSame = and(eq(categories.name, name), eq(categories.slug, slug), eq(categories.version, 1));
  const isOwn = and(eq(auditLog.operatorId, operator.id), eq(auditLog.reason, reason));
  const [found] = await db
    .select({ id: categories.id })
    .from(categories)
    .innerJoin(auditLog, eq(auditLog.subjectId, categories.id))
    .where(and(isSame, isOwn, eq(auditLog.action, "add-category")));
  return found?.id ?? null;
}

/** Adds a category. @returns its id @throws Refusal */
export async function addCategory({ db, clock }: Deps, { name, slug }: Name, decision: Decision) {
  const id = crypto.randomUUID();
  const facts = { before: "nothing", after: `‘${name}’ at ${slug}` };
  const earlier = await findAdded(db, name, slug, decision);
  if (earlier) return earlier;
  if ((await listCategories(db)).length >= most.categories)
    refuse("refused", `There can be at most ${most.categories} categories`);
  await named("category", () =>
    db.batch([
      slugFree(db, "category", slug, null),
      ...audited(db, "add-category", id, decision, clock.now(), facts),
      db.insert(categories).values({ id, name, slug }),
      removed(db),
    ]),
  );
  return id;
}

/** Adds a subcategory to a category. @returns its id @throws Refusal */
export async function addSubcategory(deps: Deps, to: TopicWrite, { name, slug }: Name) {
  const { db } = deps;
  const after = `the subcategory ‘${name}’ at ${slug}`;
  const earlier = async () =>
    (await findSame(deps, to, "add-category", after)) &&
    (await db.select({ id: subcategories.id }).from(subcategories).where(eq(subcategories.slug, slug)))[0];
  const added = await earlier();
  if (added) return added.id;
  const id = crypto.randomUUID();
  const siblings = sql`(select count(*) from subcategories where category_id = ${to.topic.id})`;
  const [row] = await db.all<{ count: number }>(sql`select ${siblings} as count`);
  if ((row?.count ?? 0) >= most.subcategories)
    refuse("refused", `A category can have at most ${most.subcategories} subcategories`);
  await named("subcategory", () =>
    write(deps, to, "add-category", { before: "nothing", after }, [
      slugFree(db, "subcategory", slug, null),
      db.insert(subcategories).values({ id, categoryId: to.topic.id, name, slug }),
    ]),
  );
  return id;
}

/** What an operator types about a topic. Empty texts are stored as null. */
type TopicTexts = Name & {
  icon: string;
  metaTitle: string;
  metaDescription: string;
  description: string;
};

/** Changes a topic's own texts. Its former slug redirects from now on. @throws Refusal */
export async function changeTexts(deps: Deps, about: TopicWrite, typed: TopicTexts): Promise<void> {
  const { db } = deps;
  const { topic } = about;
  const { name, slug } = typed;
  const orNull = (text: string) => (text === "" ? null : text);
  const texts = {
    metaTitle: orNull(typed.metaTitle),
    metaDescription: orNull(typed.metaDescription),
    description: orNull(typed.description),
  };
  const icon = topic.kind === "category" ? iconOf(topic, typed.icon) : null;
  const sentence = slugProblem(topic, slug);
  if (sentence) refuseField("slug", sentence);
  const length = [...typed.metaTitle].length;
  if (length > bounds.metaTitle && typed.metaTitle !== topic.metaTitle)
    refuseField("metaTitle", `Please use at most ${bounds.metaTitle} characters`);
  const after = { name, slug, icon, ...texts };
  const facts = factsOf(topic, after);
  if (facts === null && about.version < topic.version) return;
  if (facts === null) refuseField("name", "You have not changed anything");
  const { id } = topic;
  const isThere = async () => {
    const now = await findTopic(db, id);
    return now !== null && factsOf(now, after) === null;
  };
  const formerSlug =
    slug === topic.slug
      ? []
      : topic.kind === "category"
        ? [
            db.delete(categorySlugs).where(eq(categorySlugs.slug, slug)),
            db.insert(categorySlugs).values({ slug: topic.slug, categoryId: id }),
          ]
        : [
            db.delete(subcategorySlugs).where(eq(subcategorySlugs.slug, slug)),
            db.insert(subcategorySlugs).values({ slug: topic.slug, subcategoryId: id }),
          ];
  await named(topic.kind, () =>
    write(
      deps,
      about,
      "edit-category",
      facts ?? {},
      [
        slugFree(db, topic.kind, slug, id),
        topic.kind === "category"
          ? db
              .update(categories)
              .set({ name, slug, icon, ...texts })
              .where(eq(categories.id, id))
          : db
              .update(subcategories)
              .set({ name, slug, ...texts })
              .where(eq(subcategories.id, id)),
        ...formerSlug,
      ],
      isThere,
    ),
  );
}

/** Why a topic cannot get a slug, as a sentence; null if it can, or has it. */
export function slugProblem(topic: Pick<Topic, "slug">, slug: string): string | null {
  return slug === topic.slug ? null : slugSentence(slug);
}

/** Accepts an icon of the set, none, or the current one. @throws Refusal for any other */
function iconOf(topic: Topic, typed: string): string | null {
  if (typed === "") return null;
  const isKnown = typed === topic.icon || icons.some(({ path }) => path === typed);
  return isKnown ? typed : refuseField("icon", "Please choose one of the icons");
}

const labels = {
  name: "name",
  slug: "address",
  icon: "icon",
  metaTitle: "title",
  metaDescription: "short description",
  description: "text",
} as const;

/** What differs, for the audit row; null if nothing does. */
function factsOf(before: Topic, after: Omit<Topic, "kind" | "id" | "version" | "parent">): AuditFacts | null {
  const names = (Object.keys(labels) as (keyof typeof labels)[]).filter(
    (name) => before[name] !== after[name],
  );
  if (names.length === 0) return null;
  const told = (values: typeof after, others: typeof after) =>
    names.map((name) => `${labels[name]} ‘${auditText(values[name], others[name])}’`).join(", ");
  return { before: told(before, after), after: told(after, before) };
}

/** Deletes a topic with its texts. @throws Refusal while gigs or subcategories are in it */
export async function deleteTopic(deps: Deps, about: TopicWrite): Promise<void> {
  const { db } = deps;
  const { id, kind, name, slug } = about.topic;
  const isCategory = kind === "category";
  const column = isCategory ? sql`category_id` : sql`subcategory_id`;
  const isIn = (table: SQL) => sql`exists (select 1 from ${table} where ${column} = ${id})`;
  const isEmpty = isCategory
    ? sql`not ${isIn(sql`gigs`)} and not ${isIn(sql`subcategories`)}`
    : sql`not ${isIn(sql`gigs`)}`;
  const ofTopic = (table: typeof seoFaqs | typeof seoFeatures) =>
    eq(isCategory ? table.categoryId : table.subcategoryId, id);
  const ofCategory = [
    db.delete(seoReviews).where(eq(seoReviews.categoryId, id)),
    db.delete(categorySlugs).where(eq(categorySlugs.categoryId, id)),
    db.delete(gigCounts).where(eq(gigCounts.categoryId, id)),
    db.delete(categories).where(eq(categories.id, id)),
  ];
  const ofSubcategory = [
    db.delete(subcategorySlugs).where(eq(subcategorySlugs.subcategoryId, id)),
    db.delete(gigCounts).where(eq(gigCounts.subcategoryId, id)),
    db.delete(subcategories).where(eq(subcategories.id, id)),
  ];
  const facts = { before: `‘${name}’ at ${slug}`, after: "nothing" };
  try {
    await write(deps, about, "delete-category", facts, [
      guards.that(db, "topic-empty", isEmpty),
      db.delete(seoFaqs).where(ofTopic(seoFaqs)),
      db.delete(seoFeatures).where(ofTopic(seoFeatures)),
      ...(isCategory ? ofCategory : ofSubcategory),
    ]);
  } catch (error) {
    if (guards.broken(error) !== "topic-empty") throw error;
    refuse(
      "stale",
      isCategory
        ? "Services or subcategories are still in it. Move and delete them first."
        : "Services are still in it. Move them first.",
    );
  }
}

/** How many gigs one press moves. */
const movedAtOnce = 500;

/**
 * Moves the first 500 gigs of a topic to another one; triggers keep the counts right. The search finds them
 * there immediately.
 * @returns how many were moved @throws Refusal
 */
export async function moveGigs(deps: Deps, about: TopicWrite, to: Topic): Promise<number> {
  const { db } = deps;
  const { topic } = about;
  if (to.id === topic.id || to.parent?.id === topic.id) refuseField("to", "Please choose another place");
  const after = `‘${to.name}’`;
  // The second press of a button is answered like the first one.
  const earlier = await findSame(deps, about, "move-gigs", after);
  if (earlier) return movedOf(earlier);
  const column = topic.kind === "category" ? gigs.categoryId : gigs.subcategoryId;
  const next = db
    .select({ number: gigs.number })
    .from(gigs)
    .where(eq(column, topic.id))
    // The order of the index, so that only these rows are read.
    .orderBy(gigs.listed, gigs.number)
    .limit(movedAtOnce);
  const numbers = (await next).map(({ number }) => number);
  if (numbers.length === 0) refuse("stale", "No services are in it");
  const place = to.parent
    ? { categoryId: to.parent.id, subcategoryId: to.id }
    : { categoryId: to.id, subcategoryId: null };
  const count = `${numbers.length} ${numbers.length === 1 ? "service" : "services"}`;
  const isThere = async () => (await findSame(deps, about, "move-gigs", after)) !== null;
  const moved = [
    db
      .update(gigs)
      .set(place)
      .where(
        sql`${gigs.number} in (select value from json_each(${JSON.stringify(numbers)})) and ${column} = ${topic.id}`,
      ),
  ];
  await write(deps, about, "move-gigs", { before: `${count} in ‘${topic.name}’`, after }, moved, isThere);
  return numbers.length;
}

/** How many gigs were moved, according to the audit row. */
const movedOf = ({ before }: { before: string | null }) => Number.parseInt(before ?? "0", 10);

type Pair = { heading: string; text: string };

const isSame = (one: Pair) => (other: Pair) => one.heading === other.heading && one.text === other.text;

const actions = { faq: "edit-faqs", feature: "edit-features" } as const;
/** @param other the value before or after the change */
const told = ({ heading, text }: Pair, other?: Pair) =>
  `‘${auditText(heading, other?.heading)}: ${auditText(text, other?.text)}’`;

/** Adds an FAQ or a feature, as the last one. @throws Refusal */
export async function addEntry(deps: Deps, about: TopicWrite, kind: EntryKind, pair: Pair): Promise<void> {
  const { db } = deps;
  const { topic } = about;
  const facts = { before: "nothing", after: told(pair) };
  const entries = await listEntries(db, kind, topic);
  const isAdded = async (now: Pair[]) =>
    now.some(isSame(pair)) && (await findSame(deps, about, actions[kind], facts.after)) !== null;
  if (await isAdded(entries)) return;
  requireRoom(entries);
  const owner = topic.kind === "category" ? { categoryId: topic.id } : { subcategoryId: topic.id };
  const column = topic.kind === "category" ? sql`category_id` : sql`subcategory_id`;
  const table = kind === "faq" ? seoFaqs : seoFeatures;
  const displayOrder = sql<number>`(select ifnull(max(display_order), 0) + 1 from ${table} where ${column} = ${topic.id})`;
  const added =
    kind === "faq"
      ? db.insert(seoFaqs).values({ ...owner, question: pair.heading, answer: pair.text, displayOrder })
      : db
          .insert(seoFeatures)
          .values({ ...owner, title: pair.heading, description: pair.text, displayOrder });
  const isThere = async () => await isAdded(await listEntries(db, kind, topic));
  await write(deps, about, actions[kind], facts, [added], isThere);
}

/** Changes the texts of an FAQ or a feature. @throws Refusal */
export async function changeEntry(
  deps: Deps,
  about: TopicWrite,
  kind: EntryKind,
  number: number,
  pair: Pair,
): Promise<void> {
  const { db } = deps;
  const before = one(await listEntries(db, kind, about.topic), number);
  if (isSame(pair)(before)) {
    if (about.version < about.topic.version) return;
    refuseField("heading", "You have not changed anything");
  }
  const update =
    kind === "faq"
      ? db
          .update(seoFaqs)
          .set({ question: pair.heading, answer: pair.text })
          .where(eq(seoFaqs.number, number))
      : db
          .update(seoFeatures)
          .set({ title: pair.heading, description: pair.text })
          .where(eq(seoFeatures.number, number));
  const facts = { before: told(before, pair), after: told(pair, before) };
  const isThere = async () =>
    (await listEntries(db, kind, about.topic)).some((now) => now.number === number && isSame(pair)(now));
  await write(deps, about, actions[kind], facts, [update], isThere);
}

/** Moves an FAQ or a feature one place. @param by -1: up, 1: down @throws Refusal */
export async function orderEntry(
  deps: Deps,
  about: TopicWrite,
  kind: EntryKind,
  number: number,
  by: -1 | 1,
): Promise<void> {
  const { db } = deps;
  const entries = await listEntries(db, kind, about.topic);
  const entry = one(entries, number);
  const at = entries.indexOf(entry);
  const other = entries[at + by];
  if (!other) refuse("stale", by < 0 ? "This is the first one" : "This is the last one");
  const order = entries.map((each) => each.number);
  order[at] = other.number;
  order[at + by] = number;
  const table = kind === "faq" ? seoFaqs : seoFeatures;
  const numbers = JSON.stringify(order);
  const facts = {
    before: `‘${auditText(entry.heading)}’ in place ${at + 1}`,
    after: `place ${at + by + 1}`,
  };
  await write(deps, about, actions[kind], facts, [
    db
      .update(table)
      .set({ displayOrder: sql`(select key + 1 from json_each(${numbers}) where value = ${table.number})` })
      .where(inArray(table.number, order)),
  ]);
}

/** Removes an FAQ or a feature. @throws Refusal */
export async function removeEntry(deps: Deps, about: TopicWrite, kind: EntryKind, number: number) {
  const { db } = deps;
  const entry = one(await listEntries(db, kind, about.topic), number);
  const table = kind === "faq" ? seoFaqs : seoFeatures;
  await write(deps, about, actions[kind], { before: told(entry), after: "nothing" }, [
    db.delete(table).where(eq(table.number, number)),
  ]);
}

/** An SEO review: what an invented customer says about a category (docs/specification.md#data-seo). */
export type Review = { rating: number; text: string; author: string; title: string; service: string };

/** Adds an SEO review of a category. @throws Refusal */
export async function addReview(deps: Deps, about: TopicWrite, review: Review): Promise<void> {
  const { db } = deps;
  const facts = { before: "nothing", after: toldReview(review) };
  const isAdded = async (now: Review[]) =>
    now.some(isSameReview(review)) && (await findSame(deps, about, reviewAction, facts.after)) !== null;
  const reviews = await findReviews(db, about.topic);
  if (await isAdded(reviews)) return;
  requireRoom(reviews);
  const added = db.insert(seoReviews).values({ categoryId: about.topic.id, ...reviewRow(review) });
  const isThere = async () => await isAdded(await findReviews(db, about.topic));
  await write(deps, about, reviewAction, facts, [added], isThere);
}

/** Changes an SEO review. @throws Refusal */
export async function changeReview(deps: Deps, about: TopicWrite, number: number, review: Review) {
  const { db } = deps;
  const before = one(await findReviews(db, about.topic), number);
  if (isSameReview(review)(before)) {
    if (about.version < about.topic.version) return;
    refuseField("text", "You have not changed anything");
  }
  const update = db.update(seoReviews).set(reviewRow(review)).where(eq(seoReviews.number, number));
  const facts = { before: toldReview(before, review), after: toldReview(review, before) };
  const isThere = async () =>
    (await findReviews(db, about.topic)).some((now) => now.number === number && isSameReview(review)(now));
  await write(deps, about, reviewAction, facts, [update], isThere);
}

/** Removes an SEO review. @throws Refusal */
export async function removeReview(deps: Deps, about: TopicWrite, number: number) {
  const { db } = deps;
  const before = one(await findReviews(db, about.topic), number);
  await write(deps, about, reviewAction, { before: toldReview(before), after: "nothing" }, [
    db.delete(seoReviews).where(eq(seoReviews.number, number)),
  ]);
}

const reviewAction = "edit-category-reviews";
/** @param other the value before or after the change */
const toldReview = ({ rating, text, author, title, service }: Review, other?: Review) => {
  const extras = [...(title ? [`title ‘${title}’`] : []), ...(service ? [`service ‘${service}’`] : [])];
  return [`${rating} of 5 by ${author}: ‘${auditText(text, other?.text)}’`, ...extras].join(", ");
};

const isSameReview = (one: Review) => (other: Review) =>
  (["rating", "text", "author", "title", "service"] as const).every((name) => one[name] === other[name]);

function reviewRow({ rating, text, author, title, service }: Review) {
  return { rating, review: text, name: author, title: title || null, service: service || null };
}

async function findReviews(db: Db, { kind, id }: Topic): Promise<(Review & { number: number })[]> {
  if (kind !== "category") refuse("incorrect", "Only categories have reviews");
  return await db
    .select({
      number: seoReviews.number,
      rating: seoReviews.rating,
      text: seoReviews.review,
      author: seoReviews.name,
      title: sql<string>`ifnull(${seoReviews.title}, '')`,
      service: sql<string>`ifnull(${seoReviews.service}, '')`,
    })
    .from(seoReviews)
    .where(eq(seoReviews.categoryId, id));
}

/** @throws Refusal if it is gone */
function one<Row extends Pick<Entry, "number">>(rows: Row[], number: number): Row {
  return rows.find((row) => row.number === number) ?? refuse("stale", changed);
}

/** @throws Refusal if there is no room for another one */
function requireRoom(rows: object[]): void {
  if (rows.length >= most.entries)
    refuse("refused", `There can be at most ${most.entries}. Remove one first.`);
}
