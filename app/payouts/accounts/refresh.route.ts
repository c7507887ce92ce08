import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { href } from "#app/lib/href.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { seeCardPage, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import { claimPath, requireValid } from "#app/payouts/accounts/payout-links.server.ts";
import * as stripePages from "#app/payouts/accounts/stripe-pages.server.ts";
import * as writes from "#app/writes/writes.server.ts";

/**
 * GET /earnings/setup/refresh: Stripe sends sellers here whose link to its page was already used or has
 * expired. The owner of an open account gets a new one. No account is opened: others are redirected to the
 * form. A suspended seller has the `token` of their link.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token");
  return token === null ? await refreshForViewer(context) : await refreshForLink(context, token);
}

async function refreshForViewer(context: AppLoadContext) {
  const viewer = requireViewer(context, "Please sign in to continue", href("/earnings/setup"));
  const account = await accounts.findOpen(context.db, viewer.id);
  if (!account?.stripeId || !(await stripePages.isConfirmed(context, viewer)))
    return seeOther(href("/earnings/setup"));
  return await orNotice(context, href("/earnings"), async () => {
    await writes.allow(context, "payouts");
    await stripePages.requireSeller(context, viewer);
    return await stripePages.linkToContinue(context, account, null);
  });
}

async function refreshForLink(context: AppLoadContext, token: string) {
  const { link, account } = await requireValid(context, token);
  if (!account?.stripeId) return seeOther(claimPath(token));
  return await orNotice(context, claimPath(token), async () => {
    await writes.allow(context, "payouts", 1, link.userId);
    return await stripePages.linkToContinue(context, account, token);
  });
}

/** Redirects to Stripe's page, or back with the refusal as a notice. */
async function orNotice(context: AppLoadContext, back: string, newLink: () => Promise<string>) {
  try {
    return seeCardPage(await newLink());
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    toast(context, "error", thrown.first);
    return seeOther(back);
  }
}
