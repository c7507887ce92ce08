import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { personColumns } from "#app/conversations/conversations.server.ts";
import type { ListAsked } from "#app/conversations/list/list.ts";
import { conversationSides, conversations, profiles } from "#drizzle/schema.ts";

/** How many conversations a page lists. */
const listLength = 30;
/** How many of the latest conversations a search by name examines. */
const searched = 2000;

/**
 * Lists a viewer's conversations, latest first, 30 a page, each with the other participant and the number of
 * unread messages (docs/specification.md#data-access).
 * @param asked `before`: the cursor of the previous page; null: the first page. `name`: only those of the
 * latest 2,000 whose other participant's name contains it. `since`: only those changed after it, UTC ms
 * @returns also the cursor of the next page; null on the last
 */
export async function list(
  db: Db,
  viewerId: string,
  asked: ListAsked & { since?: number | null } = everything,
) {
  const { filter, before, name, since } = { since: null, ...asked };
  const sides = conversationSides;
  const mine = db
    .select()
    .from(sides)
    .where(
      and(
        eq(sides.userId, viewerId),
        eq(sides.isArchived, filter === "archived"),
        filter === "unread" ? gt(sides.unread, 0) : undefined,
        since === null ? undefined : gt(sides.latestAt, since),
        before
          ? sql`(${sides.latestAt}, ${sides.conversation}) < (${before.latestAt}, ${before.conversation})`
          : undefined,
      ),
    )
    .orderBy(desc(sides.latestAt), desc(sides.conversation))
    .limit(name ? searched : listLength + 1)
    .as("mine");
  const rows = await db
    .select({
      id: conversations.id,
      number: mine.conversation,
      lastMessage: conversations.lastMessage,
      updatedAt: mine.latestAt,
      latest: mine.latest,
      other: personColumns(profiles),
      unread: mine.unread,
    })
    .from(mine)
    .innerJoin(conversations, eq(conversations.number, mine.conversation))
    .innerJoin(profiles, eq(profiles.id, mine.otherId))
    .where(
      name
        ? sql`${profiles.deletedAt} is null and instr(lower(${profiles.username} || ' ' || ${profiles.fullName}), ${name.toLowerCase()}) > 0`
        : undefined,
    )
    .orderBy(desc(mine.latestAt), desc(mine.conversation))
    .limit(listLength + 1);
  const page = rows.slice(0, listLength);
  const last = rows.length > listLength ? page.at(-1) : undefined;
  return {
    rows: page.map(({ number: _, ...row }) => row),
    next: last ? { latestAt: last.updatedAt, conversation: last.number } : null,
  };
}

/** The first page of all conversations. */
export const everything: ListAsked = { filter: "all", before: null, name: "" };

/**
 * Changes a conversation for one of its users: archived, muted, blocked, or the reverse.
 * @param holder a sub-select of the user's id that is null once the session has ended (auth/sessions)
 * @returns the other's id; null if the conversation is not theirs, or the session has ended
 */
export async function change(
  db: Db,
  id: string,
  holder: SQL<string>,
  changes: Partial<Pick<typeof conversationSides.$inferInsert, "isArchived" | "isMuted" | "isBlocked">>,
): Promise<string | null> {
  const [changed] = await db
    .update(conversationSides)
    .set(changes)
    .where(
      and(
        eq(conversationSides.userId, holder),
        eq(conversationSides.conversation, sql`(select number from conversations where id = ${id})`),
      ),
    )
    .returning({ otherId: conversationSides.otherId });
  return changed?.otherId ?? null;
}
