import { type AppLoadContext, data } from "@remix-run/cloudflare";
import { costOf } from "#app/auth/allowances/allowance.ts";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { signInAgain } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { topics } from "#app/catalog/topics.server.ts";
import { checkDraft, type GigContent } from "#app/gigs/drafts/check-draft.ts";
import { isSameTexts } from "#app/gigs/drafts/compare-texts.ts";
import { findGigOf, type GigDraft, typedOfDraft } from "#app/gigs/drafts/gig-drafts.server.ts";
import * as publications from "#app/gigs/drafts/publications.server.ts";
import { stepPath } from "#app/gigs/drafts/typed.ts";
import { typedOfPublished } from "#app/gigs/drafts/typed-of-gig.ts";
import { requireDraft } from "#app/gigs/editor/require-draft.server.ts";
import { gigPath } from "#app/gigs/gig.ts";
import { limitSentence } from "#app/gigs/gig-state.ts";
import { errorStack } from "#app/lib/errors.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import type { GigTexts } from "#drizzle/schema.ts";

/** What the last step shows after a refused publication. */
export type PublishReply = { refusal: string; toPause: { id: string; title: string }[] };

const refuse = (refusal: string, status: number, toPause: PublishReply["toPause"] = []) =>
  data({ refusal, toPause } satisfies PublishReply, { status });

/**
 * Publishes a draft, or the changes to a published gig (docs/specification.md#publishing). What is lacking is
 * listed by the page itself.
 */
export async function publishDraft(context: AppLoadContext, viewer: Viewer, id: string, hasRights: boolean) {
  const { db, log } = context;
  if (!hasRights) return refuse("Confirm that you hold the rights to everything you deliver", 400);
  try {
    for (let tries = 0; tries < 3; tries++) {
      // A draft that no longer exists was published: its gig is shown.
      const draft = await requireDraft(context, viewer, id);
      const { content } = checkDraft(
        { typed: typedOfDraft(draft), pictures: draft.pictures },
        await context.dataCache.read(topics),
      );
      if (!content) return refuse("Something is still lacking. See the list below", 400);
      if (tries === 0) {
        const over = await allowances.ask(context, "gig", costOf(JSON.stringify(content)));
        if (over)
          return tooManyTries({ refusal: over.sentence, toPause: [] } satisfies PublishReply, over.wait);
      }
      const result = await write(context, viewer, draft, content);
      if (typeof result === "object") return refuse(result.refusal, 409);
      if (result === "over limit")
        return refuse(limitSentence, 409, await publications.listActive(db, viewer.id));
      if (result === "published") {
        toast(context, "success", noticeAfter(draft));
        const gig = await findGigOf(db, viewer.id, id);
        return seeOther(gig ? gigPath(gig) : "/dashboard?tab=selling");
      }
      if (!(await sessions.isAlive(db, viewer.sessionId, context.clock.now())))
        return signInAgain(context, stepPath(id, "publish"));
    }
    return refuse("This draft is being changed in another window. Please try again", 409);
  } catch (error) {
    if (error instanceof Response) throw error;
    log("error", "gig not published", { error: errorStack(error) });
    return refuse("We couldn't publish your service. Your draft is kept. Please try again", 503);
  }
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

/** Why the changes of a denied gig are not sent to an operator: a sentence; null if they are. */
function refusalToSend(draft: GigDraft, content: GigContent, gig: publications.PublishedGig): string | null {
  const typed = { typed: typedOfDraft(draft), pictures: draft.pictures };
  const stands = typedOfPublished(gig);
  // Also as it would be published: a space at the end is no change.
  const is = (texts: GigTexts) =>
    isSameTexts(typed, texts) || isSameTexts(publications.textsOf(content), texts);
  if (gig.deniedTexts && is(stands))
    return "We are looking at these changes already. We'll email you what we decide";
  return is(gig.deniedTexts ?? stands)
    ? "Support denied this service. Change what they named, then send it"
    : null;
}

function noticeAfter({ gig }: GigDraft): string {
  if (!gig) return "Your service is published";
  return gig.state === "denied"
    ? "We'll look at your changes and email you. Until then buyers don't see this service"
    : "Your changes are published";
}
