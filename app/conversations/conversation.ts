import type { ListFilter } from "#app/conversations/list/list.ts";
import { isBlank } from "#app/lib/blank.ts";
import { href } from "#app/lib/href.ts";

/** The longest message, in characters. */
export const maxMessageLength = 5000;

/**
 * Why a message cannot be sent, as a sentence (docs/specification.md#sending-messages).
 * @param files the number of files of the message
 * @returns null if it can be sent
 */
export function refusalToSend(content: string, files = 0): string | null {
  if (isBlank(content) && files === 0) return "Write a message first";
  if (content.length > maxMessageLength)
    return `Please use at most ${maxMessageLength.toLocaleString("en-US")} characters in a message`;
  return null;
}

/** Shown if the other participant's account was deleted. */
export const accountDeleted = "This account was deleted, so no one would read your message.";

/** Replaces the text of a message that an operator removed. */
export const removedMessage = "Removed by an operator";

/** Shown to both participants if one has blocked the other. */
export const cannotWrite = "You cannot write to this person";

export function conversationPath(id: string, filter: ListFilter = "all"): string {
  return `${href("/messages")}?conversation=${encodeURIComponent(id)}${filter === "all" ? "" : `&show=${filter}`}`;
}

/** The subject of the next message: the id of a gig, an order or an offer. All null: none. */
export type About = { gig: string | null; order: string | null; offer: string | null };

/** No subject. */
const noAbout: About = { gig: null, order: null, offer: null };

/** The possible subjects; the first one that is named counts. */
const subjects = ["offer", "order", "gig"] as const;

/** Parses the subject of a message from an address or a form: one at most. */
export function aboutIn(parameters: { get(name: string): unknown }): About {
  for (const name of subjects) {
    const value = parameters.get(name);
    if (typeof value === "string" && value !== "") return { ...noAbout, [name]: value };
  }
  return noAbout;
}

/** Adds the next message's subject to the address of a conversation. */
export function pathAbout(path: string, about: About): string {
  const name = subjects.find((one) => about[one]);
  return name ? `${path}&${name}=${encodeURIComponent(about[name] ?? "")}` : path;
}

/** The address of a messages page that loads its scripts even in Lite (docs/specification.md#lite). */
export function livePath(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}live=1`;
}

export function isLive({ pathname, searchParams }: URL): boolean {
  return pathname === "/messages" && searchParams.get("live") === "1";
}

/** The close codes after which a page does not reconnect: its session ended, or newer tabs replaced it. */
export const closedFor = { signedOut: 4401, room: 4429 };

/** The two ids of a pair, in the order in which the row stores them. */
export function pairOf(a: string, b: string): { firstId: string; secondId: string } {
  return a < b ? { firstId: a, secondId: b } : { firstId: b, secondId: a };
}
