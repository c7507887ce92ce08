import type { AppLoadContext } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import { verifyFirstSentence } from "#app/auth/sentences.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import * as checkout from "#app/checkout/checkout.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { Refusal, refuse } from "#app/lib/refusal.ts";
import { bankIsProcessing, type Checkout } from "#app/payments/payment.ts";
import { registrationOf } from "#app/sellers/registrations.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";

/** The message if the card page of the fee could not be opened (docs/specification.md#wordings). */
export function registrationFailure(failed: string | null): string {
  return failed === null ? "Could not process payment" : `Payment failed: ${failed}`;
}

/**
 * Opens the card page of the viewer's registration. The user and the address come from the session.
 * @returns a refusal if there is nothing to pay for, or if the database failed
 */
export async function payRegistration(context: AppLoadContext, viewer: Viewer): Promise<Checkout | Refusal> {
  const { db, origin } = context;
  try {
    const [seller, account] = await Promise.all([
      sellers.findByUser(db, viewer.id),
      accounts.find(db, viewer.id),
    ]);
    if (!seller || seller.status === "none") return new Refusal("invalid", "Submit your application first");
    if (seller.status === "active") return new Refusal("stale", "You are a seller already");
    if (seller.status === "suspended") return new Refusal("refused", "We can't accept you as a seller");
    if (!account?.emailVerifiedAt) return new Refusal("refused", verifyFirstSentence("become a seller"));
    return await checkout.open(context, registrationOf(seller), account.email, origin);
  } catch (error) {
    context.log("error", "registration not paid", { error: errorStack(error) });
    return new Refusal("failed", registrationFailure(null));
  }
}

/** The card page for create-payment (docs/specification.md#create-payment). @throws Refusal */
export async function createRegistrationPayment(context: AppLoadContext, viewer: Viewer): Promise<string> {
  const answer = await payRegistration(context, viewer);
  if (answer instanceof Refusal) throw answer;
  if ("url" in answer) return answer.url;
  if ("processing" in answer) refuse("stale", bankIsProcessing);
  if ("nothingDue" in answer) refuse("stale", "Nothing is due for your registration");
  refuse("unreachable", registrationFailure(answer.failed));
}
