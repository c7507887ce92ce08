import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Joined } from "#app/auth/joins.server.ts";
import { day, second } from "#app/lib/dates.ts";
import { seal, unseal } from "#app/lib/sealed.ts";

// What a browser remembers of the sign-up that it made (docs/specification.md#after-joining), in a sealed
// cookie. It is the same, and as long, whether or not the address had an account
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

/** Remembers a sign-up in this browser. */
export async function remember({ secret, cookies }: AppLoadContext, value: Joined): Promise<void> {
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
    // The browser sent what we never gave it, or an earlier secret sealed it.
    return null;
  }
}

/** Forgets the sign-up. */
export function forget({ cookies }: Pick<AppLoadContext, "cookies">): void {
  cookies.set("joined", null);
}
