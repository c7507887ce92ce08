import type { Db } from "#app/context.ts";
import type { SwitchableGroup } from "#app/emails/mail-groups.ts";
import { mailSwitches } from "#drizzle/schema.ts";

/**
 * Statement: a user gets no more emails of these groups (docs/specification.md#email-preferences). A group
 * that is off stays off, since its first time.
 * @param groups at least one @param by who asked for it @param at UTC ms
 */
export function switchedOff(
  db: Db,
  userId: string,
  groups: SwitchableGroup[],
  by: "user" | "link" | "complaint",
  at: number,
) {
  return db
    .insert(mailSwitches)
    .values(groups.map((mailGroup) => ({ userId, mailGroup, by, offAt: at })))
    .onConflictDoNothing();
}
