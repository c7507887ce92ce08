import type { AppLoadContext } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { verifyFirstSentence } from "#app/auth/sentences.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as checkout from "#app/payments/checkout/checkout.server.ts";
import { bankIsProcessing, type Checkout } from "#app/payments/payment.ts";
import { registrationOf } from "#app/sellers/registrations.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";

/** What a payer of the fee reads if the card page could not be opened (docs/specification.md#wordings). */
export function registrationFailure(failed: string | null): string {
  return failed === null ? "Could not process payment" : `Payment failed: ${failed}`;
}

/** A refusal as create-payment answers it. */
type Refusal = { status: number; message: string; retryAfter?: number };

/**
 * Opens the card page of the viewer's registration. The user and the address come from the session.
 * @returns a refusal if there is nothing to pay for
 */
export async function payRegistration(
  context: AppLoadContext,
  viewer: Viewer,
): Promise<Checkout | { refusal: Refusal }> {
  const { db, origin } = context;
  const [seller, account] = await Promise.all([
    sellers.findByUser(db, viewer.id),
    accounts.find(db, viewer.id),
  ]);
  if (!seller || seller.status === "none") return refuse(400, "Submit your application first");
  if (seller.status === "active") return refuse(409, "You are a seller already");
  if (seller.status === "suspended") return refuse(403, "We can't accept you as a seller");
  if (!account?.emailVerifiedAt) return refuse(403, verifyFirstSentence("become a seller"));
  return await checkout.open(context, registrationOf(seller), account.email, origin);
}

/** Answers create-payment for a registration (docs/specification.md#create-payment). */
export async function createRegistrationPayment(
  context: AppLoadContext,
  viewer: Viewer,
): Promise<{ url: string } | { refusal: Refusal }> {
  try {
    const over = await allowances.ask(context, "application");
    if (over) return { refusal: { status: 429, message: over.sentence, retryAfter: over.wait } };
    const answer = await payRegistration(context, viewer);
    if ("refusal" in answer || "url" in answer) return answer;
    if ("processing" in answer) return refuse(409, bankIsProcessing);
    return "nothingDue" in answer
      ? refuse(409, "Nothing is due for your registration")
      : refuse(502, registrationFailure(answer.failed));
  } catch (error) {
    context.log("error", "registration not paid", { error: errorStack(error) });
    return refuse(503, registrationFailure(null));
  }
}

function refuse(status: number, message: string): { refusal: Refusal } {
  return { refusal: { status, message } };
}
