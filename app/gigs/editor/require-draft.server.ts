import type { AppLoadContext } from "@remix-run/cloudflare";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import * as gigDrafts from "#app/gigs/drafts/gig-drafts.server.ts";
import { findPublished } from "#app/gigs/drafts/publications.server.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { refuse } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";

const signInFirst = "Please sign in to continue";

/**
 * Requires an active seller.
 * @param back the path to return to after signing in
 * @throws Response 303: a visitor to /sign-in, a user who does not sell to /services/sell
 */
export async function requireSeller(context: AppLoadContext, back: string): Promise<Viewer> {
  const viewer = requireViewer(context, signInFirst, back);
  const read = () => sellers.findByUser(context.db, viewer.id);
  const seller = await mainRead(read, "Something went wrong", context.log);
  if (seller?.status === "active") return viewer;
  toast(context, "info", "Become a seller first. Then you can offer services");
  throw seeOther(href("/services/sell"));
}

/**
 * Requires one of the seller's drafts.
 * @throws Response 404 if they have no such draft; 303 to the gig if it has been published; 503
 */
export async function requireDraft({ db, log }: AppLoadContext, viewer: Viewer, id: string) {
  const draft = await mainRead(() => gigDrafts.find(db, viewer.id, id), "Something went wrong", log);
  if (draft) return draft;
  const gig = await mainRead(() => gigDrafts.findGigOf(db, viewer.id, id), "Something went wrong", log);
  if (gig) throw seeOther(href("/services/s/:slug", { slug: gig.slug }));
  throw new Response(null, { status: 404 });
}

/**
 * The published gig of an editor's button, and its seller.
 * @param back the page that has the button
 * @throws Refusal gone if the seller has no such gig; what `requireSeller` throws; Response 503
 */
export async function requirePublished(context: AppLoadContext, back: string, id: string) {
  const viewer = await requireSeller(context, back);
  const read = () => findPublished(context.db, viewer.id, id);
  const gig = (await mainRead(read, "Something went wrong", context.log)) ?? refuse("gone");
  return { viewer, gig };
}
