import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import { type DeskMove, deskPath, requestedMove } from "#app/dashboard/desk-gig.ts";
import * as deskGigs from "#app/dashboard/desk-gigs.server.ts";
import { gigChangedSentence, limitSentence, refusalToGigTransition } from "#app/gigs/gig-state.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm, unreadableForm } from "#app/lib/forms.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";

type Context = ActionFunctionArgs["context"];

/** The answer to a made-up id, and to a gig of another seller: no one learns that it exists. */
const noSuchGig = "This service is not one of yours";

const done = {
  pause: { write: gigTransitions.paused, notice: "Paused. It can't be ordered until you resume it" },
  resume: { write: gigTransitions.resumed, notice: "Resumed. It can be found and ordered again" },
} as const;

/**
 * Answers `POST /dashboard`, the forms of the desk: pauses or resumes one of the viewer's gigs
 * (docs/specification.md#selling). A refusal is shown on the desk, which says what stands.
 * @throws Response 303 to /sign-in for a visitor
 */
export async function moveGig({ request, context }: ActionFunctionArgs) {
  const path = deskPath(new URL(request.url).searchParams.get("gigs"));
  const form = await readForm(request, ["intent", "gig"]);
  const viewer = requireViewer(context, "Please sign in to continue", path);
  const move = requestedMove(form.fields.get("intent"));
  if (form.refusal || !move) return data({ refusal: unreadableForm }, { status: 400 });
  const over = await allowances.ask(context, "profile");
  if (over) return tooManyTries({ refusal: over.sentence }, over.wait);
  const refusal = await tryMove(context, move, String(form.fields.get("gig") ?? ""), viewer.id);
  if (refusal) return data({ refusal: refusal.sentence }, { status: refusal.status });
  toast(context, "success", done[move].notice);
  return seeOther(`${path}#services`);
}

/** @returns why the gig was not changed; null if it was */
async function tryMove(
  { db, clock, log }: Context,
  move: DeskMove,
  gigId: string,
  viewerId: string,
): Promise<{ status: 404 | 409 | 503; sentence: string } | null> {
  try {
    const gig = await deskGigs.find(db, gigId);
    if (!gig || gig.sellerId !== viewerId) return { status: 404, sentence: noSuchGig };
    const refusal = refusalToGigTransition(move, gig, viewerId);
    if (refusal) return { status: 409, sentence: refusal };
    try {
      await db.batch(done[move].write(db, gig, viewerId, clock.now()));
      return null;
    } catch (error) {
      if (gigTransitions.isOverLimit(error)) return { status: 409, sentence: limitSentence };
      if (!gigTransitions.isLostRace(error)) throw error;
      const now = await deskGigs.find(db, gigId);
      return { status: 409, sentence: gigChangedSentence((now ?? gig).state) };
    }
  } catch (error) {
    log("error", "gig not changed", { gig: gigId, move, error: errorStack(error) });
    return { status: 503, sentence: "Failed to change the service. Please try again" };
  }
}
