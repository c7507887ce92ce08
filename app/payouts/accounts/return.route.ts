import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { href } from "#app/lib/href.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { requireRead } from "#app/limits/allowances.server.ts";
import { type PayoutState, stateOf } from "#app/payouts/accounts/account.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import { claimPath, requireValid } from "#app/payouts/accounts/payout-links.server.ts";
import { readOwn } from "#app/payouts/accounts/stripe-pages.server.ts";

const sentences: Partial<Record<PayoutState, string>> = {
  ready: "Payouts are set up",
  checking: "Stripe is checking your details",
  asks: "Stripe still needs something from you. You can continue at any time.",
};

/**
 * GET /earnings/setup/return: the way back from Stripe's page. It proves nothing, so the account is read from
 * Stripe: the viewer's, or that of the suspended seller whose link has this `token`.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = context;
  const token = new URL(request.url).searchParams.get("token");
  await requireRead(context);
  const userId =
    token === null
      ? requireViewer(context, "Please sign in to continue", href("/earnings/setup/return")).id
      : (await requireValid(context, token)).link.userId;
  const account = await accounts.findOpen(db, userId);
  if (account?.stripeId) {
    const isRead = await readOwn(context, account);
    context.sendMails();
    const state = stateOf(await accounts.findOpen(db, userId));
    const sentence = isRead ? sentences[state] : "Stripe isn't responding. We'll ask again and write to you.";
    if (sentence) toast(context, isRead && state === "ready" ? "success" : "info", sentence);
  }
  return seeOther(token === null ? href("/earnings") : claimPath(token));
}
