import type { AppLoadContext, TypedResponse } from "@remix-run/cloudflare";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { conversationPath } from "#app/conversations/conversation.ts";
import { tellOffer, tellRequest } from "#app/conversations/live/offer-changed.server.ts";
import type { SentForm } from "#app/lib/forms.ts";
import * as guards from "#app/lib/guards.server.ts";
import { href } from "#app/lib/href.ts";
import { type Refusal, refuse, refuseIf } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import { costOf } from "#app/limits/limits.ts";
import { closedSentence, offerPath, refusalToReason, stateNow } from "#app/offers/offer.ts";
import * as offers from "#app/offers/offers.server.ts";
import * as writes from "#app/writes/writes.server.ts";

/** The fields of the forms that `answerOffer` answers. */
export const answerFields = ["intent", "offer", "request", "version", "reason"];

/** The longest reason that is kept while its author signs in or shortens it, in characters. */
const maxKeptLength = 5000;

const failed = { event: "offer not answered", sentence: "We couldn't save your answer. Please try again." };

/** What an answer does to an offer, who gives it, and what they and others read. */
const answers = {
  withdraw: {
    state: "withdrawn",
    by: "sellerId",
    to: "buyerId",
    mail: "offer_withdrawn",
    notice: "Offer withdrawn",
    notYours: "Only the seller can withdraw this offer",
  },
  decline: {
    state: "declined",
    by: "buyerId",
    to: "sellerId",
    mail: "offer_declined",
    notice: "Offer declined",
    notYours: "Only the buyer can decline this offer",
  },
} as const;

type Intent = keyof typeof answers;

/**
 * Answers `POST /offers` with the intents `withdraw` and `decline` (docs/specification.md#answering-an-offer)
 * with a redirect to the offer, or to the conversation of a request that the seller declines. A refusal is a
 * notice there, and the reason is kept.
 * @throws Response 404 if the viewer is not a party
 */
export async function answerOffer(
  context: AppLoadContext,
  form: SentForm,
  intent: Intent,
): Promise<TypedResponse<never>> {
  const { fields } = form;
  if (intent === "decline" && fields.has("request")) return await declineRequest(context, form);
  const id = String(fields.get("offer") ?? "");
  const path = offerPath(id);
  const park = { typed: typedFields(fields, ["reason"]), longest: { reason: maxKeptLength } };
  const again = noticeAt(context);
  return await writes.run(context, form, { path, park, again, failed }, async () => {
    const viewer = writes.viewer(context);
    const offer = (await offers.findOf(context.db, id, viewer.id)) ?? refuse("gone");
    const { by, state, notice, notYours } = answers[intent];
    refuseIf("refused", viewer.id === offer[by] ? null : notYours);
    const seen = Number(fields.get("version") ?? offer.version);
    const reason = intent === "decline" ? String(fields.get("reason") ?? "").trim() : "";
    refuseIf("invalid", refusalToReason(reason));
    if (offer.state !== state) {
      await writes.allow(context, "transition", costOf(reason));
      await close(context, viewer, offer, intent, seen, reason);
    }
    return writes.done(context, notice, path);
  });
}

/** @param seen the version that the page showed @throws Refusal with what the offer is now */
async function close(
  context: AppLoadContext,
  viewer: Viewer,
  offer: offers.Offer,
  intent: Intent,
  seen: number,
  reason: string,
) {
  const { db, clock } = context;
  const { state, mail, to } = answers[intent];
  const at = clock.now();
  refuseIf("stale", changedSentence(offer, seen, at));
  const closed = state === "declined" ? { state, reason: reason || null } : { state };
  try {
    await db.batch([
      sessions.held(db, viewer, at),
      ...offers.closed(db, offer, closed, at),
      offers.mailed(db, mail, offer[to], offer, at),
    ]);
  } catch (error) {
    if (guards.broken(error) !== "offer-unchanged") throw error;
    const now = await offers.find(db, offer.id);
    // The same answer, pressed twice.
    if (now?.state === state) return;
    refuse("stale", now && changedSentence(now, offer.version, at));
  }
  context.later(tellOffer(context, offer.id));
  context.sendMails();
}

/** What an offer is now, if it is not open in the version that a page showed; else null. @param at UTC ms */
function changedSentence(offer: offers.Offer, seen: number, at: number): string | null {
  const isChanged = offer.version !== seen;
  return (
    closedSentence(stateNow(offer, at)) ??
    (isChanged ? "This offer is open again. Please answer again" : null)
  );
}

/** The seller declines to make an offer (docs/specification.md#answering-an-offer). */
async function declineRequest(context: AppLoadContext, form: SentForm): Promise<TypedResponse<never>> {
  const id = form.text("request");
  let path: string = href("/messages");
  const again = (refusal: Refusal) => noticeAt(context)(refusal, async () => path);
  return await writes.run(context, form, { path, again, failed }, async () => {
    const viewer = writes.viewer(context);
    const request = (await offers.findRequest(context.db, id)) ?? refuse("gone");
    if (request.sellerId !== viewer.id) refuse("gone");
    path = conversationPath(request.conversationId);
    await writes.allow(context, "transition");
    const { db, clock } = context;
    const [, { meta }] = await db.batch([
      sessions.held(db, viewer, clock.now()),
      offers.requestDeclined(db, id),
    ]);
    const isDeclined = meta.changes > 0;
    const now = isDeclined ? "declined" : (await offers.findRequest(db, id))?.state;
    if (now === "offered") refuse("stale", "You have answered this request with an offer");
    if (isDeclined) context.later(tellRequest(context, id));
    return writes.done(context, "Request declined", path);
  });
}

/** Shows any refusal as a notice, with what was typed. */
function noticeAt(context: AppLoadContext) {
  return async ({ sentence, first }: Refusal, back: () => Promise<string>) => {
    toast(context, "error", sentence ?? first);
    return seeOther(await back());
  };
}
