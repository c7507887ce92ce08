import type { AppLoadContext } from "@remix-run/cloudflare";
import { factorFirstSentence } from "#app/auth/second-factor/factor.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import { owesFactor, recentSignIn } from "#app/auth/second-factor/second-factor.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Capabilities } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import { href } from "#app/lib/href.ts";
import { within } from "#app/lib/reads.ts";
import { refuse, refuseField } from "#app/lib/refusal.ts";
import { isStripeError, refused, stripeTimeout } from "#app/payments/stripe.server.ts";
import type { AccountRow } from "#app/payouts/accounts/accounts.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import * as openAccount from "#app/payouts/accounts/open-account.server.ts";
import { read } from "#app/payouts/accounts/read-account.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { refusalToCountry } from "#app/sellers/payout-country.ts";
import type { Seller } from "#app/sellers/sellers.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";

// The way to Stripe's pages, where sellers set up payouts and change their bank account
// (docs/specification.md#payout-setup). A link to such a page is never stored, logged or mailed.

const unreachable = "We couldn't reach Stripe. Nothing was changed. Please try again in a minute.";

/** True if the viewer has signed in, with their second factor if they have one, in the last 15 minutes. */
export async function isConfirmed(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  viewer: Viewer,
): Promise<boolean> {
  const since = await sessions.findStartTime(db, viewer.sessionId);
  return since !== null && clock.now() - since <= recentSignIn;
}

/**
 * The viewer's registration.
 * @throws Refusal if they have never been a seller, or still need a second factor
 */
export async function requireSeller({ db }: AppLoadContext, viewer: Viewer): Promise<Seller> {
  const [seller, all] = await Promise.all([sellers.findByUser(db, viewer.id), factors.list(db, viewer.id)]);
  if (!seller || seller.activatedAt === null) refuse("refused", "Only sellers can set up payouts");
  if (owesFactor(viewer, all)) refuse("refused", factorFirstSentence);
  return seller;
}

/** Who goes to Stripe's page. `token`: of the link from an email that they use; null: they are signed in. */
export type Owner = openAccount.Opener & { token: string | null };

/** The viewer. */
export function ownerOf({ db }: Pick<AppLoadContext, "db">, viewer: Viewer): Owner {
  return { userId: viewer.id, held: (at) => sessions.held(db, viewer, at), token: null };
}

/**
 * A link to Stripe's page for the owner's details; opens their account first if there is none.
 * @param email the owner's verified address
 * @param typed the country that the form sent, or empty
 * @throws Refusal; the owner's guard
 */
export async function linkToSetup(
  context: AppLoadContext,
  owner: Owner,
  seller: Seller,
  email: string,
  typed: string,
): Promise<string> {
  const { db, platformCountry } = context;
  const open = await accounts.findOpen(db, owner.userId);
  const country = open?.country ?? (typed || seller.payoutCountry || "");
  const refusal = open ? null : refusalToCountry(platformCountry, country);
  if (refusal) refuseField("country", refusal);
  const profile = await profiles.find(db, owner.userId);
  return await atStripe(context, async () => {
    const account = await openAccount.findOrOpen(context, owner, {
      registrationId: seller.id,
      email,
      name: (profile?.fullName || profile?.username || "Seller").slice(0, 100),
      country,
    });
    if (account === "refused")
      refuse("refused", "Stripe did not accept your account. Please try again, or write to us.");
    return await newLink(context, account.stripeId, owner.token);
  });
}

/**
 * A link to Stripe's page for the details of an open account.
 * @param token of the link from an email that its owner uses; null: they are signed in
 * @throws Refusal unreachable
 */
export async function linkToContinue(
  context: AppLoadContext,
  { stripeId }: AccountRow,
  token: string | null,
): Promise<string> {
  return await atStripe(context, () => newLink(context, stripeId ?? "", token));
}

async function newLink(
  { stripe, origin }: AppLoadContext,
  account: string,
  token: string | null,
): Promise<string> {
  // Without a session, the token says who comes back.
  const query = token === null ? "" : `?token=${encodeURIComponent(token)}`;
  const { url } = await stripe.v2.core.accountLinks.create({
    account,
    use_case: {
      type: "account_onboarding",
      account_onboarding: {
        collection_options: { fields: "eventually_due", future_requirements: "include" },
        return_url: origin + href("/earnings/setup/return") + query,
        refresh_url: origin + href("/earnings/setup/refresh") + query,
      },
    },
  });
  return url;
}

/** A link to Stripe's Express page, where the bank account can be changed. @throws Refusal */
export async function linkToBank(context: AppLoadContext, viewer: Viewer): Promise<string> {
  const account = await accounts.findOpen(context.db, viewer.id);
  const { stripeId } = account ?? {};
  if (!account || !stripeId) refuse("stale", "Please set up payouts first");
  await accounts.checkSoon(context.db, account.id, context.clock.now());
  return await atStripe(context, async () => (await context.stripe.accounts.createLoginLink(stripeId)).url);
}

/** Waits for Stripe at most 10 seconds. @throws Refusal unreachable if it does not answer or refuses */
async function atStripe(context: AppLoadContext, work: () => Promise<string>): Promise<string> {
  try {
    return await within(stripeTimeout, work());
  } catch (error) {
    if (!(error instanceof Error) || !(isStripeError(error) || error.message.startsWith("not within")))
      throw error;
    context.log("warn", "no link to Stripe's page", { error: errorStack(error) });
    if (refused(error)) refuse("refused", "Stripe refused this. Please try again, or write to us.");
    refuse("unreachable", unreachable);
  }
}

/**
 * Reads an account from Stripe after its owner has come back from Stripe's pages.
 * @returns false if Stripe did not answer in time: the last known state stays
 */
export async function readOwn(context: AppLoadContext, account: AccountRow): Promise<boolean> {
  try {
    await within(stripeTimeout, read(context, account));
    return true;
  } catch (error) {
    context.log("warn", "account not read", { account: account.id, error: errorStack(error) });
    return false;
  }
}
