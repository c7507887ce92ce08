/** The categories of the menus; null if they could not be loaded. */
export type Menu = { name: string; slug: string; subcategories: { name: string; slug: string }[] }[] | null;

/** docs/specification.md#error-catalogue. */
export const menuFailed = "Could not load categories";

/** The viewer as the header shows them. */
export type HeaderViewer = {
  name: string;
  initials: string;
  avatarUrl: string | null;
  /** IANA name; null if they have not chosen one. Pages read it with `useTimeZone`. */
  timeZone: string | null;
  unread: number;
  /** True if their email address is not verified yet. */
  toVerify: boolean;
  /** True if the menu links to the operator's console. */
  operator: boolean;
};
