import type { AppLoadContext } from "@remix-run/cloudflare";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { forgotten } from "#app/files/forgotten-files.server.ts";
import { mostPictures } from "#app/gigs/drafts/draft-limits.ts";
import * as draftPictures from "#app/gigs/drafts/draft-pictures.server.ts";
import * as gigDrafts from "#app/gigs/drafts/gig-drafts.server.ts";
import * as publications from "#app/gigs/drafts/publications.server.ts";
import { arranged, type PictureMove } from "#app/gigs/editor/gallery/picture-answer.ts";
import * as gigPictures from "#app/gigs/pictures.server.ts";
import { sha256Of } from "#app/lib/bytes.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { errorStack } from "#app/lib/errors.ts";
import { runDue } from "#app/lib/work.ts";
import { type Cut, largestPicture, pictureRefusals } from "#app/uploads/picture.ts";
import * as uploads from "#app/uploads/uploads.server.ts";

/** Why a picture was not added: a sentence, and the status of the answer. `wait`: seconds. */
export type NotAdded = { refused: string; status: 400 | 409 | 429 | 503; wait?: number };
type Added = "added" | "missing" | "session ended" | NotAdded;

const fullGallery: NotAdded = {
  refused: `A service can have at most ${mostPictures} pictures`,
  status: 400,
};
const wasSent: NotAdded = { refused: "This picture was sent before. Choose it again", status: 409 };
const notSaved: NotAdded = { refused: "We couldn't save this picture. Please send it again", status: 503 };

/**
 * Adds a file to the pictures of a draft (docs/specification.md#gig-pictures).
 * @param token made by the page's script: a file that is sent again, because its answer was lost, is added
 *   once; null: each file is another
 */
export async function addPicture(
  context: AppLoadContext,
  viewer: Viewer,
  draftId: string,
  { file, cut, token }: { file: File; cut: Cut; token: string | null },
): Promise<Added> {
  const { db, clock, log } = context;
  const over = await allowances.ask(context, "gallery");
  if (over) return { refused: over.sentence, status: 429, wait: over.wait };
  // Only this user can make it, and only for this draft.
  const id =
    token === null ? crypto.randomUUID() : await uploads.derivedId(`${viewer.id} ${draftId} ${token}`);
  try {
    const wasUsed = token !== null && (await gigPictures.isUsed(db, id));
    const draft = await gigDrafts.find(db, viewer.id, draftId);
    if (!draft) return "missing";
    if (draft.pictures.some((key) => key.startsWith(id))) return "added";
    // The draft has it no longer, but the published gig does: it is neither written again nor forgotten.
    if (wasUsed) return wasSent;
    if (draft.pictures.length >= mostPictures) return fullGallery;
    if (file.size > largestPicture) return refusalOf("too large");
    const upload = { id, purpose: "gig_picture", prefix: id, bytes: file.size } as const;
    await uploads.begin(db, viewer.id, [upload], clock.now());
  } catch (error) {
    // It is being added by another request.
    if (brokeUnique(error, "uploads.id")) return notSaved;
    log("error", "picture not begun", { error: errorStack(error) });
    return notSaved;
  }
  return await store(context, viewer, draftId, id, { file, cut });
}

async function store(
  context: AppLoadContext,
  viewer: Viewer,
  draftId: string,
  id: string,
  { file, cut }: { file: File; cut: Cut },
): Promise<Added> {
  const { db, clock, log, pictures } = context;
  let isUsed = false;
  try {
    const stored = await pictures.storeGigPicture(file, id, cut);
    if ("refused" in stored) return refusalOf(stored.refused);
    await uploads.arrived(db, { id, sha256: await sha256Of(await file.arrayBuffer()), bytes: file.size });
    const at = clock.now();
    const draft = { id: draftId, sellerId: viewer.id, holder: sessions.activeUserId(viewer, at) };
    const result = await draftPictures.add(db, draft, { id, key: stored.key }, at);
    isUsed = result === "added";
    if (result === "full") return fullGallery;
    return result === "gone" ? notSaved : result;
  } catch (error) {
    log("error", "picture not stored", { error: errorStack(error) });
    return notSaved;
  } finally {
    if (!isUsed) await uploads.drop(context, [id]);
  }
}

function refusalOf(reason: keyof typeof pictureRefusals): NotAdded {
  return { refused: pictureRefusals[reason].sentence, status: 400 };
}

/** @returns the keys now; or a sentence why nothing was changed */
export async function movePicture(
  context: AppLoadContext,
  viewer: Viewer,
  draftId: string,
  move: { move: PictureMove; key: string },
): Promise<{ pictures: string[] } | { refused: string; status: 400 | 409 } | "missing" | "session ended"> {
  const { db, clock } = context;
  for (let tries = 0; tries < 3; tries++) {
    const draft = await gigDrafts.find(db, viewer.id, draftId);
    if (!draft) return "missing";
    const keys = arranged(draft.pictures, move);
    if (!keys) {
      const isThere = draft.pictures.includes(move.key);
      const refused = isThere ? "This picture can't be moved further" : "This picture no longer exists";
      return { refused, status: 400 };
    }
    const at = clock.now();
    const gig = draft.gig && (await publications.findPublished(db, viewer.id, draftId));
    const shown = gig ? draftPictures.picturesOf(gig) : [];
    const holder = sessions.activeUserId(viewer, at);
    if (await draftPictures.arrange(db, draft, keys, shown, holder, at)) {
      if (move.move === "remove") context.later(runDue(forgotten, context));
      return { pictures: keys };
    }
    if (!(await sessions.isAlive(db, viewer.sessionId, at))) return "session ended";
  }
  return { refused: "This draft is being changed in another window. Please try again", status: 409 };
}
