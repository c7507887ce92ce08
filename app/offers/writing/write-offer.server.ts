import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Viewer } from "#app/auth/viewer.ts";
import { conversationPath } from "#app/conversations/conversation.ts";
import { tellOffer, tellRequest } from "#app/conversations/live/offer-changed.server.ts";
import { countFirst, refuseToSend } from "#app/conversations/sending/post-message.server.ts";
import { derivedId, formId, send } from "#app/conversations/sending/sending.server.ts";
import type { Typed } from "#app/gigs/drafts/typed.ts";
import { isActiveSeller } from "#app/gigs/editor/save-step.server.ts";
import type { SentForm } from "#app/lib/forms.ts";
import * as guards from "#app/lib/guards.server.ts";
import { Refusal, refuse, refuseField } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import * as allowances from "#app/limits/allowances.server.ts";
import { costOf } from "#app/limits/limits.ts";
import { closedSentence, maxOpenOffers, newOfferPath, stateNow } from "#app/offers/offer.ts";
import * as offers from "#app/offers/offers.server.ts";
import { loadOfferAgain, type OfferView, refusalToReplace } from "#app/offers/writing/load-offer.server.ts";
import * as newOffers from "#app/offers/writing/new-offers.server.ts";
import * as drafts from "#app/offers/writing/offer-drafts.server.ts";
import * as parties from "#app/offers/writing/parties.server.ts";
import { chooseService, readOffer, type WrittenOffer } from "#app/offers/writing/read-offer.ts";
import * as requests from "#app/offers/writing/requests.server.ts";
import { changeOffer, offerFieldLimits, typedOfferOf } from "#app/offers/writing/typed-offer.ts";
import * as writes from "#app/writes/writes.server.ts";

/** The fields of an offer's form that are not typed. `id`: of the form, made by its page. */
export const otherFields = ["intent", "conversation", "id", "version", "writer"];

/** A form of an offer, as it was sent. */
export type OfferForm = {
  sent: SentForm;
  conversation: string;
  id: string;
  typed: Typed;
  /** The version of the draft that the form was based on; null if it has none. */
  version: number | null;
};

/** The form again. `offer` null: the database failed. `theirs`: what another window has saved. */
export type OfferReply = {
  offer: OfferView | null;
  conversation: string;
  id: string;
  /** The viewer's id. */
  writerId: string;
  typed: Typed;
  version: number;
  refusal: string | null;
  errors: Record<string, string>;
  theirs: drafts.StoredDraft | null;
};

const failed = {
  event: "offer not saved",
  sentence: "We couldn't save your offer. What you typed is still here. Please try again.",
};

const { conversation: maxHere, seller: maxInAll } = maxOpenOffers;
const tooMany = `You can have ${maxHere} open offers in a conversation, and ${maxInAll} in all. Withdraw one first, or replace it with a new version`;
const notOffered = "This service can no longer be offered. Choose another one";

/** Parses the form of an offer. */
export function offerFormOf(sent: SentForm): OfferForm {
  const [conversation = "", id = "", version = ""] = ["conversation", "id", "version"].map((name) =>
    String(sent.fields.get(name) ?? ""),
  );
  const isNumber = /^\d{1,9}$/.test(version);
  return {
    sent,
    conversation,
    id,
    typed: typedOfferOf(sent.fields),
    version: isNumber ? Number(version) : null,
  };
}

/** The address of the form. */
function pathOf({ conversation, typed }: Pick<OfferForm, "conversation" | "typed">): string {
  return newOfferPath({ conversation, replaces: typed.replaces });
}

/**
 * POST /offers with `intent` = `save`, `preview`, `send` or the button of a row
 * (docs/specification.md#writing-an-offer). What was typed is saved in each case, valid or not.
 */
