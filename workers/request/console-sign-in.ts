import { signInPath } from "#app/auth/sign-in-path.ts";
import { readForm, readLongForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { parkedForm } from "#app/parked/console-form.ts";
import { ownerIn, pathWithParked } from "#app/parked/parked.server.ts";
import { isLocal, type System } from "#workers/context.ts";
import { hasHeader, isConsole, routeOf } from "#workers/render/pages.ts";
import type { Authentication } from "./authenticate.ts";
import { clientInfoOf } from "./client-info.ts";
import { type SetCookies, writeCookies } from "./cookies.ts";
import { giveFormBack } from "./give-form-back.ts";
import type { Incoming } from "./incoming.ts";
import { withSecurityHeaders } from "./security-headers.ts";

/**
 * True for a console page that an operator's browser asks for without a session: they sign in and come back.
 * Every other browser gets the ordinary 404 (docs/specification.md#operator-sign-in). While the database
 * cannot say whether a session has ended, no one is sent to sign in.
 */
export function asksForConsole(
  { url, cookies }: Pick<Incoming, "url" | "cookies">,
  { viewer, pendingSecondFactor, set }: Authentication,
): boolean {
  if (!cookies.hasBeenOperator || viewer !== null || !isConsole(url)) return false;
  // The console's pages are documents.
  if (url.pathname.endsWith(".data")) return false;
  const hasTokens = cookies.session !== null || cookies.access !== null;
  return !hasTokens || pendingSecondFactor !== null || set.session?.value === null;
}

/**
 * Redirects to /sign-in, which returns to the page. A form is not run: it is parked as it was sent, and
 * shown above the page afterwards (app/admin/kept-form.tsx).
 * @param incoming its request is within the limits
 * @param ended the cookies that remove an ended session
 */
export async function signInToConsole(incoming: Incoming, ended: SetCookies, sys: System): Promise<Response> {
  const { request, url, isRead, cookies, env } = incoming;
  const set: SetCookies = { ...ended };
  const context = {
    ...sys,
    draftKey: cookies.draftKey,
    address: clientInfoOf(request).address,
    cookies: {
      set(name: keyof SetCookies, value: string | null, maxAge?: number) {
        set[name] = { value, maxAge };
      },
    },
  };
  // A download has no page to come back to.
  let back = hasHeader(url) ? url.pathname + url.search : href("/admin");
  if (!isRead && hasHeader(url)) {
    const again = request.clone() as typeof request;
    const { longTexts } = routeOf(url).handle;
    const { fields, refusal } = await (longTexts ? readLongForm : readForm)(request, /./);
    try {
      // A refused form has its texts cut. It comes back below.
      if (refusal !== null) throw new Response(null, { status: 400 });
      back = await pathWithParked(context, back, fields, parkedForm(fields), ownerIn(fields));
    } catch (error) {
      if (!(error instanceof Response)) throw error;
      // The form cannot be parked, because it is too long or the database failed: it comes back immediately.
      const answer = await giveFormBack({ ...incoming, request: again }, sys);
      return new Response(answer.body, { status: error.status, headers: answer.headers });
    }
  }
  const sentence = "Please sign in to continue";
  toast(context, "error", sentence);
  const response = seeOther(signInPath(back, sentence), { "Cache-Control": "private, no-store" });
  return writeCookies(withSecurityHeaders(response as Response, "", env), set, isLocal(env));
}
