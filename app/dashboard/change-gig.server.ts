import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/cloudflare";
import { type DashboardTransition, requestedTransition, servicesPath } from "#app/dashboard/dashboard-gig.ts";
import * as dashboardGigs from "#app/dashboard/dashboard-gigs.server.ts";
import { gigChangedSentence, limitSentence, refusalToGigTransition } from "#app/gigs/gig-state.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import { readForm, unreadableForm } from "#app/lib/forms.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

/**
 * The same refusal for a made-up id and for another seller's gig, so that no one learns whether a gig exists.
 */
const noSuchGig = "This service is not one of yours";

const transitions = {
  pause: { write: gigTransitions.paused, notice: "Paused. It can't be ordered until you resume it" },
  resume: { write: gigTransitions.resumed, notice: "Resumed. It can be found and ordered again" },
} as const;

const failed = {
  event: "gig not changed",
  sentence: "Failed to change the service. Please try again",
};

/**
 * Answers `POST /dashboard/services` and its old address `POST /dashboard`: pauses or resumes one of the
 * viewer's gigs (docs/specification.md#selling). A refusal is shown on the page, which shows the gig's state.
 */
export async function changeGig({ request, context }: ActionFunctionArgs) {
  const path = servicesPath(new URL(request.url).searchParams.get("gigs"));
  const form = await readForm(request, ["intent", "gig"]);
  const again = ({ sentence }: Refusal) => ({ refusal: sentence ?? "" });
  return await writes.run(context, form, { path, again, failed }, async () => {
    const viewer = writes.viewer(context);
    const transition = requestedTransition(form.fields.get("intent")) ?? refuse("invalid", unreadableForm);
    await writes.allow(context, "profile");
    await applyTransition(context, transition, form.text("gig"), viewer.id);
    return writes.done(context, transitions[transition].notice, path);
  });
}

/** @throws Refusal */
async function applyTransition(
  { db, clock }: AppLoadContext,
  transition: DashboardTransition,
  gigId: string,
  viewerId: string,
) {
  const gig = await dashboardGigs.find(db, gigId);
  if (gig?.sellerId !== viewerId) refuse("gone", noSuchGig);
  const refusal = refusalToGigTransition(transition, gig, viewerId);
  if (refusal) refuse("stale", refusal);
  try {
    await db.batch(transitions[transition].write(db, gig, viewerId, clock.now()));
  } catch (error) {
    if (gigTransitions.isOverLimit(error)) refuse("stale", limitSentence);
    if (!gigTransitions.isLostRace(error)) throw error;
    const now = await dashboardGigs.find(db, gigId);
    refuse("stale", gigChangedSentence((now ?? gig).state));
  }
}
