import type { AppLoadContext } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import { costOf, costOfFiles } from "#app/auth/allowances/allowance.ts";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import { verifyFirstSentence } from "#app/auth/sentences.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import {
  type About,
  accountDeleted,
  cannotWrite,
  conversationPath,
} from "#app/conversations/conversation.ts";
import { placeOf } from "#app/conversations/files/message-files.server.ts";
import * as firstMessages from "#app/conversations/sending/first-messages.server.ts";
import { messageForm } from "#app/conversations/sending/message.form.ts";
import { findRefusal, type NotSent, send } from "#app/conversations/sending/sending.server.ts";
import { findMessage } from "#app/conversations/thread/thread-messages.server.ts";
import type { MessageView } from "#app/conversations/thread/thread-view.ts";
import { errorStack } from "#app/lib/errors.ts";
import type { SentForm } from "#app/lib/forms.ts";
import { type FileView, fileGone } from "#app/uploads/private-file.ts";
import * as privateFiles from "#app/uploads/private-files.server.ts";
import { sentFiles } from "#app/uploads/sent-files.ts";

/**
 * A saved message, or why it was refused. @property wait seconds until it may be sent @property mails a mail
 * waits for the viewer @property files those that are stored, for the next try
 */
export type Posted = Saved | Refused;
type Saved = { sent: MessageView; previous: number | null };
type Refused = { refusal: string; status: number; wait?: number; mails?: true; files?: FileView[] };

/** @param wait seconds */
const tooManyNewPeople = (wait: number) =>
  `You have written to many new people. Please wait ${limits.waitText(wait)}, then try again.`;

/** The other fields of a message's form (docs/specification.md#form-fields). */
export const messageFields = [messageForm(0), ["gig", "order", "files", "files-kept"]] as const;

/** Sends a posted message (docs/specification.md#sending-messages). It never throws. */
export async function postMessage(
  context: AppLoadContext,
  viewer: Viewer,
  form: SentForm,
  about: About,
): Promise<Posted> {
  try {
    const taken = await takeFiles(context, viewer, form);
    if ("sent" in taken) return taken;
    const { files } = taken;
    const posted =
      "refusal" in taken ? taken : await postText(context, viewer, form, about, taken.problem, taken.files);
    return "sent" in posted ? posted : { ...posted, files };
  } catch (error) {
    context.log("error", "message not sent", { error: errorStack(error) });
    return { refusal: failed, status: 503 };
  }
}

const failed = "Failed to send message";

/** @param problem why some of its files are not taken */
async function postText(
  context: AppLoadContext,
  viewer: Viewer,
  form: SentForm,
  about: About,
  problem: Refused | null,
  files: privateFiles.NewFile[],
): Promise<Posted> {
  const submission = form.parse(messageForm(files.length + (problem ? 1 : 0)));
  if (submission.status !== "success") {
    const refusal = Object.values(submission.error ?? {}).flat()[0] ?? failed;
    return { refusal, status: 400 };
  }
  if (problem) return problem;
  const { conversation: conversationId, content, id = crypto.randomUUID() } = submission.value;
  const { db, clock } = context;
  const at = clock.now();
  const [over, account] = await Promise.all([
    allowances.ask(context, "message", costOf(content)),
    accounts.find(db, viewer.id),
  ]);
  if (over) return { refusal: over.sentence, status: 429, wait: over.wait };
  if (!account?.emailVerifiedAt) {
    await accounts.resendVerifyLink(db, viewer.id, at, conversationPath(conversationId));
    return { refusal: verifyFirstSentence("send messages"), status: 403, mails: true };
  }
  const wait = await firstMessages.count(db, viewer.id, conversationId, at);
  if (wait !== null) return { refusal: tooManyNewPeople(wait), status: 429, wait };
  const result = await send(context, { id, conversationId, senderId: viewer.id, content, about, files }, at);
  if ("sent" in result) return result;
  return refusalOf(result.refused);
}

function refusalOf(refused: NotSent): Refused {
  switch (refused) {
    case "blocked":
      return { refusal: cannotWrite, status: 403 };
    case "deleted":
      return { refusal: accountDeleted, status: 403 };
    case "files gone":
      return { refusal: fileGone, status: 400 };
    case "id taken":
      return { refusal: failed, status: 409 };
    case "not a participant":
      return { refusal: failed, status: 404 };
  }
}

type TakenFiles = { files: privateFiles.NewFile[]; problem: Refused | null };

/**
 * Takes the files of a message's form, before anything is decided: a form that is refused keeps them.
 * @returns `sent`: the message was sent with these files before, and its answer was lost. `problem`: why some
 *   are not taken
 * @throws Error if the database fails
 */
export async function takeFiles(
  context: AppLoadContext,
  viewer: Viewer,
  { fields, refusal }: SentForm,
): Promise<TakenFiles | Saved | (Refused & { files: privateFiles.NewFile[] })> {
  const none: TakenFiles = { files: [], problem: null };
  const [conversationId, id] = ["conversation", "id"].map((name) => String(fields.get(name) ?? ""));
  const sent = sentFiles(fields, "files", `message ${id}`);
  if (refusal || !conversationId || sent.files.length + sent.kept.length === 0) return none;
  const refused = await findRefusal(context.db, conversationId, viewer.id);
  if (refused) return { ...refusalOf(refused), files: [] };
  const over = sent.files.length > 0 ? await allowances.ask(context, "file", costOfFiles(sent.files)) : null;
  if (over) return { refusal: over.sentence, status: 429, wait: over.wait, files: [] };
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
  return { files, problem: { refusal: refusals.join(" "), status: hasFailed ? 503 : 400 } };
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
