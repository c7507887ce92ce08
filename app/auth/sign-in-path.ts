/**
 * The sign-in page.
 * @param back where the user goes after signing in: a path of this site
 * @param message one of `signInMessages`
 */
export function signInPath(back: string, message?: string): string {
  const query = new URLSearchParams({ redirectTo: back, ...(message ? { message } : {}) });
  return `/sign-in?${query}`;
}

/**
 * A page on the way to a session, from which the user goes on to where they wanted to go.
 * @param back where the user goes afterwards: a path of this site
 */
export function wayPath(
  page: "/sign-in" | "/sign-up" | "/sign-in/factor" | "/forgot-password" | "/verify" | "/sign-out",
  back: string,
): string {
  return back === "/" ? page : `${page}?${new URLSearchParams({ redirectTo: back })}`;
}

/**
 * The page that asks for a second factor.
 * @param back where the user goes afterwards: a path of this site
 */
export const factorPath = (back: string) => wayPath("/sign-in/factor", back);

/** With a token, the address of a verify link. Without one, the page that sends a new link. */
export const verifyPath = "/verify";

/**
 * Where the user of this page wants to go after signing in, as its address says: not checked. Only pages on
 * the way to a session know it; `/` on the others, whose addresses the page cache does not keep apart.
 */
export function wayOn({ pathname, search }: { pathname: string; search: string }): string {
  const isOnTheWay = /^\/(sign-(in|up)|forgot-password|verify)\b/.test(pathname);
  // Each link of the header repeats it, encoded. `returnPath` takes no longer one either.
  return (isOnTheWay && search.length < 8000 && new URLSearchParams(search).get("redirectTo")) || "/";
}
