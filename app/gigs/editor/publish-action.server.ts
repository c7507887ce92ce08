import type { AppLoadContext } from "@remix-run/cloudflare";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { topics } from "#app/catalog/topics.server.ts";
import { checkDraft, type GigContent } from "#app/gigs/drafts/check-draft.ts";
import { isSameTexts } from "#app/gigs/drafts/compare-texts.ts";
import { type GigDraft, typedOfDraft } from "#app/gigs/drafts/gig-drafts.server.ts";
import * as publications from "#app/gigs/drafts/publications.server.ts";
import { typedOfPublished } from "#app/gigs/drafts/typed-of-gig.ts";
import { requireDraft, requireSeller } from "#app/gigs/editor/require-draft.server.ts";
import { limitSentence } from "#app/gigs/gig-state.ts";
import { brokeForeignKey } from "#app/lib/constraints.ts";
import type { SentForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { type Refusal, refuse, refuseField } from "#app/lib/refusal.ts";
import { costOf } from "#app/limits/limits.ts";
import * as writes from "#app/writes/writes.server.ts";
import type { GigTexts } from "#drizzle/schema.ts";

/** The reply of the last step to a refused publication. */
export type PublishReply = {
  refusal: string | null;
  /** The errors of the confirmation; undefined if it was given. */
  rights: string[] | undefined;
  /** The active gigs of a new seller who has reached the limit. */
  toPause: { id: string; title: string }[];
};

const failed = {
  event: "gig not published",
  sentence: "We couldn't publish your service. Your draft is kept. Please try again",
};

/**
 * Publishes a draft, or the changes to a published gig (docs/specification.md#publishing). The page itself
 * lists the missing details.
 */
export async function publishAction(context: AppLoadContext, form: SentForm, id: string) {
  let toPause: PublishReply["toPause"] = [];
  const again = ({ sentence, errors }: Refusal): PublishReply => ({
    refusal: sentence,
    rights: errors.rights,
    toPause,
  });
  const path = href("/services/create/:draft/:step", { draft: id, step: "publish" });
  return await writes.run(context, form, { path, again, failed }, async () => {
    const viewer = writes.viewer(context);
    await requireSeller(context, path);
    if (!form.fields.has("rights"))
      refuseField("rights", "Confirm that you hold the rights to everything you deliver");
    const { result, draft } = await publish(context, viewer, id);
    if (result === "over limit") {
      toPause = await publications.listActive(context.db, viewer.id);
      refuse("stale", limitSentence);
    }
    return writes.done(context, noticeAfter(draft), href("/services/s/:slug", result));
  });
}

/** Publishes the draft in its current state. It may change between the read and the write. @throws Refusal */
async function publish(context: AppLoadContext, viewer: Viewer, id: string) {
  for (let tries = 0; tries < 3; tries++) {
    // A draft that no longer exists was published, so its gig is shown.
    const draft = await requireDraft(context, viewer, id);
    const check = { typed: typedOfDraft(draft), pictures: draft.pictures };
    const { content } = checkDraft(check, await context.dataCache.read(topics));
    if (!content) refuse("invalid", "Some details are missing. See the list below");
    if (tries === 0) await writes.allow(context, "gig", costOf(JSON.stringify(content)));
    const result = await write(context, viewer, draft, content).catch(async (error) => {
      // The cached topics may include one that an operator has just deleted.
      if (!brokeForeignKey(error)) throw error;
      const { content: now } = checkDraft(check, await topics.read(context.db));
      if (now) throw error;
      return refuse("invalid", "This category no longer exists. Choose another one");
    });
    if (typeof result === "object" && "refusal" in result) refuse("stale", result.refusal);
    if (result !== "changed") return { result, draft };
    await writes.requireSession(context, viewer);
  }
  refuse("stale", "This draft is being changed in another window. Please try again");
}

async function write({ db, clock }: AppLoadContext, viewer: Viewer, draft: GigDraft, content: GigContent) {
  const at = clock.now();
  const seller = { id: viewer.id, holder: sessions.activeUserId(viewer, at) };
  if (!draft.gig) return await publications.publish(db, draft, content, seller, at);
  const gig = await publications.findPublished(db, viewer.id, draft.id);
  if (!gig) return "changed";
  const refusal = publications.refusalToChange(gig.state);
  if (refusal) return { refusal };
  const refused = gig.state === "denied" ? refusalToSend(draft, content, gig) : null;
  if (refused) return { refusal: refused };
  return await publications.publishChanges(db, draft, content, gig, seller, at);
}

/** Why the changes of a denied gig cannot be sent to an operator: a sentence; null if they can. */
function refusalToSend(draft: GigDraft, content: GigContent, gig: publications.PublishedGig): string | null {
  const typed = { typed: typedOfDraft(draft), pictures: draft.pictures };
  const current = typedOfPublished(gig);
  // Also compare the texts as they would be published: a trailing space is not a change.
  const is = (texts: GigTexts) =>
    isSameTexts(typed, texts) || isSameTexts(publications.textsOf(content), texts);
  if (gig.deniedTexts && is(current))
    return "We are already reviewing these changes. We'll email you our decision";
  return is(gig.deniedTexts ?? current)
    ? "Support denied this service. Change what they pointed out, then send it"
    : null;
}

function noticeAfter({ gig }: GigDraft): string {
  if (!gig) return "Your service is published";
  return gig.state === "denied"
    ? "We'll review your changes and email you. Until then, buyers can't see this service"
    : "Your changes are published";
}
