import { href } from "#app/lib/href.ts";

/** The lists of tickets. */
export const ticketLists = [
  { key: "open", label: "Open" },
  { key: "answered", label: "Waiting for them" },
  { key: "mine", label: "Mine" },
  { key: "closed", label: "Closed" },
] as const;

export type TicketSearch = {
  /** A ticket's number, a username, an email address, or the beginning of an order's id. Empty: a list. */
  q: string;
  show: (typeof ticketLists)[number]["key"];
  /** The number of the previous page's last ticket; null for the first page. */
  after: number | null;
};

/** A shorter beginning of an order's id matches too many. */
const minLength = 3;
const maxLength = 254;

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseTicketSearch(params: URLSearchParams): TicketSearch {
  const q = (params.get("q") ?? "")
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .replace(/^[#@]/, "");
  const after = params.get("after") ?? "";
  return {
    q: [...q.normalize("NFC")].slice(0, maxLength).join(""),
    show: ticketLists.find(({ key }) => key === params.get("show"))?.key ?? "open",
    after: /^[1-9]\d{0,14}$/.test(after) ? Number(after) : null,
  };
}

/** Why this text cannot be searched for; null if it can. */
export function refusalToTicketSearch({ q }: TicketSearch): string | null {
  return q.length > 0 && q.length < minLength ? `Type at least ${minLength} characters` : null;
}

/** The address of a list of tickets, without default values. */
export function ticketsPath({ q = "", show = "open", after = null }: Partial<TicketSearch>): string {
  const query = new URLSearchParams({
    ...(q ? { q } : {}),
    ...(show === "open" ? {} : { show }),
    ...(after === null ? {} : { after: String(after) }),
  });
  const path = href("/admin/tickets");
  return query.size > 0 ? `${path}?${query}` : path;
}
