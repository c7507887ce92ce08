/** The categories of the menus; null: they could not be loaded. */
export type Menu = { name: string; slug: string; subcategories: { name: string; slug: string }[] }[] | null;

/** docs/specification.md#error-catalogue. */
export const menuFailed = "Could not load categories";

/** What the header shows of the viewer. */
export type HeaderViewer = {
  name: string;
  initials: string;
  avatarUrl: string | null;
  unread: number;
  /** Their address is not verified yet. */
  toVerify: boolean;
  /** The menu leads to the console. */
  operator: boolean;
};
