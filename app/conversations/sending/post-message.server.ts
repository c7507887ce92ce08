import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Viewer } from "#app/auth/viewer.ts";
import { aboutIn, accountDeleted, cannotWrite } from "#app/conversations/conversation.ts";
import { placeOf } from "#app/conversations/files/message-files.server.ts";
import * as firstMessages from "#app/conversations/sending/first-messages.server.ts";
import { messageForm } from "#app/conversations/sending/message.form.ts";
import { findRefusal, type NotSent, send } from "#app/conversations/sending/sending.server.ts";
import { findMessage } from "#app/conversations/thread/thread-messages.server.ts";
import type { MessageView } from "#app/conversations/thread/thread-view.ts";
import { errorStack } from "#app/lib/errors.ts";
import type { SentForm } from "#app/lib/forms.ts";
import { Refusal, refuse } from "#app/lib/refusal.ts";
import { costOf, costOfFiles, waitText } from "#app/limits/limits.ts";
import { type FileView, fileGone } from "#app/uploads/private-file.ts";
import * as privateFiles from "#app/uploads/private-files.server.ts";
import { sentFiles } from "#app/uploads/sent-files.ts";
import * as writes from "#app/writes/writes.server.ts";

/** A saved message, and the number of the one before it. */
export type Saved = { sent: MessageView; previous: number | null };

/** @param wait seconds */
const tooManyNewPeople = (wait: number) =>
  `You have written to many new people. Please wait ${waitText(wait)}, then try again.`;

/** All fields of a message's form (docs/specification.md#form-fields). */
export const messageFields = [messageForm(0), ["gig", "order", "offer", "files", "files-kept"]] as const;

const failed = "Failed to send message";

/** Why a message was not sent, for the log and the sender. */
export const notSent = { event: "message not sent", sentence: failed };

/**
 * Sends a posted message (docs/specification.md#sending-messages).
 * @param keep gets the stored files: the form keeps them for the next attempt
 * @throws Refusal
 */
export async function postMessage(
  context: AppLoadContext,
  viewer: Viewer,
  form: SentForm,
  keep: (files: FileView[]) => void = () => {},
): Promise<Saved> {
  const taken = await takeFiles(context, viewer, form);
  if ("sent" in taken) return taken;
  const { files, problem } = taken;
  keep(files);
  const { conversation, content, id } = parseMessage(form, files.length + (problem ? 1 : 0));
  if (problem) throw problem;
  await writes.allowVerified(context, viewer, "send messages", "message", costOf(content));
  const at = context.clock.now();
  await countFirst(context, viewer, conversation, at);
  const about = aboutIn(form.fields);
  const message = { id, conversationId: conversation, senderId: viewer.id, content, about, files };
  const result = await send(context, message, at);
  return "sent" in result ? result : refuseToSend(result.refused);
}

/** Counts the first message to a person (docs/specification.md#message-limits). @throws Refusal over */
export async function countFirst({ db }: AppLoadContext, { id }: Viewer, conversation: string, at: number) {
  const wait = await firstMessages.count(db, id, conversation, at);
  if (wait !== null) refuse("over", tooManyNewPeople(wait), { wait });
}

/**
 * @param files the number of files: only a message with files may have no text @throws Refusal with one
 * sentence
 */
function parseMessage(form: SentForm, files: number) {
  const submission = form.parse(messageForm(files));
  if (submission.status !== "success")
    refuse("invalid", Object.values(submission.error ?? {}).flat()[0] ?? failed);
  return { ...submission.value, id: submission.value.id ?? crypto.randomUUID() };
}

/** @throws Refusal that says why a message was not sent */
export function refuseToSend(refused: NotSent): never {
  switch (refused) {
    case "blocked":
      return refuse("refused", cannotWrite);
    case "deleted":
      return refuse("refused", accountDeleted);
    case "files gone":
      return refuse("invalid", fileGone);
    case "id taken":
      return refuse("stale", failed);
    case "not a participant":
      return refuse("gone", failed);
  }
}

export type TakenFiles = { files: privateFiles.NewFile[]; problem: Refusal | null };

/**
 * Stores the files of a message's form before anything else is decided, so that a refused form keeps them.
 * @param ids the conversation, and the id of the message
 * @returns `sent`: the message was sent with these files before, and the response was lost. `problem`: why
 * some are not stored
 * @throws Refusal
 */
export async function takeFiles(
  context: AppLoadContext,
  viewer: Viewer,
  { fields, refusal }: SentForm,
  [conversationId, id]: [string, string] = idsIn(fields),
): Promise<TakenFiles | Saved> {
  const none: TakenFiles = { files: [], problem: null };
  const sent = sentFiles(fields, "files", `message ${id}`);
  if (refusal || !conversationId || sent.files.length + sent.kept.length === 0) return none;
  const refused = await findRefusal(context.db, conversationId, viewer.id);
  if (refused) refuseToSend(refused);
  if (sent.files.length > 0) await writes.allow(context, "file", costOfFiles(sent.files));
  const { files, refusals, hasFailed } = await privateFiles.take(
    context,
    viewer.id,
    placeOf(conversationId),
    sent,
  );
  if (refusals.length === 0) return { files, problem: null };
  const before = id ? await findMessage(context.db, conversationId, id) : null;
  if (before && before.message.senderId === viewer.id && isRepeated(before.message, sent.kept, fields))
    return { sent: before.message, previous: before.previous };
  return { files, problem: new Refusal(hasFailed ? "failed" : "invalid", refusals.join(" ")) };
}

/** The ids of the conversation and of the message in a form. */
function idsIn(fields: FormData): [string, string] {
  return [String(fields.get("conversation") ?? ""), String(fields.get("id") ?? "")];
}

/**
 * The files of a form that is shown again with a saved reply. A file that can't be stored must be chosen
 * again.
 */
export async function keptFiles(
  context: AppLoadContext,
  viewer: Viewer,
  form: SentForm,
): Promise<FileView[]> {
  try {
    const taken = await takeFiles(context, viewer, form);
    return "files" in taken ? taken.files : [];
  } catch (error) {
    if (!(error instanceof Refusal)) context.log("error", notSent.event, { error: errorStack(error) });
    return [];
  }
}

/** Whether a message has this text and these files. */
function isRepeated({ content, files }: MessageView, kept: string[], fields: FormData): boolean {
  const typed = fields.get("content");
  return (
    content === (typeof typed === "string" ? typed.trim() : "") &&
    kept.length === files.length &&
    files.every(({ id }) => kept.includes(id))
  );
}
