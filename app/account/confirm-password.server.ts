import type { AppLoadContext } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import { passwordMatches } from "#app/auth/passwords.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";

/**
 * Asks the viewer's password again, before a setting that it protects. Wrong ones are counted together with those of /sign-in.
 * @param password at most 256 characters
 * @returns the account; "wrong"; or how many seconds to wait
 */
export async function confirmPassword(
  { db, address, clock }: Pick<AppLoadContext, "db" | "address" | "clock">,
  viewer: Viewer,
  password: string,
): Promise<accounts.Account | "wrong" | { wait: number }> {
  const account = await accounts.find(db, viewer.id);
  if (!account) return "wrong";
  const tried = await limits.count(db, "sign-in", address, account.email, clock.now());
  if (tried.wait !== null) return { wait: tried.wait };
  await limits.throttle(tried);
  if (!(await passwordMatches(password, account.passwordHash))) return "wrong";
  await limits.uncount(db, tried.keys);
  return account;
}
