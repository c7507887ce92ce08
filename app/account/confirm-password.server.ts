import type { AppLoadContext } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import { passwordMatches } from "#app/auth/passwords.server.ts";
import { wrongPasswordSentence } from "#app/auth/sentences.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { refuse, refuseField } from "#app/lib/refusal.ts";
import * as attempts from "#app/limits/attempts.server.ts";
import * as writes from "#app/writes/writes.server.ts";

/**
 * Checks the viewer's password again, before a change that it protects. Wrong passwords count together with
 * those of /sign-in (docs/specification.md#account-limits).
 * @param password at most 256 characters
 * @param field the form's field that asks for it
 * @throws Refusal "signed out" if the account is gone, "over", or "invalid"
 */
export async function confirmPassword(
  context: AppLoadContext,
  viewer: Viewer,
  password: string,
  field: string,
  sentence = wrongPasswordSentence,
): Promise<accounts.Account> {
  const { db } = context;
  const account = (await accounts.find(db, viewer.id)) ?? refuse("signed out");
  await writes.allow(context, "setting");
  const tried = await writes.attempt(context, "sign-in", account.email);
  if (!(await passwordMatches(password, account.passwordHash))) refuseField(field, sentence);
  await attempts.uncount(db, tried.keys);
  return account;
}
