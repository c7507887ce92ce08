import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Joined } from "#app/auth/joins.server.ts";
import * as joins from "#app/auth/joins.server.ts";
import type { SignUp } from "#app/auth/sign-in/credentials.form.ts";
import { day, second } from "#app/lib/dates.ts";
import { refuse, refuseField } from "#app/lib/refusal.ts";
import { seal, unseal } from "#app/lib/sealed.ts";
import { takenSentence } from "#app/profiles/username.ts";
import * as usernames from "#app/profiles/usernames.server.ts";
import * as writes from "#app/writes/writes.server.ts";

// What a browser remembers of the sign-up that it made (docs/specification.md#after-joining), in a sealed
// cookie. It has the same format and length whether or not the address had an account
// (docs/decisions/0099-remember-a-sign-up-in-the-browser.md).

const purpose = "sign-up of this browser";

const joined = z.object({
  userId: z.string(),
  email: z.string(),
  fullName: z.string(),
  username: z.string(),
  passwordHash: z.string(),
  timeZone: z.string().nullable(),
  sentAt: z.number(),
}) satisfies z.ZodType<Joined>;

/** How long the browser remembers it, in ms: as long as the link in the email works. */
const life = day;

/**
 * Signs a person up, remembers it in this browser and sends the email (docs/specification.md#signing-up).
 * @throws Refusal
 */
export async function signUp(context: AppLoadContext, person: SignUp): Promise<void> {
  const { db, clock } = context;
  await writes.attempt(context, "sign-up", person.email);
  const result = await joins.signUp(context, person, clock.now());
  if (result === "username taken")
    refuseField("username", takenSentence(await usernames.listFree(db, person.username, clock.now())));
  if (result === "refused") refuse("stale", "Failed to create account. Please try again.");
  await remember(context, result);
  context.sendMails();
}

async function remember({ secret, cookies }: AppLoadContext, value: Joined): Promise<void> {
  const sealed = await seal(secret, purpose, "", JSON.stringify(value));
  cookies.set("joined", sealed, life / second);
}

/** The sign-up that this browser made in the last day, if no one has signed in since; else null. */
export async function find({ secret, clock, joined: sealed }: AppLoadContext): Promise<Joined | null> {
  if (sealed === null) return null;
  try {
    const value = joined.parse(JSON.parse(await unseal(secret, purpose, "", sealed)));
    return clock.now() - value.sentAt < life ? value : null;
  } catch {
    // The cookie is not one of ours, or it was sealed with an earlier secret.
    return null;
  }
}

/**
 * Gives the sign-up another address, or sends its email there for the first time
 * (docs/specification.md#after-joining).
 * @throws Refusal
 */
export async function changeAddress(
  context: AppLoadContext,
  join: Joined,
  email: string,
  redirectTo: string,
): Promise<"sent" | "verified"> {
  if (email === join.email) refuseField("email", "That is already your email address");
  await writes.attempt(context, "sign-up", email);
  const at = context.clock.now();
  return await keep(context, await joins.changeAddress(context, join, email, redirectTo, at));
}

/** Sends the email of the sign-up again. @throws Refusal */
export async function sendAgain(
  context: AppLoadContext,
  join: Joined,
  redirectTo: string,
): Promise<"sent" | "sent recently" | "verified"> {
  await writes.attempt(context, "verify", join.email);
  const result = await joins.sendAgain(context, join, redirectTo, context.clock.now());
  return result === "sent recently" ? result : await keep(context, result);
}

/** Remembers a sign-up and sends its email. Forgets a sign-up whose address is already verified. */
async function keep(
  context: AppLoadContext,
  result: Joined | "verified" | "refused",
): Promise<"sent" | "verified"> {
  if (result === "refused") refuse("stale", "Something changed in the meantime. Please try again.");
  if (result === "verified") {
    forget(context);
    return result;
  }
  await remember(context, result);
  context.sendMails();
  return "sent";
}

/** Forgets the sign-up. */
export function forget({ cookies }: Pick<AppLoadContext, "cookies">): void {
  cookies.set("joined", null);
}
