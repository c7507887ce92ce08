import type { SubmissionResult } from "@conform-to/dom";
import { type AppLoadContext, data } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import { passwordMatches } from "#app/auth/passwords.server.ts";
import { wrongPasswordSentence } from "#app/auth/sentences.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";

/** Why a password was not confirmed. `wait`: seconds until the next try. */
type NotConfirmed = "no account" | "wrong" | { wait: number };

/**
 * Checks the viewer's password again, before a change that it protects.
 * Wrong passwords count together with those of /sign-in (docs/specification.md#account-limits).
 * @param password at most 256 characters
 * @returns the account if the password fits
 */
export async function confirmPassword(
  context: Pick<AppLoadContext, "db" | "address" | "clock" | "viewer" | "rate">,
  viewer: Viewer,
  password: string,
): Promise<accounts.Account | NotConfirmed> {
  const { db, address, clock } = context;
  const [over, account] = await Promise.all([
    allowances.ask(context, "setting"),
    accounts.find(db, viewer.id),
  ]);
  if (!account) return "no account";
  if (over) return { wait: over.wait };
  const tried = await limits.count(db, "sign-in", address, account.email, clock.now());
  if (tried.wait !== null) return { wait: tried.wait };
  await limits.throttle(tried);
  if (!(await passwordMatches(password, account.passwordHash))) return "wrong";
  await limits.uncount(db, tried.keys);
  return account;
}

/** What `refusePassword` needs of a form's submission (conform). */
type Replies = {
  reply(options: {
    hideFields: string[];
    fieldErrors?: Record<string, string[]>;
    formErrors?: string[];
  }): SubmissionResult<string[]>;
};

/**
 * The reply to a form whose current password was not confirmed.
 * @param field the name of the password's field
 * @param hideFields the fields that come back empty
 */
export function refusePassword(
  submission: Replies,
  notConfirmed: NotConfirmed,
  field: string,
  hideFields: string[],
) {
  if (typeof notConfirmed === "object") {
    const formErrors = [limits.waitSentence(notConfirmed.wait)];
    return tooManyTries(submission.reply({ hideFields, formErrors }), notConfirmed.wait);
  }
  const fieldErrors = { [field]: [wrongPasswordSentence] };
  return data(submission.reply({ hideFields, fieldErrors }), { status: 400 });
}
