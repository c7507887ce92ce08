import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Capabilities } from "#app/context.ts";
import { date } from "#app/lib/dates.ts";
import { refuse, refuseField } from "#app/lib/refusal.ts";
import type { ProfileChange } from "#app/profiles/profile.form.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { takenSentence } from "#app/profiles/username.ts";
import * as usernames from "#app/profiles/usernames.server.ts";

/**
 * Saves the viewer's profile. Updates the pages that watch their presence, and emails them about a new
 * username.
 * @param profile as it is stored
 * @throws Refusal
 */
export async function saveProfile(
  {
    db,
    clock,
    inboxes,
    later,
    sendMails,
  }: Pick<Capabilities, "db" | "clock" | "inboxes" | "later" | "sendMails">,
  viewer: Viewer,
  profile: NonNullable<Awaited<ReturnType<typeof profiles.find>>>,
  change: ProfileChange,
): Promise<void> {
  const at = clock.now();
  const holder = sessions.activeUserId(viewer, at);
  const result = await profiles.save(db, viewer.id, profile.username, change, holder, at);
  if (result === "session ended") refuse("signed out");
  if (result === "username taken")
    refuseField("username", takenSentence(await usernames.listFree(db, change.username, at)));
  if (typeof result === "object") refuseField("username", nextChange(result.nextChangeAt, profile.timeZone));
  if (change.presence && change.presence !== profile.presence) later(inboxes.forgetWatching([viewer.id]));
  if (result === "renamed") sendMails();
}

const nextChange = (at: number, timeZone: string | null) =>
  `You can change your username 3 times in 30 days. You can change it again on ${date(at, timeZone)}`;
