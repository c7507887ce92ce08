import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { pairOf } from "#app/conversations/conversation.ts";
import { isBlocked, isParticipant, personColumns } from "#app/conversations/conversations.server.ts";
import type { NotSent } from "#app/conversations/sending/sending.server.ts";
import type { GigAvailability } from "#app/gigs/gig-state.ts";
import type { Person } from "#app/profiles/profile.ts";
import { conversations, type GigQuestion, gigs, profiles } from "#drizzle/schema.ts";

// Who asks whom for an offer, and about which service.

/** The other participant of a conversation, and why the viewer cannot write to them; null if they can. */
export type Parties = { id: string; other: Person & { id: string }; refused: NotSent | null };

/** The conversation with this id; null if there is none, or the viewer is not a participant. */
export async function find(db: Db, id: string, viewerId: string): Promise<Parties | null> {
  return await findWhere(db, eq(conversations.id, id), viewerId);
}

/** The conversation of the viewer and another user; null if they have none. */
export async function findWith(db: Db, viewerId: string, otherId: string): Promise<Parties | null> {
  const { firstId, secondId } = pairOf(viewerId, otherId);
  return await findWhere(
    db,
    sql`${conversations.firstId} = ${firstId} and ${conversations.secondId} = ${secondId}`,
    viewerId,
  );
}

async function findWhere(db: Db, where: SQL, viewerId: string): Promise<Parties | null> {
  const otherId = sql`iif(${conversations.firstId} = ${viewerId}, ${conversations.secondId}, ${conversations.firstId})`;
  const [row] = await db
    .select({
      conversation: conversations.id,
      isBlocked,
      deletedAt: profiles.deletedAt,
      id: profiles.id,
      ...personColumns(profiles),
    })
    .from(conversations)
    .innerJoin(profiles, eq(profiles.id, otherId))
    .where(and(where, isParticipant(viewerId)));
  if (!row) return null;
  const { conversation, isBlocked: isNot, deletedAt, ...other } = row;
  return { id: conversation, other, refused: deletedAt === null ? (isNot ? "blocked" : null) : "deleted" };
}

/** A service that is asked for or offered. Cents. */
export type Service = GigAvailability & {
  id: string;
  slug: string;
  title: string;
  priceCents: number;
  imageUrl: string | null;
  questions: GigQuestion[];
};

/** One service in any state, with its seller; null if there is none. */
export async function findService(
  db: Db,
  id: string,
): Promise<(Service & { seller: Person & { id: string } }) | null> {
  const { slug, title, priceCents, imageUrl, questions, sellerId, state, listed } = gigs;
  const [row] = await db
    .select({
      ...{ id: gigs.id, slug, title, priceCents, imageUrl, questions, sellerId, state, listed },
      seller: { id: profiles.id, ...personColumns(profiles) },
    })
    .from(gigs)
    .innerJoin(profiles, eq(profiles.id, gigs.sellerId))
    .where(eq(gigs.id, id));
  return row ?? null;
}

/** How many services a form lists. */
const listedServices = 200;

/** The active services of a seller, newest first. */
export async function listServices(db: Db, sellerId: string): Promise<{ id: string; title: string }[]> {
  return await db
    .select({ id: gigs.id, title: gigs.title })
    .from(gigs)
    .where(and(eq(gigs.sellerId, sellerId), eq(gigs.listed, true)))
    .orderBy(desc(gigs.number))
    .limit(listedServices);
}
