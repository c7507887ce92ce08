import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { GigListSearch } from "#app/admin/gigs/gig-list.ts";
import { beyond, type ListPage, pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import { refusalToText } from "#app/admin/list-search.ts";
import type { Db } from "#app/context.ts";
import * as deniedChanges from "#app/gigs/drafts/denied-changes.server.ts";
import { deniedChanges as changes, gigs, profiles } from "#drizzle/schema.ts";

/** How many denied gigs with a matching title are examined for a page of the changed ones. */
const maxExamined = 400;

/**
 * Lists a page of gigs, newest first. The list of all changed gigs is a queue: the longest wait comes first.
 * Each list has its own index, and a text is looked up in the title indexes, so the rows read do not grow
 * with the number of gigs; a search by seller reads that seller's gigs. Times are UTC ms, prices cents.
 * @returns `waiting`: both texts of the gigs with waiting changes. `next`: the `after` of the next page;
 * null on the last page
 */
export async function list(db: Db, search: GigListSearch) {
  if (refusalToText(search.q) || search.show === "drafts") return { gigs: [], waiting: [], next: null };
  const isChanged = search.show === "changed";
  if (isChanged && search.q === "") return await listChanged(db, search.after);
  const [rows, [end]] = await Promise.all([
    select(db, where(search)),
    isChanged
      ? db.all<{ examined: number; last: number }>(
          sql`select count(*) as examined, min(rowid) as last from (${titledOffMarket(search, maxExamined)})`,
        )
      : [],
  ]);
  const { shown, next } = pageOf(rows);
  const waiting = await deniedChanges.list(
    db,
    shown.filter(({ isWaiting }) => isWaiting).map(({ id }) => id),
  );
  return { gigs: shown, waiting, next: next ?? (end?.examined === maxExamined ? end.last : null) };
}

/** Lists a page of the gigs with waiting changes, in the order in which the changes were added. */
async function listChanged(db: Db, after: number | null) {
  const number = sql<number>`denied_changes.rowid`;
  const rows = await db
    .select({ number, ...deniedChanges.waitingColumns, listed: listedColumns })
    .from(changes)
    .innerJoin(gigs, eq(gigs.id, changes.gigId))
    .innerJoin(profiles, eq(profiles.id, gigs.sellerId))
    .where(gt(number, after ?? 0))
    .orderBy(number)
    .limit(rowsPerPage + 1);
  const { shown, next } = pageOf(rows);
  return { gigs: shown.map(({ listed }) => ({ ...listed, isWaiting: true })), waiting: shown, next };
}

function where(search: GigListSearch): SQL | undefined {
  return search.q === ""
    ? and(filter(search), beyond(search, sql`gigs.number`))
    : sql`${gigs.number} in (${matching(search)})`;
}

const listedColumns = {
  number: gigs.number,
  id: gigs.id,
  slug: gigs.slug,
  title: gigs.title,
  description: sql<string>`substr(${gigs.description}, 1, 400)`,
  priceCents: gigs.priceCents,
  extras: gigs.extras,
  state: gigs.state,
  listed: gigs.listed,
  denial: gigs.denial,
  version: gigs.version,
  createdAt: gigs.createdAt,
  sellerId: gigs.sellerId,
  username: profiles.username,
};

export type ListedGig = Awaited<ReturnType<typeof select>>[number];

function select(db: Db, where: SQL | undefined) {
  return db
    .select({ ...listedColumns, isWaiting: deniedChanges.isWaiting(sql`gigs.id`).mapWith(Boolean) })
    .from(gigs)
    .innerJoin(profiles, eq(profiles.id, gigs.sellerId))
    .where(where)
    .orderBy(desc(gigs.number))
    .limit(rowsPerPage + 1);
}

/** The values are literals, because SQLite uses a partial index only for a literal. */
function filter({ show }: GigListSearch): SQL | undefined {
  if (show === "all") return undefined;
  if (show === "changed") return deniedChanges.isWaiting(sql`gigs.id`);
  return show === "listed"
    ? sql`${gigs.listed} = 1`
    : sql`${gigs.listed} = 0 and ${gigs.state} = ${sql.raw(`'${show}'`)}`;
}

/**
 * The numbers of the gigs that match a text, at most `most` of each kind: by title, whatever the state, and
 * by seller, slug and id.
 */
export function matching(search: GigListSearch, most = rowsPerPage + 1): SQL {
  const { show } = search;
  const q = search.q.toLowerCase();
  // The unary plus keeps SQLite from reading every gig of the list in the order of their numbers.
  const fits = show === "all" ? sql`true` : sql`+(${filter(search)})`;
  const of = (condition: SQL) =>
    sql`select number from (select number from gigs where ${condition} and ${fits} and ${beyond(search, sql`number`)} order by number desc limit ${most})`;
  const parts = [
    of(sql`seller_id = (select id from profiles where username = ${q.replace(/^@/, "")})`),
    of(sql`slug = ${q}`),
    of(sql`id = ${q}`),
  ];
  if (show === "all" || show === "listed")
    parts.push(
      sql`select rowid from (select rowid from gigs_fts where gigs_fts match ${titled(q)} and ${beyond(search, sql`rowid`)} order by rowid desc limit ${most})`,
    );
  if (show === "changed")
    parts.push(
      sql`select g.number from (${titledOffMarket(search, maxExamined)}) f cross join gigs g on g.number = f.rowid where ${deniedChanges.isWaiting(sql`g.id`)}`,
    );
  else if (show !== "listed") parts.push(sql`select rowid from (${titledOffMarket(search, most)})`);
  return sql.join(parts, sql` union `);
}

/** Selects the newest gigs that are not on the market, by title; with a filter, those of its state. */
function titledOffMarket(search: GigListSearch, most: number): SQL {
  const state = search.show === "changed" ? "denied" : search.show;
  const query = state === "all" ? titled(search.q) : `${titled(search.q)} AND state : "${state}"`;
  return sql`select rowid from gigs_off_market_fts where gigs_off_market_fts match ${query} and ${beyond(search, sql`rowid`)} order by rowid desc limit ${most}`;
}

/** A query for titles that contain the text. The index reads every character of it literally. */
function titled(q: string): string {
  return `title : "${q.replaceAll('"', '""')}"`;
}

/** A draft of a gig in the console's list. Times are UTC ms. */
export type FoundDraft = {
  number: number;
  id: string;
  title: string | null;
  updatedAt: number;
  sellerId: string;
  username: string;
  /** 1 if it contains changes to a published gig. */
  isPublished: 0 | 1;
};

/** Lists a page of drafts, newest first. A text is looked up in the index of their titles. */
export async function listDrafts(
  db: Db,
  search: Pick<GigListSearch, "q" | "after">,
): Promise<ListPage<FoundDraft>> {
  if (refusalToText(search.q)) return { shown: [], next: null };
  const where =
    search.q === "" ? beyond(search, sql`d.number`) : sql`d.number in (${matchingDrafts(search)})`;
  const rows = await db.all<FoundDraft>(sql`
    select d.number, d.id, json_extract(d.steps, '$.overview.typed.title') as title, d.updated_at as updatedAt,
      d.seller_id as sellerId, p.username, exists (select 1 from gigs where id = d.id) as isPublished
    from gig_drafts d join profiles p on p.id = d.seller_id
    where ${where} order by d.number desc limit ${rowsPerPage + 1}`);
  return pageOf(rows);
}

/** The numbers of the drafts that match a text, at most `most` of each kind: by title, seller and id. */
export function matchingDrafts(search: Pick<GigListSearch, "q" | "after">, most = rowsPerPage + 1): SQL {
  const q = search.q.toLowerCase();
  const of = (condition: SQL) =>
    sql`select number from (select number from gig_drafts where ${condition} and ${beyond(search, sql`number`)} order by number desc limit ${most})`;
  return sql`${of(sql`seller_id = (select id from profiles where username = ${q})`)} union ${of(sql`id = ${q}`)}
    union select rowid from (select rowid from gig_drafts_fts where gig_drafts_fts match ${titled(q)} and ${beyond(search, sql`rowid`)} order by rowid desc limit ${most})`;
}
