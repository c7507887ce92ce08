import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Viewer } from "#app/auth/viewer.ts";
import { addPicture, movePicture } from "#app/gigs/editor/gallery/draft-gallery.server.ts";
import type { parsePictureIntent } from "#app/gigs/editor/gallery/picture-answer.ts";
import { safeFileName } from "#app/lib/file-names.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { cuts } from "#app/uploads/picture.ts";

/**
 * Moves or removes a picture, and adds the chosen files. Each file is added or refused separately.
 * @throws Refusal with a sentence for each file that was not added
 */
export async function changeGallery(
  context: AppLoadContext,
  viewer: Viewer,
  id: string,
  fields: FormData,
  move: ReturnType<typeof parsePictureIntent>,
): Promise<void> {
  if (move) {
    await movePicture(context, viewer, id, move);
    return;
  }
  // A browser sends an empty file without a name if none was chosen.
  const files = fields
    .getAll("picture")
    .flatMap((file) => (file instanceof File && (file.size > 0 || file.name !== "") ? [file] : []));
  const cut = cuts.find((one) => one === fields.get("cut")) ?? "fill";
  const refusals: Refusal[] = [];
  for (const file of files) {
    try {
      await addPicture(context, viewer, id, { file, cut, token: null });
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || thrown.sentence === null) throw thrown;
      refusals.push(new Refusal(thrown.kind, `${safeFileName(file.name)}: ${thrown.sentence}`, thrown));
    }
  }
  if (refusals.length === 0) return;
  const wait = refusals.find((one) => one.wait !== undefined)?.wait;
  const kind = wait ? "over" : refusals.some((one) => one.kind === "failed") ? "failed" : "invalid";
  throw new Refusal(kind, null, { errors: { picture: refusals.map(({ first }) => first) }, wait });
}
