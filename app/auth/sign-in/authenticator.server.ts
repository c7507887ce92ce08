import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import * as accounts from "#app/auth/accounts.server.ts";
import { signInCodeForm } from "#app/auth/second-factor/factor.form.ts";
import { type CodeResult, parseCode } from "#app/auth/second-factor/factor.ts";
import * as codes from "#app/auth/second-factor/factor-codes.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import * as recovery from "#app/auth/second-factor/recovery-codes.server.ts";
import { signInForm } from "#app/auth/sign-in/credentials.form.ts";
import type { Capabilities, Db } from "#app/context.ts";

/** Thrown by the strategy when e-mail and password do not fit. */
export class WrongCredentials extends Error {
  override name = "WrongCredentials";
}

/**
 * The ways to sign in, as remix-auth strategies. `password`: the sign-in form, whose fields have been checked already.
 * @returns an authenticator whose `authenticate("password", request)` answers the user's id and the hash that fits, or throws
 * WrongCredentials
 */
export function authenticator(db: Db): Authenticator<{ id: string; passwordHash: string }> {
  return new Authenticator<{ id: string; passwordHash: string }>().use(
    new FormStrategy(async ({ form }) => {
      const { email, password } = signInForm.parse(Object.fromEntries(form));
      const user = await accounts.findByCredentials(db, email, password);
      if (!user) throw new WrongCredentials();
      return user;
    }),
    "password",
  );
}

/** Thrown by the strategy when a code does not fit, or nobody was asked for one any more. */
export class WrongCode extends Error {
  override name = "WrongCode";
  readonly outcome: Exclude<CodeResult, "right">;
  constructor(outcome: Exclude<CodeResult, "right">) {
    super(`The code is ${outcome}`);
    this.outcome = outcome;
  }
}

/**
 * The second step. `second factor`: a code of one of the user's factors, or a recovery code in its place; the fields have been checked
 * already.
 * @param asked whose password was right
 * @returns an authenticator whose `authenticate("second factor", request)` answers the user's id or throws WrongCode
 */
export function secondAuthenticator(
  { db, secret, clock }: Pick<Capabilities, "db" | "secret" | "clock">,
  asked: codes.ChallengedUser,
): Authenticator<{ id: string }> {
  return new Authenticator<{ id: string }>().use(
    new FormStrategy(async ({ form }) => {
      const fields = signInCodeForm.parse(Object.fromEntries(form));
      const read = parseCode(fields.code);
      const user = { id: asked.userId };
      if (!read) throw new WrongCode("wrong");
      if (read.kind === "recovery") {
        if (await recovery.redeem(db, secret, user.id, read.code, clock.now())) return user;
        throw new WrongCode("wrong");
      }
      const theirs = (await factors.list(db, user.id)).filter(({ status }) => status === "verified");
      const factor = theirs.find(({ id }) => id === fields.factor) ?? theirs[0];
      if (!factor) throw new WrongCode("over");
      const outcome = await codes.verify(db, secret, asked, factor, read.code, null, clock.now());
      if (outcome !== "right") throw new WrongCode(outcome);
      return user;
    }),
    "second factor",
  );
}
