import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { href } from "#app/lib/href.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { seeCardPage, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import * as stripePages from "#app/payouts/accounts/stripe-pages.server.ts";
import * as writes from "#app/writes/writes.server.ts";

/**
 * GET /earnings/setup/refresh: Stripe sends a seller here whose link was used or too old. The owner of an
 * open account gets a new one; it opens no account. Others come to the form.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, "Please sign in to continue", href("/earnings/setup"));
  const account = await accounts.findOpen(context.db, viewer.id);
  if (!account?.stripeId || !(await stripePages.isConfirmed(context, viewer)))
    return seeOther(href("/earnings/setup"));
  try {
    await writes.allow(context, "payouts");
    await stripePages.requireSeller(context, viewer);
    return seeCardPage(await stripePages.linkToContinue(context, account));
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    toast(context, "error", thrown.first);
    return seeOther(href("/earnings"));
  }
}
