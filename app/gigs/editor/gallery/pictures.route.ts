import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as gigDrafts from "#app/gigs/drafts/gig-drafts.server.ts";
import { addPicture, movePicture } from "#app/gigs/editor/gallery/draft-gallery.server.ts";
import { type PictureAnswer, parsePictureIntent } from "#app/gigs/editor/gallery/picture-answer.ts";
import { isActiveSeller } from "#app/gigs/editor/save-step.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm, unreadableForm } from "#app/lib/forms.ts";
import { jsonFor } from "#app/lib/replies.ts";
import type { PageHandle } from "#app/page-handle.ts";
import { cuts } from "#app/uploads/picture.ts";

/** One picture of 5 MB, and the form around it. */
export const handle: PageHandle = { uploads: 6 };

/**
 * POST /services/create/{draft}/pictures: the page's script sends one picture, or moves or removes one
 * (docs/specification.md#gig-pictures). JSON.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { viewer, db, log } = context;
  if (!viewer) return answer({ state: "signed out" }, 401);
  const { fields, refusal } = await readForm(request, ["intent", "picture", "cut", "token"]);
  if (refusal) return answer({ state: "refused", sentence: refusal }, 400);
  const draftId = params.draft ?? "";
  const move = parsePictureIntent(String(fields.get("intent") ?? ""));
  const file = fields.get("picture");
  try {
    if (!(await isActiveSeller(db, viewer.id))) return answer({ state: "gone" }, 403);
    if (move) {
      const moved = await movePicture(context, viewer, draftId, move);
      if (moved === "missing") return answer({ state: "gone" }, 404);
      if (moved === "session ended") return answer({ state: "signed out" }, 401);
      if ("refused" in moved) return answer({ state: "refused", sentence: moved.refused }, moved.status);
      return answer({ state: "done", pictures: moved.pictures }, 200);
    }
    if (!(file instanceof File)) return answer({ state: "refused", sentence: unreadableForm }, 400);
    const cut = cuts.find((one) => one === fields.get("cut")) ?? "fill";
    const token = String(fields.get("token") ?? "") || null;
    const added = await addPicture(context, viewer, draftId, { file, cut, token });
    if (added === "missing") return answer({ state: "gone" }, 404);
    if (added === "session ended") return answer({ state: "signed out" }, 401);
    if (typeof added === "object") {
      if (added.status === 503) return answer({ state: "failed" }, 503);
      return answer({ state: "refused", sentence: added.refused }, added.status, added.wait);
    }
    const draft = await gigDrafts.find(db, viewer.id, draftId);
    return answer({ state: "done", pictures: draft?.pictures ?? [] }, 200);
  } catch (error) {
    log("error", "pictures not changed", { error: errorStack(error) });
    return answer({ state: "failed" }, 503);
  }
}

/** Without an answer to GET the address would be a page of its own. */
export function loader() {
  throw new Response(null, { status: 404 });
}

const answer = jsonFor<PictureAnswer>;
