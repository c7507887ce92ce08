import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { waitedText } from "#app/dashboard/waited.ts";
import { bothNames } from "#app/profiles/profile.ts";
import { messages, offerRequests, profiles } from "#drizzle/schema.ts";

/** How many requests are listed, and how many further ones are counted (docs/specification.md#selling). */
const [listed, counted] = [5, 10];
/** How many characters of a request are shown. */
const shownCharacters = 120;

/**
 * The requests for an offer that wait for a seller. `further`: how many are not listed; `isCapped`: there are
 * more than were counted.
 */
export type OpenRequests = Awaited<ReturnType<typeof list>>;

/** No request waits. */
export const none: OpenRequests = { first: [], further: 0, isCapped: false };

/** Lists the requests that wait for a seller, oldest first, at most five. @param at UTC ms */
export async function list(db: Db, sellerId: string, at: number) {
  const rows = await db
    .select({
      id: offerRequests.id,
      conversation: offerRequests.conversationId,
      gigId: offerRequests.gigId,
      createdAt: offerRequests.createdAt,
      username: profiles.username,
      fullName: profiles.fullName,
      words: sql<string>`substr(${messages.content}, 1, ${shownCharacters + 1})`,
    })
    .from(offerRequests)
    .innerJoin(messages, eq(messages.id, offerRequests.id))
    .innerJoin(profiles, eq(profiles.id, offerRequests.buyerId))
    // A literal: SQLite uses a partial index only if it sees the literal.
    .where(
      and(
        eq(offerRequests.sellerId, sellerId),
        sql`${offerRequests.state} = 'open'`,
        isNull(profiles.deletedAt),
      ),
    )
    .orderBy(asc(offerRequests.number))
    .limit(listed + counted + 1);
  const further = Math.max(0, rows.length - listed);
  return {
    first: rows.slice(0, listed).map(({ createdAt, username, fullName, words, ...request }) => ({
      ...request,
      from: bothNames({ username, fullName }),
      words: firstWords(words),
      waits: waitedText(at - createdAt),
    })),
    further: Math.min(further, counted),
    isCapped: further > counted,
  };
}

function firstWords(text: string): string {
  const characters = [...text];
  return characters.length > shownCharacters ? `${characters.slice(0, shownCharacters).join("")}…` : text;
}
