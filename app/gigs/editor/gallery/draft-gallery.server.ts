import type { AppLoadContext } from "@remix-run/cloudflare";
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
import * as guards from "#app/lib/guards.server.ts";
import { Refusal, refuse } from "#app/lib/refusal.ts";
import { runDue } from "#app/lib/work.ts";
import { type Cut, largestPicture, pictureRefusals } from "#app/uploads/picture.ts";
import * as uploads from "#app/uploads/uploads.server.ts";
import * as writes from "#app/writes/writes.server.ts";

const fullGallery = `A service can have at most ${mostPictures} pictures`;
const wasSent = "This picture was sent before. Choose it again";
const notSaved = "We couldn't save this picture. Please send it again";

/**
 * Adds a file to the pictures of a draft (docs/specification.md#gig-pictures).
 * @param token made by the page's script: a file that is sent again, because its answer was lost, is added
 *   once; null: each file is another
 * @throws Refusal
 */
export async function addPicture(
  context: AppLoadContext,
  viewer: Viewer,
  draftId: string,
  { file, cut, token }: { file: File; cut: Cut; token: string | null },
): Promise<void> {
  const { db, clock, log } = context;
  await writes.allow(context, "gallery");
  // Only this user can make it, and only for this draft.
  const id =
    token === null ? crypto.randomUUID() : await uploads.derivedId(`${viewer.id} ${draftId} ${token}`);
  try {
    const wasUsed = token !== null && (await gigPictures.isUsed(db, id));
    const draft = await gigDrafts.find(db, viewer.id, draftId);
    if (!draft) refuse("gone");
    if (draft.pictures.some((key) => key.startsWith(id))) return;
    // The draft has it no longer, but the published gig does: it is neither written again nor forgotten.
    if (wasUsed) refuse("stale", wasSent);
    if (draft.pictures.length >= mostPictures) refuse("invalid", fullGallery);
    if (file.size > largestPicture) refusePicture("too large");
    const upload = { id, purpose: "gig_picture", prefix: id, bytes: file.size } as const;
    await uploads.begin(db, viewer.id, [upload], clock.now());
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // It is being added by another request.
    if (!brokeUnique(error, "uploads.id")) log("error", "picture not begun", { error: errorStack(error) });
    refuse("failed", notSaved);
  }
  await store(context, viewer, draftId, id, { file, cut });
}

async function store(
  context: AppLoadContext,
  viewer: Viewer,
  draftId: string,
  id: string,
  { file, cut }: { file: File; cut: Cut },
): Promise<void> {
  const { db, clock, log, pictures } = context;
  let isUsed = false;
  try {
    const stored = await pictures.storeGigPicture(file, id, cut);
    if ("refused" in stored) refusePicture(stored.refused);
    await uploads.arrived(db, { id, sha256: await sha256Of(await file.arrayBuffer()), bytes: file.size });
    const at = clock.now();
    const draft = { id: draftId, sellerId: viewer.id, holder: sessions.activeUserId(viewer, at) };
    const result = await draftPictures.add(db, draft, { id, key: stored.key }, at);
    isUsed = result === "added";
    if (result === "missing") refuse("gone");
    if (result === "full") refuse("invalid", fullGallery);
    if (!isUsed) refuse("failed", notSaved);
  } catch (error) {
    if (error instanceof Refusal || guards.broken(error) === "session") throw error;
    log("error", "picture not stored", { error: errorStack(error) });
    refuse("failed", notSaved);
  } finally {
    if (!isUsed) await uploads.drop(context, [id]);
  }
}

function refusePicture(reason: keyof typeof pictureRefusals): never {
  refuse("invalid", pictureRefusals[reason].sentence);
}

/** Moves or removes a picture. @returns the keys now @throws Refusal */
export async function movePicture(
  context: AppLoadContext,
  viewer: Viewer,
  draftId: string,
  move: { move: PictureMove; key: string },
): Promise<string[]> {
  const { db, clock } = context;
  for (let tries = 0; tries < 3; tries++) {
    const draft = await gigDrafts.find(db, viewer.id, draftId);
    if (!draft) refuse("gone");
    const keys = arranged(draft.pictures, move);
    if (!keys) {
      const isThere = draft.pictures.includes(move.key);
      refuse("invalid", isThere ? "This picture can't be moved further" : "This picture no longer exists");
    }
    const at = clock.now();
    const gig = draft.gig && (await publications.findPublished(db, viewer.id, draftId));
    const shown = gig ? draftPictures.picturesOf(gig) : [];
    const holder = sessions.activeUserId(viewer, at);
    if (await draftPictures.arrange(db, draft, keys, shown, holder, at)) {
      if (move.move === "remove") context.later(runDue(forgotten, context));
      return keys;
    }
    await writes.requireSession(context, viewer);
  }
  refuse("stale", "This draft is being changed in another window. Please try again");
}
