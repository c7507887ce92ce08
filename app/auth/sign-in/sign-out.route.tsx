import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { signOut } from "#app/auth/sign-in/browser-session.server.ts";
import { wayPath } from "#app/auth/sign-in-path.ts";
import { errorStack } from "#app/lib/errors.ts";
import { leadTo, returnPath, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";

/** Signing out is a POST. Opening the address only redirects. */
export function loader() {
  throw leadTo("/");
}

/** With `redirectTo`, another user signs in and goes on there; else the home page is next. */
export async function action({ request, context }: ActionFunctionArgs) {
  const back = returnPath(new URL(request.url).searchParams.get("redirectTo"));
  try {
    await signOut(context);
    toast(context, "success", "Signed out successfully!");
  } catch (error) {
    context.log("error", "sign-out failed", { error: errorStack(error) });
    toast(context, "error", "Failed to sign out");
  }
  return seeOther(back === "/" ? "/" : wayPath("/sign-in", back));
}
