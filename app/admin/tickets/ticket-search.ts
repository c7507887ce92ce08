import { choiceOf, cursorOf, listPath, textOf } from "#app/admin/list-search.ts";

/** The lists of tickets. */
export const ticketLists = [
  { key: "open", label: "Open" },
  { key: "answered", label: "Waiting for them" },
  { key: "mine", label: "Mine" },
  { key: "closed", label: "Closed" },
] as const;

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseTicketSearch(params: URLSearchParams) {
  return {
    /** A ticket's number, a username, an email address, or the beginning of an order's id. Empty: a list. */
    q: textOf(params),
    show: choiceOf(ticketLists, params.get("show")) ?? "open",
    /** The number of the previous page's last ticket; null for the first page. */
    after: cursorOf(params.get("after")),
  };
}

export type TicketSearch = ReturnType<typeof parseTicketSearch>;

/** The address of a list of tickets. */
export function ticketsPath({ show, ...search }: Partial<TicketSearch> = {}): string {
  return listPath("/admin/tickets", { ...search, show: show === "open" ? null : show });
}
