import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Viewer } from "#app/auth/viewer.ts";
import { addPicture, movePicture, type NotAdded } from "#app/gigs/editor/gallery/draft-gallery.server.ts";
import type { parsePictureIntent } from "#app/gigs/editor/gallery/picture-answer.ts";
import { safeFileName } from "#app/lib/file-names.ts";
import { cuts } from "#app/uploads/picture.ts";

/** Why the pictures are not as the form asked, as sentences. `wait`: seconds. */
type NotChanged = { refusals: string[]; status: number; wait?: number };

/**
 * Moves or removes a picture, and adds the chosen files. Each is added or refused on its own.
 * @returns null if all was done
 */
export async function changeGallery(
  context: AppLoadContext,
  viewer: Viewer,
  id: string,
  fields: FormData,
  move: ReturnType<typeof parsePictureIntent>,
): Promise<NotChanged | "session ended" | null> {
  if (move) {
    const moved = await movePicture(context, viewer, id, move);
    if (moved === "missing") throw new Response(null, { status: 404 });
    if (moved === "session ended") return moved;
    return "refused" in moved ? { refusals: [moved.refused], status: moved.status } : null;
  }
  // A browser sends an empty file without a name if none was chosen.
  const files = fields
    .getAll("picture")
    .flatMap((file) => (file instanceof File && (file.size > 0 || file.name !== "") ? [file] : []));
  const cut = cuts.find((one) => one === fields.get("cut")) ?? "fill";
  const notAdded: (Omit<NotAdded, "refused"> & { sentence: string })[] = [];
  for (const file of files) {
    const added = await addPicture(context, viewer, id, { file, cut, token: null });
    if (added === "missing") throw new Response(null, { status: 404 });
    if (added === "session ended") return added;
    if (typeof added === "object") {
      const { refused, ...reason } = added;
      notAdded.push({ sentence: `${safeFileName(file.name)}: ${refused}`, ...reason });
    }
  }
  if (notAdded.length === 0) return null;
  const status = notAdded.some((one) => one.status === 503) ? 503 : 400;
  const wait = notAdded.find((one) => one.wait !== undefined)?.wait;
  return { refusals: notAdded.map(({ sentence }) => sentence), status, ...(wait ? { wait } : {}) };
}
