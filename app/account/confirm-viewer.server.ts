import type { AppLoadContext } from "@remix-run/cloudflare";
import { confirmPassword } from "#app/account/confirm-password.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { refuseField } from "#app/lib/refusal.ts";
import { isConfirmed } from "#app/payouts/accounts/stripe-pages.server.ts";

/**
 * Asks a viewer for the password, in the field `password`, unless they signed in during the last 15 minutes
 * (docs/specification.md#payout-setup).
 * @param password as typed, or empty
 * @throws Refusal
 */
export async function confirmViewer(
  context: AppLoadContext,
  viewer: Viewer,
  password: string,
): Promise<void> {
  if (await isConfirmed(context, viewer)) return;
  if (password === "") refuseField("password", "Please enter your password");
  await confirmPassword(context, viewer, password, "password");
}
