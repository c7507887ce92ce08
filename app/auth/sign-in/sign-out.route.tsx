import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { signOut } from "#app/auth/sign-in/browser-session.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { leadTo, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";

/** Signing out is a POST. Opening the address only redirects. */
export function loader() {
  throw leadTo("/");
}

export async function action({ context }: ActionFunctionArgs) {
  try {
    await signOut(context);
    toast(context, "success", "Signed out successfully!");
  } catch (error) {
    context.log("error", "sign-out failed", { error: errorStack(error) });
    toast(context, "error", "Failed to sign out");
  }
  return seeOther("/");
}