export async function offerAction(context: AppLoadContext, sent: SentForm, intent: string) {
  const form = offerFormOf(sent);
  const { conversation, id, typed } = form;
  const kept: Kept = { version: form.version, theirs: null };
  const again = async ({ sentence, errors }: Refusal): Promise<OfferReply> => {
    const replaces = typed.replaces || null;
    return {
      ...{ offer: await loadOfferAgain(context, { conversation, replaces }), conversation, id },
      writerId: context.viewer?.id ?? "",
      ...{
        typed,
        version: kept.theirs?.version ?? kept.version ?? 0,
        theirs: kept.theirs,
        refusal: sentence,
      },
      errors: Object.fromEntries(Object.entries(errors).map(([name, [first = ""]]) => [name, first])),
    };
  };
  const path = pathOf(form);
  const park = { typed, longest: offerFieldLimits };
  return await writes.run(context, sent, { path, park, again, failed }, async () => {
    const viewer = writes.viewer(context);
    if (intent === "send") return await sendAction(context, viewer, form, kept);
    const changed = changeOffer(typed, intent);
    if (changed && "refusal" in changed) refuse("invalid", changed.refusal);
    await saveDraft(context, viewer, { ...form, typed: changed?.typed ?? typed }, kept);
    if (changed) return seeOther(`${path}#${changed.focus}`);
    if (intent === "save") return writes.done(context, "Draft saved", path);
    await requireOffer(context, viewer, form);
    return seeOther(`${path}&preview=1`);
  });
}

/** The draft after the action. `theirs`: what another window has saved since. */
export type Kept = { version: number | null; theirs: drafts.StoredDraft | null };

/**
 * Saves the draft of an active seller in one of their conversations.
 * @param kept gets the new version, or the other window's text
 * @throws Refusal
 */
export async function saveDraft(context: AppLoadContext, viewer: Viewer, form: OfferForm, kept: Kept) {
  const { db, clock } = context;
  const { conversation, version, typed } = form;
  if (!(await parties.find(db, conversation, viewer.id))) refuse("gone");
  if (!(await isActiveSeller(db, viewer.id))) refuse("refused", "Only active sellers can make offers");
  await writes.allow(context, "draft");
  const saved = await drafts.save(
    db,
    { viewer, conversationId: conversation },
    { version, typed },
    clock.now(),
  );
  if ("saved" in saved) {
    kept.version = saved.saved;
    return;
  }
  kept.theirs = saved.theirs;
  refuse("stale", "This offer was changed in another window");
}

/** The offer that a form describes, and its service. @throws Refusal with the errors by field */
async function requireOffer({ db }: AppLoadContext, { id: sellerId }: Viewer, { typed }: OfferForm) {
  const written = requireWritten(typed);
  const gig = await parties.findService(db, written.gigId);
  if (gig?.sellerId !== sellerId || !gig.listed) refuseField("gig", chooseService);
  return { written, gig };
}

/** @throws Refusal with the errors by field */
function requireWritten(typed: Typed): WrittenOffer {
  const read = readOffer(typed);
  if ("written" in read) return read.written;
  const errors = Object.entries(read.errors).map(([name, sentence]) => [name, [sentence]]);
  refuse("invalid", null, { errors: Object.fromEntries(errors) });
}

/** Sends the offer. A refused one is saved as the draft. @throws Refusal */
async function sendAction(context: AppLoadContext, viewer: Viewer, form: OfferForm, kept: Kept) {
  const found = (await parties.find(context.db, form.conversation, viewer.id)) ?? refuse("gone");
  try {
    await sendOffer(context, viewer, form, found);
  } catch (error) {
    if (error instanceof Refusal && error.kind !== "gone") await keep(context, viewer, form, kept);
    throw error;
  }
  context.sendMails();
  return writes.done(context, "Your offer was sent", conversationPath(form.conversation));
}

/** Saves a refused offer, unless another window has changed the draft: the page has the text either way. */
async function keep(context: AppLoadContext, viewer: Viewer, form: OfferForm, kept: Kept): Promise<void> {
  const { db, clock } = context;
  const { conversation, version, typed } = form;
  if (await allowances.ask(context, "draft", 1, viewer.id)) return;
  const saved = await drafts.save(
    db,
    { viewer, conversationId: conversation },
    { version, typed },
    clock.now(),
  );
  if ("saved" in saved) kept.version = saved.saved;
}

