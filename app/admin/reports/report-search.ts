import { cursorOf, listPath } from "#app/admin/list-search.ts";

export type ReportSearch = {
  /** The reported thing to show alone, with its reports; null for all. */
  id: string | null;
  /** The number of the previous page's last entry; null for the first page. */
  after: number | null;
};

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseReportSearch(params: URLSearchParams): ReportSearch {
  return { id: params.get("id")?.slice(0, 100) || null, after: cursorOf(params.get("after")) };
}

/** The address of a list of reports. */
export function reportsPath(search: Partial<ReportSearch> = {}): string {
  return listPath("/admin/reports", search);
}
