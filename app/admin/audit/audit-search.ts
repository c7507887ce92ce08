import { cursorOf, dayOf, listPath, textOf } from "#app/admin/list-search.ts";

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseAuditSearch(params: URLSearchParams) {
  const word = (name: string) => /^[\w.-]{1,100}$/.exec(params.get(name) ?? "")?.[0] ?? "";
  return {
    /** A username or email, the beginning of an order's id, a ticket's number, or a subject's whole id. */
    q: textOf(params),
    /** The username of the operator; empty for any. */
    operator: word("operator"),
    /** The name of an action; empty for any. */
    action: word("action"),
    /** A day in UTC, `YYYY-MM-DD`; empty for any. */
    day: dayOf(params.get("day")),
    /** The number of the previous page's last row; null for the first page. */
    after: cursorOf(params.get("after")),
  };
}

export type AuditSearch = ReturnType<typeof parseAuditSearch>;

/** The address of the audit log. */
export function auditPath(search: Partial<AuditSearch> = {}): string {
  return listPath("/admin/audit", search);
}
