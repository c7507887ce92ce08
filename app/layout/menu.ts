/** The categories of the menus; null if they could not be loaded. */
export type Menu = { name: string; slug: string; subcategories: { name: string; slug: string }[] }[] | null;

/** Where header and footer link: a seller to the dashboard, everyone else to the application. */
export function sellingPath(viewer: Pick<HeaderViewer, "sells"> | null): "/dashboard" | "/services/sell" {
  return viewer?.sells ? "/dashboard" : "/services/sell";
}

/** docs/specification.md#error-catalogue. */
export const menuFailed = "Could not load categories";

/** The viewer as the header shows them. */
export type HeaderViewer = {
  name: string;
  initials: string;
  avatarUrl: string | null;
  /** IANA name; null if they have not chosen one. Pages read it with `useTimeZone`. */
  timeZone: string | null;
  /** What its clocks show, for the browser (app/lib/clocks.ts). */
  clocks: string;
  unread: number;
  /** An order waits for them (docs/specification.md#order-turn). */
  turn: boolean;
  /** True for an active seller, and for one whom an operator has refused. */
  sells: boolean;
  /** True if their email address is not verified yet. */
  toVerify: boolean;
  /** Their email address if it takes no email; else null. */
  badAddress: string | null;
  /** True if the menu links to the operator's console. */
  operator: boolean;
};
