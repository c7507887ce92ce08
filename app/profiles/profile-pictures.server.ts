import type { Capabilities } from "#app/context.ts";
import { largestPicture, type PictureRefusal, pictureKey } from "#app/profiles/profile-picture.ts";
import * as profiles from "#app/profiles/profiles.server.ts";

type Deps = Pick<Capabilities, "db" | "pictures" | "later">;

/**
 * Makes a file somebody's picture; the one before is forgotten after the answer.
 * @returns why it is not, or null
 * @throws Error when bucket or database fail; nothing new is left in the bucket then
 */
export async function set(deps: Deps, userId: string, file: File): Promise<PictureRefusal | null> {
  // By its size first: what is too large is not copied.
  if (file.size > largestPicture) return "too large";
  const stored = await deps.pictures.storeProfilePicture(new Uint8Array(await file.arrayBuffer()));
  if ("refused" in stored) return stored.refused;
  try {
    await replace(deps, userId, `/images/${stored.key}`);
  } catch (error) {
    await deps.pictures.forget(stored.key);
    throw error;
  }
  return null;
}

/** Takes somebody's picture away; two letters stand for it. */
export async function remove(deps: Deps, userId: string): Promise<void> {
  await replace(deps, userId, null);
}

async function replace(
  { db, pictures, later }: Deps,
  userId: string,
  avatarUrl: string | null,
): Promise<void> {
  const key = pictureKey(await profiles.setPicture(db, userId, avatarUrl));
  if (key) later(pictures.forget(key));
}
