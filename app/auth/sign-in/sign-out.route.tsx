import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { signOut } from "#app/auth/sign-in/browser-session.server.ts";
import { wayPath } from "#app/auth/sign-in-path.ts";
import { readForm } from "#app/lib/forms.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { redirect, returnPath } from "#app/lib/replies.ts";
import * as writes from "#app/writes/writes.server.ts";

/** Signing out is a POST. A GET only redirects. */
export function loader() {
  throw redirect("/");
}

/** With `redirectTo`, another user can sign in and continue there; otherwise redirects to the home page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const back = returnPath(new URL(request.url).searchParams.get("redirectTo"));
  const path = back === "/" ? "/" : wayPath("/sign-in", back);
  const again = (refusal: Refusal) => writes.toastAt(context, path, refusal);
  // Nothing in the form may prevent signing out.
  const form = { ...(await readForm(request)), refusal: null };
  return await writes.run(context, form, { path, again, failed }, async () => {
    await signOut(context);
    return writes.done(context, "Signed out successfully!", path);
  });
}

const failed = { event: "sign-out failed", sentence: "Failed to sign out" };
