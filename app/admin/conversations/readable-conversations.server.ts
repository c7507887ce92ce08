import { and, desc, eq, lt, type SQLWrapper, sql } from "drizzle-orm";
import { audited, type Decision, runAudited } from "#app/admin/audit.server.ts";
import {
  type Ground,
  groundWords,
  type ReadMessage,
  readableAfter,
} from "#app/admin/conversations/admin-conversation.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { pairOf } from "#app/conversations/conversation.ts";
import { cardText } from "#app/conversations/thread/offer-facts.ts";
import { offerColumns, requestColumns } from "#app/conversations/thread/thread-messages.server.ts";
import { refuse } from "#app/lib/refusal.ts";
import { shownUsername } from "#app/profiles/profiles.server.ts";
import { conversations, messages, offerRequests, offers, profiles } from "#drizzle/schema.ts";

/** How many messages a page shows. */
const pageLength = 50;

/** In a query of conversations: why an operator may read them. @param at UTC ms */
function grounds(at: number) {
  const order = (hold: "refund" | "dispute") => sql`(
    exists (select 1 from orders where buyer_id = ${conversations.firstId} and seller_id = ${conversations.secondId} and hold = ${hold})
    or exists (select 1 from orders where buyer_id = ${conversations.secondId} and seller_id = ${conversations.firstId} and hold = ${hold}))`;
  return {
    report: sql`exists (select 1 from reports where reports.conversation_id = ${conversations.id}
      and (reports.resolved_at is null or reports.resolved_at > ${at - readableAfter}))`,
    refund: order("refund"),
    dispute: order("dispute"),
  };
}

/**
 * Finds a conversation that an operator may read (docs/specification.md#operator-conversations), with its two
 * users and the grounds. It reads no message.
 * @param at UTC ms
 * @returns null if it does not exist, or there is no ground to read it
 */
export async function find(db: Db, id: string, at: number) {
  const { report, refund, dispute } = grounds(at);
  const username = (userId: SQLWrapper) =>
    sql<string | null>`(select iif(deleted_at is null, username, null) from profiles where id = ${userId})`;
  const [row] = await db
    .select({
      id: conversations.id,
      firstId: conversations.firstId,
      secondId: conversations.secondId,
      first: username(conversations.firstId),
      second: username(conversations.secondId),
      report: sql<number>`${report}`,
      refund: sql<number>`${refund}`,
      dispute: sql<number>`${dispute}`,
    })
    .from(conversations)
    .where(eq(conversations.id, id));
  if (!row) return null;
  const { firstId, secondId, first, second } = row;
  const why = (Object.keys(groundWords) as Ground[]).filter((ground) => row[ground]);
  if (why.length === 0) return null;
  return {
    id,
    users: [
      { id: firstId, username: first },
      { id: secondId, username: second },
    ],
    grounds: why,
  };
}

/** The conversation of an order's two parties, if its hold lets an operator read it; null otherwise. */
export async function findOfOrder(
  db: Db,
  { buyerId, sellerId, hold }: { buyerId: string; sellerId: string; hold: string },
): Promise<string | null> {
  if (hold !== "refund" && hold !== "dispute") return null;
  const { firstId, secondId } = pairOf(buyerId, sellerId);
  const [row] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.firstId, firstId), eq(conversations.secondId, secondId)));
  return row?.id ?? null;
}

/**
 * Reads messages of a conversation for an operator, after recording that they do.
 * @param before as in `listMessages`
 * @throws Refusal if the operator takes part in it, or there is no longer a ground to read it
 */
export async function read(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  { id, users }: { id: string; users: { id: string }[] },
  before: number | null,
  decision: Decision,
) {
  const at = clock.now();
  if (users.some((user) => user.id === decision.operator.id))
    refuse("refused", "You are part of this conversation");
  const { report, refund, dispute } = grounds(at);
  const allowed = sql<string>`(select ${conversations.id} from ${conversations} where ${conversations.id} = ${id}
    and (${report} or ${refund} or ${dispute}))`;
  const run = () => db.batch(audited(db, "read-conversation", allowed, decision, at));
  if ((await runAudited(run)) === "changed") refuse("gone");
  return await listMessages(db, id, before, at);
}

/**
 * Lists messages of a conversation, oldest first, removed ones included, each with what its card says.
 * @param before the number of the next page's first message; null: the newest messages
 * @param at UTC ms
 * @returns `older`: the `before` of the previous page; null if there is none
 */
async function listMessages(
  db: Db,
  id: string,
  before: number | null,
  at: number,
): Promise<{ messages: ReadMessage[]; older: number | null }> {
  const rows = await db
    .select({
      number: messages.number,
      sender: shownUsername(profiles),
      content: messages.content,
      createdAt: messages.createdAt,
      removedAt: messages.removedAt,
      offer: offerColumns,
      request: requestColumns,
    })
    .from(messages)
    .innerJoin(profiles, eq(profiles.id, messages.senderId))
    .leftJoin(offers, and(eq(offers.id, messages.offerId), eq(offers.id, messages.id)))
    .leftJoin(offerRequests, eq(offerRequests.id, messages.id))
    .where(and(eq(messages.conversationId, id), before === null ? undefined : lt(messages.number, before)))
    .orderBy(desc(messages.number))
    .limit(pageLength + 1);
  const page = rows
    .slice(0, pageLength)
    .map(({ offer, request, ...message }) => ({ ...message, card: cardText({ offer, request }, at) }));
  return {
    messages: page.toReversed(),
    older: rows.length > pageLength ? (page.at(-1)?.number ?? null) : null,
  };
}
