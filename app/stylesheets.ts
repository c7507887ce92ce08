import auth from "#app/auth/sign-in/auth.css?url";
import category from "#app/catalog/category.css?url";
import listing from "#app/catalog/listing.css?url";
import service from "#app/gigs/page/gig.css?url";
import home from "#app/home/home.css?url";

/**
 * The stylesheets that a kind of page has beside public.css. A page opened from the server holds their text (root.tsx), so that it
 * paints from one answer, and the door makes the link inert; the link is for the way there without a page load, on which
 * Remix waits for it. A route names its sheet twice: `handle = { sheet: "home" }` and `links = () => [sheetLink("home")]`.
 */
export const sheets = { auth, home, category, listing, service };
export type Sheet = keyof typeof sheets;

export function sheetLink(sheet: Sheet) {
  return { rel: "stylesheet", href: sheets[sheet] } as const;
}
