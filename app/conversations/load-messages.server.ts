import type { AppLoadContext } from "@remix-run/cloudflare";
import { aboutIn } from "#app/conversations/conversation.ts";
import { list } from "#app/conversations/list/list.server.ts";
import { listAskedIn, listPath } from "#app/conversations/list/list.ts";
import * as savedReplies from "#app/conversations/replies/replies.server.ts";
import { findAbout } from "#app/conversations/sending/about.server.ts";
import { markRead } from "#app/conversations/thread/reading.server.ts";
import { findThread } from "#app/conversations/thread/thread.server.ts";
import { fromTheEnd, threadAskedIn } from "#app/conversations/thread/thread-address.ts";
import { findHeader, maxUnread } from "#app/profiles/profiles.server.ts";

type Deps = Pick<AppLoadContext, "db" | "clock" | "inboxes" | "later">;

/** `isUnknown`: the address names a user who does not exist. `conversationId`: null if none is requested. */
type Asked = { viewerId: string; isUnknown: boolean; conversationId: string | null };

/**
 * Loads the list and the conversation next to it. The conversation that the address names is marked as read,
 * as far as this page shows it (docs/specification.md#reading-messages).
 */
export async function loadMessages(deps: Deps, asked: Asked, parameters: URLSearchParams) {
  const { db, clock } = deps;
  const { viewerId, isUnknown, conversationId } = asked;
  const listAsked = listAskedIn(parameters);
  const threadAsked = conversationId ? threadAskedIn(parameters) : fromTheEnd;
  const threadOf = (id: string) => findThread(db, id, viewerId, threadAsked);
  const [page, header, replies, named, about] = await Promise.all([
    list(db, viewerId, listAsked),
    findHeader(db, viewerId, conversationId),
    savedReplies.list(db, viewerId),
    conversationId ? threadOf(conversationId) : null,
    conversationId ? findAbout(db, aboutIn(parameters), conversationId, viewerId) : null,
  ]);
  // A filtered or searched list, or a later page, shows a conversation only if the address names one.
  const isPlain = listAsked.filter === "all" && !listAsked.before && !listAsked.name;
  const first = isPlain && !isUnknown && !conversationId ? page.rows[0]?.id : undefined;
  // The first conversation is only shown next to the list, so none of it counts as read.
  const beside = first ? await threadOf(first) : null;
  const thread = named ?? (beside && { ...beside, reads: null });
  const readHere = named?.reads ? named.messages.filter(isUnreadBy(viewerId)).length : 0;
  if (named?.reads) await markRead(deps, named.id, viewerId, named.reads);
  const left = named ? named.unread - readHere : 0;
  return {
    viewerId,
    asked: conversationId !== null,
    missing: isUnknown || (conversationId !== null && !named),
    filter: listAsked.filter,
    name: listAsked.name,
    older: page.next && listPath({ ...listAsked, before: page.next }),
    list: page.rows.map((row) => (row.id === named?.id ? { ...row, unread: left } : row)),
    about,
    replies,
    thread: thread && { ...thread, q: threadAsked.q, at: atOf(thread.id, parameters), now: clock.now() },
    /** The badge in the header: root.tsx reads it from here while this page is open. */
    unread: Math.min((header?.unread ?? 0) + left, maxUnread),
  };
}

function isUnreadBy(viewerId: string) {
  return (message: { senderId: string; isRead: boolean }) => message.senderId !== viewerId && !message.isRead;
}

/** Names the part of a conversation that a page shows: another part is another page. */
function atOf(id: string, parameters: URLSearchParams): string {
  return [id, ...["before", "after", "q"].map((name) => parameters.get(name) ?? "")].join(" ");
}