/** @throws Refusal */
async function sendOffer(context: AppLoadContext, viewer: Viewer, form: OfferForm, found: parties.Parties) {
  const { db, clock } = context;
  const id = await messageIdOf(form, requireWritten(form.typed));
  // The same form was sent before: what it needed may have changed since, even by the offer itself.
  if ((await offers.find(db, id))?.sellerId === viewer.id) return;
  if (found.refused) refuseToSend(found.refused);
  const { written, gig } = await requireOffer(context, viewer, form);
  const at = clock.now();
  const replaced = await findReplaced(context, viewer, form, written);
  const { text, questions, replaces: _, ...terms } = written;
  const asked = { questions: questions ?? gig.questions, draftVersion: form.version };
  const cost = costOf(JSON.stringify([text, terms.features, asked.questions]));
  await writes.allowVerified(context, viewer, "send messages", "offer", cost);
  await countFirst(context, viewer, found.id, at);
  const people = { conversationId: found.id, sellerId: viewer.id, buyerId: found.other.id };
  const offer = { ...people, ...terms, title: gig.title, text, ...asked, replaced };
  const stored = (message: string) => newOffers.offered(db, message, offer, at);
  const message = { id, conversationId: found.id, senderId: viewer.id, content: text };
  try {
    const result = await send(
      context,
      { ...message, card: { kind: "offer", lines: terms.features, stored } },
      at,
    );
    if ("refused" in result) refuseToSend(result.refused);
    context.later(tellAnswered(context, people, replaced));
  } catch (error) {
    await refuseBroken(error, context, replaced);
  }
}

/** Tells the open pages of both participants which offer was replaced, and which requests are answered. */
async function tellAnswered(
  context: AppLoadContext,
  people: { conversationId: string; buyerId: string },
  replaced: offers.Offer | null,
): Promise<void> {
  if (replaced) await tellOffer(context, replaced.id);
  const answered = await requests.listOffered(context.db, people);
  await Promise.all(answered.map(({ id }) => tellRequest(context, id)));
}

/** Why the batch of an offer was broken. @throws Refusal; any other error */
async function refuseBroken(error: unknown, { db, clock }: AppLoadContext, replaced: offers.Offer | null) {
  const rule = guards.broken(error);
  if (rule === "offer-possible") refuse("stale", null, { errors: { gig: [notOffered] } });
  if (rule === "offer-limit") refuse("stale", tooMany);
  if (rule !== "offer-unchanged" || !replaced) throw error;
  const now = await offers.find(db, replaced.id);
  refuse(
    "stale",
    (now && closedSentence(stateNow(now, clock.now()))) ?? "The offer has changed. Please try again",
  );
}

/**
 * The version that an offer replaces; null if it is the first.
 * @throws Refusal; `gone` for an offer that is not the seller's, or of another conversation
 */
async function findReplaced(
  { db, clock }: AppLoadContext,
  viewer: Viewer,
  { conversation }: OfferForm,
  { replaces, gigId }: WrittenOffer,
): Promise<offers.Offer | null> {
  if (!replaces) return null;
  const offer = await offers.find(db, replaces);
  if (offer?.sellerId !== viewer.id || offer.conversationId !== conversation) refuse("gone");
  const closed = refusalToReplace(offer, clock.now());
  if (closed) refuse("stale", closed);
  if (offer.gigId !== gigId) refuseField("gig", "A new version must be for the same service");
  return offer;
}

/** The id of an offer's message: the same form is one offer, and with other terms it is another one. */
async function messageIdOf({ id: sent, conversation }: OfferForm, written: WrittenOffer): Promise<string> {
  return await derivedId(formId(sent), JSON.stringify(["offer", conversation, written]));
}
