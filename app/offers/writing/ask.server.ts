import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Viewer } from "#app/auth/viewer.ts";
import { conversationPath } from "#app/conversations/conversation.ts";
import * as conversations from "#app/conversations/conversations.server.ts";
import { countFirst, refuseToSend, takeFiles } from "#app/conversations/sending/post-message.server.ts";
import { derivedId, formId, send } from "#app/conversations/sending/sending.server.ts";
import type { SentForm } from "#app/lib/forms.ts";
import * as guards from "#app/lib/guards.server.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { pickFields, typedFields } from "#app/lib/typed-fields.ts";
import { costOf } from "#app/limits/limits.ts";
import { maxOpenRequests, newOfferPath, offerBounds } from "#app/offers/offer.ts";
import { askForm, typedInto } from "#app/offers/writing/ask.form.ts";
import { type Asked, type AskedAt, findAsked } from "#app/offers/writing/asked.server.ts";
import { type AskReply, loadAskAgain } from "#app/offers/writing/load-ask.server.ts";
import * as requests from "#app/offers/writing/requests.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import type { FileView } from "#app/uploads/private-file.ts";
import * as writes from "#app/writes/writes.server.ts";

const failed = {
  event: "offer not asked for",
  sentence: "Your request was not sent. What you typed is still here. Please try again.",
};

const tooManyWait = `${maxOpenRequests} of your requests are already waiting for an answer in this conversation. Wait for the answer, or write a message`;

/**
 * POST /offers with `intent=ask`: a message with a card that asks for an offer
 * (docs/specification.md#asking-for-an-offer). The conversation is created if there is none.
 */
export async function askAction(context: AppLoadContext, form: SentForm) {
  const at = askedAtIn(form.fields);
  const typed = pickFields(typedFields(form.fields, typedInto), typedInto);
  const id = form.text("id");
  let files: FileView[] = [];
  const again = async (refusal: Refusal): Promise<AskReply> => ({
    ask: await loadAskAgain(context, at),
    ...{ at, typed, id, files, refusal: refusal.sentence, errors: refusal.errors },
  });
  const path = askPath(at);
  const park = { typed: typedFields(form.fields, typedInto), longest: { content: offerBounds.text[1] } };
  return await writes.run(context, form, { path, park, again, failed }, async () => {
    const viewer = writes.viewer(context);
    const asked = (await findAsked(context.db, viewer.id, at)) ?? refuse("gone");
    if (asked.problem) throw asked.problem;
    const conversation = await sendRequest(context, viewer, form, asked, (kept) => {
      files = kept;
    });
    return writes.done(context, "Your request was sent", conversationPath(conversation));
  });
}

/** The address of the form. */
function askPath({ conversation, gig }: AskedAt): string {
  if (!conversation) return newOfferPath({ gig: gig ?? "" });
  return newOfferPath({ conversation, ask: true, ...(gig ? { gig } : {}) });
}

/** Parses where an offer is asked for, from an address or a form. */
export function askedAtIn(parameters: { get(name: string): unknown }): AskedAt {
  const textOf = (name: string) => {
    const value = parameters.get(name);
    return typeof value === "string" && value !== "" ? value : null;
  };
  return { conversation: textOf("conversation"), gig: textOf("gig") };
}

/**
 * @param keep gets the stored files: the form keeps them for the next attempt
 * @returns the id of the conversation
 * @throws Refusal
 */
async function sendRequest(
  context: AppLoadContext,
  viewer: Viewer,
  form: SentForm,
  asked: Asked,
  keep: (files: FileView[]) => void,
): Promise<string> {
  const { db, clock } = context;
  const schema = askForm(clock.now(), await profiles.timeZoneOf(db, viewer.id));
  const hasFiles = form.fields.has("files-kept") || form.fields.getAll("files").some(isChosen);
  // A refused form without files needs no conversation, so it writes nothing.
  const isSent = hasFiles || form.parse(schema).status === "success";
  const conversation = asked.conversation ?? (isSent ? await open(context, viewer, asked.other.id) : "");
  const id = await messageIdOf(form.fields, asked);
  const taken = await takeFiles(context, viewer, form, [conversation, id]);
  if ("sent" in taken) return conversation;
  keep(taken.files);
  const { content, budget, wantedBy } = writes.parse(form, schema);
  if (taken.problem) refuse(taken.problem.kind, null, { errors: { files: [taken.problem.first] } });
  await writes.allowVerified(context, viewer, "send messages", "message", costOf(content));
  const at = clock.now();
  await countFirst(context, viewer, conversation, at);
  const gigId = asked.gig?.id ?? null;
  const people = { conversationId: conversation, buyerId: viewer.id, sellerId: asked.other.id };
  const request = { ...people, gigId, budgetCents: budget, wantedBy };
  const stored = (message: string) => requests.requested(db, message, request, at);
  const message = { id, conversationId: conversation, senderId: viewer.id, content, files: taken.files };
  const about = { gig: gigId, order: null, offer: null };
  const card = { kind: "request" as const, stored };
  try {
    const result = await send(context, { ...message, about, card }, at);
    return "sent" in result ? conversation : refuseToSend(result.refused);
  } catch (error) {
    if (guards.broken(error) === "offer-request-limit") refuse("stale", tooManyWait);
    throw error;
  }
}

/** Whether a file was chosen. For an empty field a browser sends a file without a name. */
function isChosen(file: FormDataEntryValue): boolean {
  return typeof file !== "string" && file.name !== "";
}

/** Finds the conversation with a seller, or creates it. @throws Refusal */
async function open(context: AppLoadContext, viewer: Viewer, sellerId: string): Promise<string> {
  await writes.allowVerified(context, viewer, "send messages", "conversation", 1);
  const id = await conversations.findOrCreate(context.db, viewer.id, sellerId, context.clock.now());
  return id ?? refuse("gone");
}

/**
 * The id of a request's message: the same form is one request, and with other values another one. The text
 * and the files are compared when it is sent.
 */
async function messageIdOf(fields: FormData, asked: Asked): Promise<string> {
  const id = formId(String(fields.get("id") ?? ""));
  const chosen = ["budget", "wantedBy"].map((name) => String(fields.get(name) ?? "").trim());
  return await derivedId(id, JSON.stringify(["request", asked.gig?.id ?? null, ...chosen]));
}
