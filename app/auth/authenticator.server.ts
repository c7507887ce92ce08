import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import * as accounts from "#app/auth/accounts.server.ts";
import { signInForm } from "#app/auth/credentials.form.ts";
import type { Db } from "#app/context.ts";

/** Thrown by the strategy when e-mail and password do not fit. */
export class WrongCredentials extends Error {
  override name = "WrongCredentials";
}

/**
 * The ways to sign in, as remix-auth strategies. `password`: the sign-in form, whose fields have been checked already.
 * @returns an authenticator whose `authenticate("password", request)` answers the user's id or throws WrongCredentials
 */
export function authenticator(db: Db): Authenticator<{ id: string }> {
  return new Authenticator<{ id: string }>().use(
    new FormStrategy(async ({ form }) => {
      const { email, password } = signInForm.parse(Object.fromEntries(form));
      const user = await accounts.findByCredentials(db, email, password);
      if (!user) throw new WrongCredentials();
      return user;
    }),
    "password",
  );
}
