/**
 * The sign-in page.
 * @param back where the user goes after signing in: a path of this site
 * @param message one of `signInMessages`
 */
export function signInPath(back: string, message?: string): string {
  const query = new URLSearchParams({ redirectTo: back, ...(message ? { message } : {}) });
  return `/sign-in?${query}`;
}

/** The sign-up page. @param back where the user goes once the address is verified: a path of this site */
export function signUpPath(back: string): string {
  return back === "/" ? "/sign-up" : `/sign-up?${new URLSearchParams({ redirectTo: back })}`;
}

/**
 * The page that asks for a second factor.
 * @param back where the user goes afterwards: a path of this site
 */
export function factorPath(back: string): string {
  return back === "/" ? "/sign-in/factor" : `/sign-in/factor?${new URLSearchParams({ redirectTo: back })}`;
}

/** With a token, the address of a verify link. Without one, the page that sends a new link. */
export const verifyPath = "/verify";
