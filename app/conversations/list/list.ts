import { href } from "#app/lib/href.ts";
import type { Person } from "#app/profiles/profile.ts";

/**
 * A conversation in the list.
 * @property updatedAt UTC ms
 * @property lastMessage null if there is no message yet
 * @property latest the number of the last known message; 0: unknown
 */
export type ConversationView = {
  id: string;
  other: Person;
  lastMessage: string | null;
  updatedAt: number;
  latest: number;
  unread: number;
};

/** Which conversations a list contains (docs/specification.md#messages-screen). */
export const listFilters = ["all", "unread", "archived"] as const;
export type ListFilter = (typeof listFilters)[number];

/** The query of a list. `before`: where the previous page ends. `name`: a part of a name; empty: any. */
export type ListAsked = { filter: ListFilter; before: ListCursor | null; name: string };

/** The address of a list. */
export function listPath({ filter, before, name }: ListAsked): string {
  const parameters = new URLSearchParams();
  if (filter !== "all") parameters.set("show", filter);
  if (name) parameters.set("name", name);
  if (before) parameters.set("list", `${before.latestAt}-${before.conversation}`);
  const query = parameters.toString();
  return query ? `${href("/messages")}?${query}` : href("/messages");
}

/** Where a page of the list ends: `latestAt` in UTC ms, and the number of a conversation. */
type ListCursor = { latestAt: number; conversation: number };

/** The longest part of a name to search for, in characters. */
const maxNameLength = 100;

/** Parses a list's address; anything unknown is the first page of all conversations. */
export function listAskedIn(parameters: URLSearchParams): ListAsked {
  const filter = listFilters.find((one) => one === parameters.get("show")) ?? "all";
  const [, latestAt, conversation] = /^(\d{1,15})-(\d{1,15})$/.exec(parameters.get("list") ?? "") ?? [];
  return {
    filter,
    before: latestAt ? { latestAt: Number(latestAt), conversation: Number(conversation) } : null,
    name: [...(parameters.get("name") ?? "").trim()].slice(0, maxNameLength).join(""),
  };
}
