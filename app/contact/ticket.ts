import { day } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";

/** The topics of tickets, with the hints of the form (docs/specification.md#contact). */
export const topics = [
  {
    key: "charged_no_order",
    label: "I was charged and have no order",
    hint: "We check your open payments right away and show the result.",
  },
  {
    key: "order_problem",
    label: "A problem with an order",
    hint: "Choose the order below so that we see the same thing as you.",
  },
  {
    key: "refund",
    label: "Refund or cancellation",
    hint: "Tell us what was promised and what you received.",
  },
  {
    key: "seller_account",
    label: "Seller account or registration fee",
    hint: "Applications, activation, levels, the 5-gig limit.",
  },
  {
    key: "sign_in",
    label: "Sign-in, email or security",
    hint: "Never send us your password or your codes.",
  },
  {
    key: "report",
    label: "Report a person or a service",
    hint: "Add the address of the page if you can.",
  },
  {
    key: "copyright",
    label: "My work was used without permission",
    hint: "Link to the original and to the copy.",
  },
  { key: "privacy", label: "My data", hint: "Export, correction or deletion." },
  {
    key: "bug",
    label: "Something on the site doesn't work",
    hint: "What you did, what you expected, which browser.",
  },
  { key: "other", label: "Something else", hint: "Compliments are read aloud on Fridays." },
] as const;

export type Topic = (typeof topics)[number]["key"];

/** The sentence of a form in which no topic was chosen. */
export const chooseTopic = "Choose a topic";

/** True for the name of a topic. */
export function isTopic(text: string | null | undefined): boolean {
  return topics.some(({ key }) => key === text);
}

/** The topic of this name; any other text is "Something else". */
export function topicOf(text: string | null | undefined): Topic {
  return topics.find(({ key }) => key === text)?.key ?? "other";
}

/**
 * The topic of an appeal against an operator's decision. The form does not offer it: an appeal begins on the
 * page of its decision (docs/specification.md#reasons).
 */
export const appealTopic = "appeal";

/** The label of a topic. */
export function topicLabel(topic: string): string {
  if (topic === appealTopic) return "Appeal against a decision";
  return topics.find(({ key }) => key === topic)?.label ?? "Something else";
}

/** `open`: waits for an operator. `answered`: waits for the person who asked. */
export type TicketState = "open" | "answered" | "closed";

/**
 * The part of a ticket that decides what can be done with it. `closedAt`: UTC ms; null unless it is closed.
 */
type TicketStanding = { state: TicketState; closedAt: number | null };

/** The kinds of entries in the thread of a ticket. Each is a row of `ticket_entry_kinds`. */
export type TicketEntryKind =
  | "question"
  | "checked"
  | "reply"
  | "answer"
  | "closed"
  | "closed_by_us"
  | "reopened";

/** How long a closed ticket can be reopened, in ms. */
const reopenedWithin = 14 * day;

/** Until when it can be reopened, UTC ms. */
export function reopenableUntil(closedAt: number): number {
  return closedAt + reopenedWithin;
}

/** How long a ticket is kept after it was closed, in ms (docs/operations.md#what-is-kept-how-long). */
export const keptAfterClosing = 730 * day;

/** Lengths of texts in a ticket, in characters. */
export const questionLength = { min: 20, max: 5000 };
export const replyLength = { min: 2, max: 5000 };

/**
 * A ticket's number for people: `HW-2026-004217`, the year in which it was written and a count that never
 * restarts.
 */
export function ticketCode({ number, createdAt }: { number: number; createdAt: number }): string {
  return `HW-${new Date(createdAt).getUTCFullYear()}-${String(number).padStart(6, "0")}`;
}

/**
 * The count in a ticket's number, with or without its leading zeros; null if the text is not a number.
 * Compare its year as well (`wholeCode`).
 */
export function countIn(code: string): number | null {
  const [, count] = /^HW-\d{4}-(\d{1,12})$/i.exec(code.trim()) ?? [];
  return count === undefined ? null : Number(count);
}

/** A ticket's number as `ticketCode` writes it: `hw-2026-3` becomes `HW-2026-000003`. */
export function wholeCode(code: string): string {
  const text = code.trim().toUpperCase();
  const end = text.lastIndexOf("-") + 1;
  return text.slice(0, end) + text.slice(end).padStart(6, "0");
}

/** Why no one can write into a ticket now; null if they can. */
export function refusalToWrite({ state }: TicketStanding): string | null {
  return state === "closed" ? "This request is closed. Open it again, then write." : null;
}

/** Why a ticket can't be closed; null if it can. */
export function refusalToClose({ state }: TicketStanding): string | null {
  return state === "closed" ? "This request is already closed" : null;
}

/** Why a ticket can't be reopened; null if it can. @param at UTC ms */
export function refusalToReopen({ state, closedAt }: TicketStanding, at: number): string | null {
  if (state !== "closed" || closedAt === null) return "This request is already open";
  return at > reopenableUntil(closedAt)
    ? "A request can be opened again within 14 days of being closed. Please write a new one."
    : null;
}

/** The page of a ticket. @param token of the signed link, for a visitor's ticket; null for a user's */
export function requestPath(code: string, token: string | null = null): string {
  return `${href("/contact/requests/:number", { number: code })}${token === null ? "" : `?token=${token}`}`;
}

/** A ticket's file as pages show it. Bytes. */
export type TicketFileView = { id: string; name: string; bytes: number };

/** An entry as its reader sees it. `by`: the author, as a word. Times are text. */
export type TicketEntryView = {
  seq: number;
  kind: TicketEntryKind;
  by: string;
  text: string | null;
  at: string;
};

/** The text of an entry that has none of its own. */
export const entryTitles: Record<TicketEntryKind, string> = {
  question: "wrote",
  checked: "Payments checked",
  reply: "wrote",
  answer: "answered",
  closed: "closed the request",
  closed_by_us: "closed the request",
  reopened: "opened the request again",
};

/**
 * What an email program turns into a link. Nothing in it repeats, so the time grows linearly with the text.
 */
const linked = /:\/\/|www\.|[\p{L}\p{M}\p{N}\p{S}_-]\.[\p{L}\p{M}]{2}|@/iu;

/**
 * A visitor's text as it is mailed to the address that they gave, so that no email program turns a part of it
 * into a link. A word is judged as browsers read a host name (Unicode UTS #46): in its compatibility form,
 * with the ideographic full stop as a dot, and without invisible characters.
 */
export function withoutLinks(text: string): string {
  return text.replace(/\P{White_Space}+/gu, (word) => {
    const read = word.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
    return linked.test(read.replaceAll("\u3002", ".")) ? "[left out]" : word;
  });
}
