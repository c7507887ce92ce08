/** A picture of oneself may have so many bytes: 5 MB, as a gig's (docs/specification.md#pictures). */
export const largestPicture = 5 * 1024 * 1024;

/** What file chooser and sentences call them. */
export const pictureTypes = "image/jpeg,image/png,image/webp,image/avif";

/** Why a file does not become somebody's picture. */
export type PictureRefusal = "too large" | "unknown type" | "too many pixels" | "broken";

/** What whoever chose the file reads, and the status of the answer. */
export const pictureRefusals: Record<PictureRefusal, { sentence: string; status: 400 | 413 | 415 }> = {
  "too large": { sentence: "The picture may have at most 5 MB", status: 413 },
  "unknown type": { sentence: "The picture must be a JPEG, PNG, WebP or AVIF file", status: 415 },
  "too many pixels": { sentence: "The picture may have at most 50 million pixels", status: 400 },
  broken: {
    sentence: "This picture could not be read. Save it anew, or choose another one",
    status: 400,
  },
};

/** The address of a stored picture, in the smallest version that is sharp. @param size CSS px */
export function picturePath(avatarUrl: string, size: number): string {
  return `${avatarUrl}?w=${size > 48 ? 320 : 96}`;
}

/** The key under which a picture of `avatarUrl` is stored; null: it is none of ours. */
export function pictureKey(avatarUrl: string | null): string | null {
  return /^\/images\/([\w-]{1,64})$/.exec(avatarUrl ?? "")?.[1] ?? null;
}
