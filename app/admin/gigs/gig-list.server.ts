import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { GigListSearch } from "#app/admin/gigs/gig-list.ts";
import { beyond, pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import { refusalToText } from "#app/admin/list-search.ts";
import type { Db } from "#app/context.ts";
import * as deniedChanges from "#app/gigs/drafts/denied-changes.server.ts";
import { gigs, profiles } from "#drizzle/schema.ts";

/**
 * Lists a page of gigs, newest first; the changed ones are a queue, the longest wait first. Each list has its
 * own index, and a text is looked up in the title index, so the rows read do not grow with the number of
 * gigs; a search by seller reads that seller's gigs. Times are UTC ms, prices cents.
 * @returns `waiting`: both texts of the gigs with waiting changes. `next`: the `after` of the next page;
 * null on the last page
 */
export async function list(db: Db, search: GigListSearch) {
  if (refusalToText(search.q)) return { gigs: [], waiting: [], next: null };
  const isQueue = search.show === "changed" && search.q === "";
  const rows = await select(db, isQueue ? sql`gigs.id in (${queue})` : where(search));
  const { shown, next } = pageOf(rows);
  const waiting = await deniedChanges.list(
    db,
    shown.filter(({ isWaiting }) => isWaiting).map(({ id }) => id),
  );
  const place = (id: string) => waiting.findIndex(({ gig }) => gig.id === id);
  if (isQueue) shown.sort((a, b) => place(a.id) - place(b.id));
  return { gigs: shown, waiting, next };
}

/** A decision takes a gig out of the queue, so it needs no second page. */
const queue = sql`select gig_id from denied_changes order by since limit ${sql.raw(String(rowsPerPage))}`;

function where(search: GigListSearch): SQL | undefined {
  return search.q === ""
    ? and(filter(search), beyond(search, sql`gigs.number`))
    : sql`${gigs.number} in (${matching(search)})`;
}

export type ListedGig = Awaited<ReturnType<typeof select>>[number];

function select(db: Db, where: SQL | undefined) {
  return db
    .select({
      number: gigs.number,
      id: gigs.id,
      slug: gigs.slug,
      title: gigs.title,
      description: sql<string>`substr(${gigs.description}, 1, 400)`,
      priceCents: gigs.priceCents,
      state: gigs.state,
      listed: gigs.listed,
      denial: gigs.denial,
      isWaiting: deniedChanges.isWaiting(sql`gigs.id`).mapWith(Boolean),
      version: gigs.version,
      createdAt: gigs.createdAt,
      sellerId: gigs.sellerId,
      username: profiles.username,
    })
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
 * The numbers of the gigs that match a text, at most a page of each kind: by the title of a listed gig, by
 * seller, slug and id.
 */
function matching(search: GigListSearch): SQL {
  const { q, show } = search;
  const fits = and(filter(search), beyond(search, sql`number`)) ?? sql`true`;
  const of = (condition: SQL) =>
    sql`select number from (select number from gigs where ${condition} and ${fits} order by number desc limit ${rowsPerPage + 1})`;
  const name = q.replace(/^@/, "").toLowerCase();
  const parts = [
    of(sql`seller_id = (select id from profiles where username = ${name})`),
    of(sql`slug = ${q}`),
    of(sql`id = ${q}`),
  ];
  // The title index contains only listed gigs.
  if (show === "all" || show === "listed") {
    const title = `title : "${q.replaceAll('"', '""')}"`;
    parts.push(
      sql`select rowid from (select rowid from gigs_fts where gigs_fts match ${title} and ${beyond(search, sql`rowid`)} order by rowid desc limit ${rowsPerPage + 1})`,
    );
  }
  return sql.join(parts, sql` union `);
}
