import type { Capabilities } from "#app/context.ts";
import { type SwitchableGroup, switchableGroups } from "#app/emails/mail-groups.ts";
import type { MailStop } from "#app/emails/render-email.ts";
import { hmac, isEqualConstantTime } from "#app/lib/bytes.ts";
import { href } from "#app/lib/href.ts";

// The links that stop a group of emails (docs/specification.md#unsubscribe).

/** Whose emails a link stops, and of which group. */
export type UnsubscribeLink = { userId: string; group: SwitchableGroup };

/**
 * The token of a link: `{user id}.{group}.{signature}`. It never expires, because an email may be read years
 * later, and it only allows its bearer to stop emails and to get them again.
 * @param secret APP_SECRET
 */
export async function tokenOf(secret: string, { userId, group }: UnsubscribeLink): Promise<string> {
  return `${userId}.${group}.${await hmac(secret, `unsubscribe:${userId}.${group}`)}`;
}

/** The link of a token; null if it is damaged or was never issued. @param secret APP_SECRET */
export async function linkOf(secret: string, token: string): Promise<UnsubscribeLink | null> {
  const [, userId, name] = /^([\w-]{1,64})\.([a-z]{1,20})\.[\w-]{43}$/.exec(token) ?? [];
  const group = switchableGroups.find((each) => each === name);
  if (!userId || !group) return null;
  const link = { userId, group };
  return isEqualConstantTime(token, await tokenOf(secret, link)) ? link : null;
}

/** The path of a link. */
export function pathOf(token: string): string {
  return `${href("/unsubscribe")}?token=${encodeURIComponent(token)}`;
}

/** The addresses with which a reader stops emails of a group. */
export async function stopOf(
  { origin, secret }: Pick<Capabilities, "origin" | "secret">,
  userId: string,
  group: SwitchableGroup,
): Promise<MailStop> {
  const token = await tokenOf(secret, { userId, group });
  return { unsubscribe: origin + pathOf(token), choose: origin + href("/profile/notices") };
}
