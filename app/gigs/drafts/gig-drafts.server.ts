import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { isWaiting } from "#app/gigs/drafts/denied-changes.server.ts";
import { mostDrafts, mostPictures } from "#app/gigs/drafts/draft-limits.ts";
import { isSameTyped, type Typed, type WrittenStep } from "#app/gigs/drafts/typed.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as guards from "#app/lib/guards.server.ts";
import { hasSellerPage } from "#app/profiles/public-profile.server.ts";
import { gigDraftPictures, gigDrafts, gigs, profiles, sellers } from "#drizzle/schema.ts";

// The drafts of gigs (docs/specification.md#gig-editor). Times are in UTC ms. `holder` is a sub-select of the
// user's id that is null once the session has ended (auth/sessions).

/** A draft in the list of them. `isPublished`: it holds changes to a published gig. */
export type ListedDraft = { id: string; title: string; updatedAt: number; isPublished: boolean };

/** A seller's drafts, the latest first. */
export async function list(db: Db, sellerId: string): Promise<ListedDraft[]> {
  const rows = await db
    .select({
      id: gigDrafts.id,
      title: sql<string | null>`json_extract(${gigDrafts.steps}, '$.overview.typed.title')`,
      updatedAt: gigDrafts.updatedAt,
      isPublished: sql<0 | 1>`${gigs.id} is not null`,
    })
    .from(gigDrafts)
    .leftJoin(gigs, eq(gigs.id, gigDrafts.id))
    .where(eq(gigDrafts.sellerId, sellerId))
    .orderBy(desc(gigDrafts.updatedAt))
    .limit(mostDrafts);
  return rows.map((row) => ({ ...row, title: row.title?.trim() ?? "", isPublished: row.isPublished === 1 }));
}

/** A draft with its pictures, and what its gig is if it holds changes to a published one. */
export type GigDraft = {
  id: string;
  version: number;
  createdAt: number;
  updatedAt: number;
  steps: Record<WrittenStep, { version: number; typed: Typed }>;
  /** The keys of the pictures, the main one first. */
  pictures: string[];
  gig: { slug: string; title: string; state: string; denial: string | null } | null;
  /** Changes of the denied gig wait for an operator. */
  isWaiting: boolean;
};

const nothing = { version: 0, typed: {} };

/** One draft of this seller; null if they have none of this id. */
export async function find(db: Db, sellerId: string, id: string): Promise<GigDraft | null> {
  const [[row], pictures] = await db.batch([
    db
      .select({
        id: gigDrafts.id,
        version: gigDrafts.version,
        createdAt: gigDrafts.createdAt,
        updatedAt: gigDrafts.updatedAt,
        steps: gigDrafts.steps,
        gig: { slug: gigs.slug, title: gigs.title, state: gigs.state, denial: gigs.denial },
        isWaiting: isWaiting(sql`gig_drafts.id`).mapWith(Boolean),
      })
      .from(gigDrafts)
      .leftJoin(gigs, eq(gigs.id, gigDrafts.id))
      .where(and(eq(gigDrafts.id, id), eq(gigDrafts.sellerId, sellerId))),
    db
      .select({ key: gigDraftPictures.key })
      .from(gigDraftPictures)
      .where(eq(gigDraftPictures.draftId, id))
      .orderBy(asc(gigDraftPictures.place)),
  ]);
  if (!row) return null;
  const stored = row.steps as Partial<GigDraft["steps"]>;
  return {
    ...row,
    steps: {
      overview: stored.overview ?? nothing,
      packages: stored.packages ?? nothing,
      description: stored.description ?? nothing,
      requirements: stored.requirements ?? nothing,
      gallery: stored.gallery ?? nothing,
    },
    pictures: pictures.map(({ key }) => key),
  };
}

/** The typed fields of each step. */
export function typedOfDraft({ steps }: Pick<GigDraft, "steps">): Record<WrittenStep, Typed> {
  return {
    overview: steps.overview.typed,
    packages: steps.packages.typed,
    description: steps.description.typed,
    requirements: steps.requirements.typed,
    gallery: steps.gallery.typed,
  };
}

/** `exists`: there is a draft, or a gig, of this id. */
export type CreateResult = "created" | "too many" | "exists";

/**
 * Makes a draft with the first step.
 * @param id made by the page, so that a form that is sent twice makes one draft
 */
export async function create(
  db: Db,
  { id, holder, typed }: { id: string; holder: SQL<string>; typed: Partial<Record<WrittenStep, Typed>> },
  at: number,
): Promise<CreateResult> {
  const steps = Object.fromEntries(Object.entries(typed).map(([step, fields]) => [step, first(fields)]));
  try {
    await db.batch([
      guards.that(db, "session", sql`${holder} is not null`),
      guards.that(db, "draft-unpublished", sql`not exists (select 1 from gigs where id = ${id})`),
      roomForDraft(db, holder),
      db.insert(gigDrafts).values({ id, sellerId: holder, steps, version: 1, createdAt: at, updatedAt: at }),
    ]);
    return "created";
  } catch (error) {
    return refusalToCreate(error);
  }
}

