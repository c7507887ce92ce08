import type { Capabilities } from "#app/context.ts";
import { forgotten } from "#app/files/forgotten-files.server.ts";
import { sha256Of } from "#app/lib/bytes.ts";
import { runDue } from "#app/lib/work.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { largestPicture, type PictureRefusal } from "#app/uploads/picture.ts";
import * as uploads from "#app/uploads/uploads.server.ts";

type Deps = Pick<Capabilities, "db" | "clock" | "pictures" | "files" | "later" | "log">;

/**
 * Stores a file as the user's profile picture. The previous picture is deleted after the response.
 * @returns why the file is refused, or null
 * @throws Error if the bucket or the database fails, or the account was deleted; the new picture is then
 *   removed from the bucket
 */
export async function set(deps: Deps, userId: string, file: File): Promise<PictureRefusal | null> {
  const { db, clock, pictures } = deps;
  if (file.size > largestPicture) return "too large";
  const id = crypto.randomUUID();
  const upload = { id, purpose: "profile_picture", prefix: id, bytes: file.size } as const;
  await uploads.begin(db, userId, [upload], clock.now());
  let isUsed = false;
  try {
    const stored = await pictures.storeProfilePicture(file, id);
    if ("refused" in stored) return stored.refused;
    await uploads.arrived(db, { id, sha256: await sha256Of(await file.arrayBuffer()), bytes: file.size });
    if (!(await profiles.setPicture(db, userId, id, clock.now())))
      throw new Error(`The account ${userId} was deleted`);
    isUsed = true;
  } finally {
    if (!isUsed) await uploads.drop(deps, [id]);
  }
  deps.later(runDue(forgotten, deps));
  return null;
}

/** Removes the user's profile picture. The initials replace it. */
export async function remove(deps: Deps, userId: string): Promise<void> {
  await profiles.removePicture(deps.db, userId, deps.clock.now());
  deps.later(runDue(forgotten, deps));
}
