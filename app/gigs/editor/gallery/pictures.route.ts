import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/cloudflare";
import type { Viewer } from "#app/auth/viewer.ts";
import * as gigDrafts from "#app/gigs/drafts/gig-drafts.server.ts";
import { addPicture, movePicture } from "#app/gigs/editor/gallery/draft-gallery.server.ts";
import { type PictureAnswer, parsePictureIntent } from "#app/gigs/editor/gallery/picture-answer.ts";
import { isActiveSeller } from "#app/gigs/editor/save-step.server.ts";
import { readForm, unreadableForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { refuse } from "#app/lib/refusal.ts";
import { jsonFor } from "#app/lib/replies.ts";
import type { PageHandle } from "#app/page-handle.ts";
import { cuts } from "#app/uploads/picture.ts";
import * as writes from "#app/writes/writes.server.ts";

/** One picture of 5 MB, and the form around it. */
export const handle: PageHandle = { uploads: 6 };

const failed = { event: "pictures not changed", sentence: "" };

/**
 * POST /services/create/{draft}/pictures: the page's script adds, moves or removes one picture
 * (docs/specification.md#gig-pictures). It answers JSON.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { draft: id = "" } = params;
  // Refuse a visitor before reading the body.
  if (!context.viewer) return jsonFor({ state: "signed out" }, 401);
  const form = await readForm(request, ["intent", "picture", "cut", "token"]);
  const path = href("/services/create/:draft/:step", { draft: id, step: "gallery" });
  return await writes.call(context, form, { path, body: writes.stateOf, failed }, async () => {
    const viewer = writes.viewer(context);
    if (!(await isActiveSeller(context.db, viewer.id))) refuse("refused");
    const pictures = await changePictures(context, viewer, id, form.fields);
    return { state: "done", pictures } satisfies PictureAnswer;
  });
}

/** @returns the new keys of the draft's pictures @throws Refusal */
async function changePictures(context: AppLoadContext, viewer: Viewer, id: string, fields: FormData) {
  const move = parsePictureIntent(String(fields.get("intent") ?? ""));
  if (move) return await movePicture(context, viewer, id, move);
  const file = fields.get("picture");
  if (!(file instanceof File)) refuse("invalid", unreadableForm);
  const cut = cuts.find((one) => one === fields.get("cut")) ?? "fill";
  await addPicture(context, viewer, id, { file, cut, token: String(fields.get("token") ?? "") || null });
  return (await gigDrafts.find(context.db, viewer.id, id))?.pictures ?? [];
}

/** GET is a 404. Without a loader, the address would be a page. */
export function loader() {
  throw new Response(null, { status: 404 });
}