/** A guard: the seller has not too many drafts. */
function roomForDraft(db: Db, holder: SQL<string>) {
  const isRoom = sql`(select count(*) from gig_drafts where seller_id = ${holder}) < ${mostDrafts}`;
  return guards.that(db, "draft-limit", isRoom);
}

/** Why a draft was not made. @throws any other error */
function refusalToCreate(error: unknown): CreateResult {
  const rule = guards.broken(error);
  if (rule === "draft-limit") return "too many";
  if (rule === "draft-unpublished" || brokeUnique(error, "gig_drafts.id")) return "exists";
  throw error;
}

const first = (typed: Typed) => ({ version: 1, typed });

/**
 * Makes a draft of changes to a published gig, with its texts and pictures. An existing one stays.
 * @param id the gig's
 */
export async function beginChanges(
  db: Db,
  { id, holder, typed }: { id: string; holder: SQL<string>; typed: Record<WrittenStep, Typed> },
  pictures: string[],
  at: number,
): Promise<CreateResult> {
  const steps = Object.fromEntries(Object.entries(typed).map(([step, fields]) => [step, first(fields)]));
  try {
    await db.batch([
      guards.that(db, "session", sql`${holder} is not null`),
      roomForDraft(db, holder),
      db.insert(gigDrafts).values({ id, sellerId: holder, steps, version: 1, createdAt: at, updatedAt: at }),
      ...pictures
        .slice(0, mostPictures)
        .map((key, i) => db.insert(gigDraftPictures).values({ key, draftId: id, place: i + 1 })),
    ]);
    return "created";
  } catch (error) {
    return refusalToCreate(error);
  }
}

/** `theirs`: what stands now, and its version, because another window has saved the step since. */
export type SaveResult =
  | { saved: number }
  | { theirs: { version: number; typed: Typed } }
  | "missing"
  | "session ended";

/**
 * Saves a step, valid or not.
 * @param version the step's version that the form was made from; null: whatever stands is written over
 * @returns `saved`: the new version; "missing": the seller has no such draft
 */
export async function saveStep(
  db: Db,
  draft: { id: string; sellerId: string; holder: SQL<string> },
  step: WrittenStep,
  { version, typed }: { version: number | null; typed: Typed },
  at: number,
): Promise<SaveResult> {
  const path = `$.${step}`;
  const stands = sql`coalesce(json_extract(${gigDrafts.steps}, ${`${path}.version`}), 0)`;
  const [saved] = await db
    .update(gigDrafts)
    .set({
      steps: sql`json_set(${gigDrafts.steps}, ${path}, json_object('version', ${stands} + 1, 'typed', json(${JSON.stringify(typed)})))`,
      version: sql`${gigDrafts.version} + 1`,
      updatedAt: at,
    })
    .where(
      and(
        eq(gigDrafts.id, draft.id),
        eq(gigDrafts.sellerId, draft.holder),
        version === null ? undefined : sql`${stands} = ${version}`,
      ),
    )
    .returning({ version: sql<number>`json_extract(${gigDrafts.steps}, ${`${path}.version`})` });
  if (saved) return { saved: saved.version };
  const [row] = await db
    .select({
      isHeld: sql<0 | 1>`${draft.holder} is not null`,
      step: sql<string | null>`json_extract(${gigDrafts.steps}, ${path})`,
    })
    .from(gigDrafts)
    .where(and(eq(gigDrafts.id, draft.id), eq(gigDrafts.sellerId, draft.sellerId)));
  if (!row) return "missing";
  if (!row.isHeld) return "session ended";
  const theirs: { version: number; typed: Typed } = row.step ? JSON.parse(row.step) : nothing;
  // The same text, sent again because the answer was lost.
  return isSameTyped(theirs.typed, typed) ? { saved: theirs.version } : { theirs };
}

/** The gig that a draft has become; null if this seller has none of this id. */
export async function findGigOf(db: Db, sellerId: string, id: string): Promise<{ slug: string } | null> {
  const [gig] = await db
    .select({ slug: gigs.slug })
    .from(gigs)
    .where(and(eq(gigs.id, id), eq(gigs.sellerId, sellerId)));
  return gig ?? null;
}

/** What the page of a gig shows of its seller. */
export async function findSellerOf(db: Db, sellerId: string) {
  const [row] = await db
    .select({
      seller: {
        username: profiles.username,
        fullName: profiles.fullName,
        avatarUrl: profiles.avatarUrl,
        sellerLevel: profiles.sellerLevel,
        about: profiles.description,
        since: profiles.createdAt,
      },
      sellerHasPage: hasSellerPage(profiles.id),
      sellerCountry: sellers.country,
      sellerLanguages: sellers.languages,
      sellerTimeZone: profiles.timeZone,
    })
    .from(profiles)
    .leftJoin(sellers, eq(sellers.userId, profiles.id))
    .where(eq(profiles.id, sellerId));
  if (!row) throw new Error("The seller has no profile");
  return row;
}
