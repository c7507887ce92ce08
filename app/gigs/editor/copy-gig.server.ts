import type { AppLoadContext } from "@remix-run/cloudflare";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { maxPictures } from "#app/gigs/drafts/draft-limits.ts";
import * as gigDrafts from "#app/gigs/drafts/gig-drafts.server.ts";
import type { PublishedGig } from "#app/gigs/drafts/publications.server.ts";
import { typedOfPublished } from "#app/gigs/drafts/typed-of-gig.ts";
import * as uploads from "#app/uploads/uploads.server.ts";
import * as writes from "#app/writes/writes.server.ts";

/** `lost`: how many pictures are missing in the copy, because the bucket no longer has them. */
type CopyResult = { result: gigDrafts.CreateResult; lost: number };

/**
 * Makes a draft with the texts of a published gig and with copies of its pictures
 * (docs/specification.md#duplicating).
 * @param id of the new draft
 * @throws Refusal
 */
export async function copyGig(
  context: AppLoadContext,
  viewer: Viewer,
  gig: PublishedGig,
  id: string,
): Promise<CopyResult> {
  const { db, clock } = context;
  const { typed, pictures } = typedOfPublished(gig);
  const files = pictures.slice(0, maxPictures).map((from) => ({ from, id: crypto.randomUUID() }));
  if (files.length > 0) await writes.allow(context, "gallery", files.length);
  const begun = ({ id: prefix }: { id: string }) =>
    ({ id: prefix, purpose: "gig_picture", prefix, bytes: 0 }) as const;
  await uploads.begin(db, viewer.id, files.map(begun), clock.now());
  let isUsed = false;
  try {
    const copies = await copyFiles(context, files);
    const alts = copies.map(({ from, key }) => [`alt-${key}`, typed.gallery[`alt-${from}`] ?? ""]);
    const at = clock.now();
    const draft = {
      id,
      holder: sessions.activeUserId(viewer, at),
      typed: { ...typed, gallery: Object.fromEntries(alts) },
    };
    const result = await gigDrafts.createCopy(db, draft, viewer.id, copies, at);
    isUsed = result === "created";
    const lost = files.filter((file) => !copies.some((copy) => copy.id === file.id));
    if (isUsed) await dropAll(context, lost);
    return { result, lost: lost.length };
  } finally {
    if (!isUsed) await dropAll(context, files);
  }
}

const dropAll = (context: AppLoadContext, files: { id: string }[]) =>
  uploads.drop(
    context,
    files.map(({ id }) => id),
  );

/**
 * Copies one by one, so that no copy is still in progress after a failure.
 * @throws Error if the bucket or the database fails
 */
async function copyFiles({ db, pictures }: AppLoadContext, files: { from: string; id: string }[]) {
  const copies: { id: string; from: string; key: string }[] = [];
  for (const { from, id } of files) {
    const copy = await pictures.copyGigPicture(from, id);
    if (!copy) continue;
    await uploads.arrived(db, { id, sha256: copy.sha256, bytes: copy.bytes });
    copies.push({ id, from, key: copy.key });
  }
  return copies;
}
