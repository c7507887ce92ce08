import { cursorOf, dayOf, listPath, textOf } from "#app/admin/list-search.ts";

export type AuditSearch = {
  /** A username or email, the beginning of an order's id, a ticket's number, or a subject's whole id. */
  q: string;
  /** The username of the operator; empty for any. */
  operator: string;
  /** The name of an action; empty for any. */
  action: string;
  /** A day in UTC, `YYYY-MM-DD`; empty for any. */
  day: string;
  /** The number of the previous page's last row; null for the first page. */
  after: number | null;
};

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseAuditSearch(params: URLSearchParams): AuditSearch {
  const word = (name: string) => /^[\w.-]{1,100}$/.exec(params.get(name) ?? "")?.[0] ?? "";
  return {
    q: textOf(params),
    operator: word("operator"),
    action: word("action"),
    day: dayOf(params.get("day")),
    after: cursorOf(params.get("after")),
  };
}

/** The address of the audit log. */
export function auditPath(search: Partial<AuditSearch> = {}): string {
  return listPath("/admin/audit", search);
}
