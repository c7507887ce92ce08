import auth from "#app/auth/sign-in/auth.css?url";
import category from "#app/catalog/category.css?url";
import listing from "#app/catalog/listing.css?url";
import gig from "#app/gigs/page/gig.css?url";
import home from "#app/home/home.css?url";

/**
 * The stylesheets that a kind of page has beside public.css. A page opened from the server holds their text (root.tsx), so that it
 * paints from one answer, and the door makes the link inert; the link is for the way there without a page load, on which
 * Remix waits for it. A route names its sheet twice: `handle = { stylesheet: "home" }` and `links = () => [sheetLink("home")]`.
 */
export const stylesheets = { auth, home, category, listing, gig };
export type Stylesheet = keyof typeof stylesheets;

export function stylesheetLink(sheet: Stylesheet) {
  return { rel: "stylesheet", href: stylesheets[sheet] } as const;
}
