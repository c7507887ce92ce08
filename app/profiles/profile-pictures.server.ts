import type { Capabilities } from "#app/context.ts";
import { forgotten } from "#app/files/forgotten-files.server.ts";
import { runDue } from "#app/lib/work.ts";
import { largestPicture, type PictureRefusal } from "#app/profiles/profile-picture.ts";
import * as profiles from "#app/profiles/profiles.server.ts";

type Deps = Pick<Capabilities, "db" | "clock" | "pictures" | "files" | "later" | "log">;

/**
 * Stores a file as the user's profile picture. The previous picture is deleted after the answer.
 * @returns why the file is refused, or null
 * @throws Error if the bucket or the database fails, or the account was deleted; the new picture is not left
 *   in the bucket
 */
export async function set(deps: Deps, userId: string, file: File): Promise<PictureRefusal | null> {
  // Before `arrayBuffer`, which copies the file.
  if (file.size > largestPicture) return "too large";
  const stored = await deps.pictures.storeProfilePicture(new Uint8Array(await file.arrayBuffer()));
  if ("refused" in stored) return stored.refused;
  try {
    await replace(deps, userId, `/images/${stored.key}`);
  } catch (error) {
    await deps.files.forgetAll(`${stored.key}/`);
    throw error;
  }
  return null;
}

/** Removes the user's profile picture; the initials are shown instead. */
export async function remove(deps: Deps, userId: string): Promise<void> {
  await replace(deps, userId, null);
}

async function replace(deps: Deps, userId: string, avatarUrl: string | null): Promise<void> {
  const changed = await profiles.setPicture(deps.db, userId, avatarUrl, deps.clock.now());
  if (!changed) throw new Error(`The account ${userId} was deleted`);
  deps.later(runDue(forgotten, deps));
}
