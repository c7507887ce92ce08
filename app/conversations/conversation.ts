/** The longest message, in characters. */
export const longestMessage = 5000;

/** A character that shows: no space, no control, no zero-width or direction mark, no filler. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Why a text cannot be sent, as a sentence (docs/specification.md#sending-messages).
 * @returns null if it can be sent
 */
export function refusalToSend(content: string): string | null {
  if (!visible.test(content)) return "Write a message first";
  if (content.length > longestMessage)
    return `Please use at most ${longestMessage.toLocaleString("en-US")} characters in a message`;
  return null;
}

export function conversationPath(id: string, filter: ListFilter = "all"): string {
  return `/messages?conversation=${encodeURIComponent(id)}${filter === "all" ? "" : `&show=${filter}`}`;
}

/** Which conversations a list holds (docs/specification.md#messages-screen). */
export const listFilters = ["all", "unread", "archived"] as const;
export type ListFilter = (typeof listFilters)[number];

/** What a list is asked for. `before`: where the page before ends. `name`: a part of a name; empty: any. */
export type ListAsked = { filter: ListFilter; before: ListCursor | null; name: string };

/** The address of a list. */
export function listPath({ filter, before, name }: ListAsked): string {
  const parameters = new URLSearchParams();
  if (filter !== "all") parameters.set("show", filter);
  if (name) parameters.set("name", name);
  if (before) parameters.set("list", `${before.latestAt}-${before.conversation}`);
  const query = parameters.toString();
  return query ? `/messages?${query}` : "/messages";
}

/** Where a page of the list ends: `latestAt` in UTC ms, and the number of a conversation. */
export type ListCursor = { latestAt: number; conversation: number };

/** The longest part of a name that is searched, in characters. */
const longestName = 100;

/** Reads what a list's address asks for; anything unknown is the first page of all. */
export function listAskedIn(parameters: URLSearchParams): ListAsked {
  const filter = listFilters.find((one) => one === parameters.get("show")) ?? "all";
  const [, latestAt, conversation] = /^(\d{1,15})-(\d{1,15})$/.exec(parameters.get("list") ?? "") ?? [];
  return {
    filter,
    before: latestAt ? { latestAt: Number(latestAt), conversation: Number(conversation) } : null,
    name: (parameters.get("name") ?? "").trim().slice(0, longestName),
  };
}

/** The address of a messages page that loads its scripts even in Lite (docs/specification.md#lite). */
export function livePath(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}live=1`;
}

export function isLive({ pathname, searchParams }: URL): boolean {
  return pathname === "/messages" && searchParams.get("live") === "1";
}

/** The close code of a socket whose session has ended. The page then does not reconnect. */
export const signedOutCode = 4401;

/** The two ids of a pair in the order in which its row stores them. */
export function pairOf(a: string, b: string): { firstId: string; secondId: string } {
  return a < b ? { firstId: a, secondId: b } : { firstId: b, secondId: a };
}
