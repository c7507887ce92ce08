import { and, eq, isNull, or, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { pairOf } from "#app/conversations/conversation.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { day } from "#app/lib/dates.ts";
import { shownUsername } from "#app/profiles/profiles.server.ts";
import { conversationSides, conversations, profiles } from "#drizzle/schema.ts";

/** A condition: the viewer is a participant of the conversation. */
export const isParticipant = (viewerId: string) =>
  or(eq(conversations.firstId, viewerId), eq(conversations.secondId, viewerId));

/** In a query of conversations: whether one participant has blocked the other. */
export const hasBlock = sql`(${isBlockedBy(conversations.firstId)} or ${isBlockedBy(conversations.secondId)})`;

/** In a query of conversations: whether one participant has blocked the other, or is suspended. */
export const isBlocked = sql<boolean>`(${hasBlock} or ${isSuspended()})`.mapWith(Boolean);

function isBlockedBy(userId: SQLWrapper) {
  return sql`exists (select 1 from conversation_sides as blocking where blocking.user_id = ${userId}
    and blocking.conversation = ${conversations.number} and blocking.is_blocked = 1)`;
}

function isSuspended() {
  return sql`exists (select 1 from users where id in (${conversations.firstId}, ${conversations.secondId})
    and suspended_at is not null)`;
}

/** Whether one of two users has blocked the other, or is suspended. Then neither can write. */
export async function isBlockedBetween(db: Db, one: string, two: string): Promise<boolean> {
  const { firstId, secondId } = pairOf(one, two);
  const [row] = await db
    .select({ isBlocked: isBlocked })
    .from(conversations)
    .where(and(eq(conversations.firstId, firstId), eq(conversations.secondId, secondId)));
  return row?.isBlocked ?? false;
}

/**
 * Finds the other participant, for a viewer who may see whether they are online: a participant, if neither
 * has blocked the other and both show their presence (docs/specification.md#presence).
 * @returns their id; null for everyone else
 */
export async function findPartner(db: Db, id: string, userId: string): Promise<string | null> {
  const bothShow = sql`not exists (select 1 from profiles
    where id in (${conversations.firstId}, ${conversations.secondId}) and (shows_presence = 0 or deleted_at is not null))`;
  const [row] = await db
    .select({ firstId: conversations.firstId, secondId: conversations.secondId })
    .from(conversations)
    .where(and(eq(conversations.id, id), isParticipant(userId), bothShow, sql`not ${isBlocked}`));
  if (!row) return null;
  return row.firstId === userId ? row.secondId : row.firstId;
}

/** How long messages are kept after the end of the last order between two deleted accounts, in ms. */
const keptAfterOrders = 365 * day;

/**
 * A statement: deletes the conversations between a deleted account and others that are deleted too, 12 months
 * after the end of the last order between them (docs/specification.md#message-retention). Run it after the
 * account's deletion. An order that was never completed ended with its last change: when it was cancelled, or
 * refunded in full.
 * @param at UTC ms
 */
export function ofUserForgotten(db: Db, userId: string, at: number) {
  const lastOrder = sql`(select max(max(created_at, coalesce(completed_at, updated_at))) from orders
    where (buyer_id = first_id and seller_id = second_id) or (buyer_id = second_id and seller_id = first_id))`;
  return db
    .update(conversations)
    .set({ forgetAt: sql`max(${at}, coalesce(${lastOrder} + ${keptAfterOrders}, 0))` })
    .where(
      and(
        isParticipant(userId),
        sql`not exists (select 1 from profiles where id in (first_id, second_id) and deleted_at is null)`,
      ),
    );
}

/**
 * A statement: deletes a deleted user's choices about conversations (archived, muted, blocked)
 * (docs/specification.md#account-deletion).
 */
export function choicesForgotten(db: Db, userId: string) {
  return db
    .update(conversationSides)
    .set({ isArchived: false, isMuted: false, isBlocked: false })
    .where(eq(conversationSides.userId, userId));
}

/** A participant's columns. @param profile the table or an alias of it */
export function personColumns<Table extends PersonTable>(profile: Table) {
  return {
    username: shownUsername(profile),
    fullName: profile.fullName as Table["fullName"],
    avatarUrl: profile.avatarUrl as Table["avatarUrl"],
  };
}

type PersonTable = Record<"username" | "fullName" | "avatarUrl" | "deletedAt", SQLWrapper>;

/**
 * Finds the conversation of two users, or creates it (docs/specification.md#conversations). Concurrent calls
 * create only one.
 * @param at UTC ms
 * @returns its id; null if the other user does not exist, was deleted, or is the viewer
 */
export async function findOrCreate(
  db: Db,
  viewerId: string,
  otherId: string,
  at: number,
): Promise<string | null> {
  if (viewerId === otherId) return null;
  const pair = pairOf(viewerId, otherId);
  const find = () =>
    db
      .select({ id: conversations.id })
      .from(conversations)
      .where(and(eq(conversations.firstId, pair.firstId), eq(conversations.secondId, pair.secondId)));
  const [existing] = await find();
  if (existing) return existing.id;
  const [other] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, otherId), isNull(profiles.deletedAt)));
  if (!other) return null;
  const id = crypto.randomUUID();
  try {
    await db.batch([
      db.insert(conversations).values({ id, ...pair, lastMessage: null, createdAt: at, updatedAt: at }),
      // It is only in its opener's list until someone writes a message.
      db.insert(conversationSides).values({
        userId: viewerId,
        conversation: sql`(select number from conversations where id = ${id})`,
        otherId,
        latestAt: at,
      }),
    ]);
    return id;
  } catch (error) {
    if (!brokeUnique(error, "conversations.first_id")) throw error;
    const [created] = await find();
    return created?.id ?? null;
  }
}
