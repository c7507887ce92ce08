import type { Submission } from "@conform-to/dom";
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { z } from "zod";
import * as accounts from "#app/auth/accounts.server.ts";
import { costOf } from "#app/auth/allowances/allowance.ts";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import { verifyFirstSentence } from "#app/auth/sentences.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { type About, cannotWrite, conversationPath } from "#app/conversations/conversation.ts";
import * as firstMessages from "#app/conversations/sending/first-messages.server.ts";
import type { messageForm } from "#app/conversations/sending/message.form.ts";
import { send } from "#app/conversations/sending/sending.server.ts";
import type { MessageView } from "#app/conversations/thread/thread-view.ts";
import { errorStack } from "#app/lib/errors.ts";

/**
 * A saved message, or why it was refused. @property wait seconds until it may be sent @property mails a mail
 * waits for the viewer
 */
export type Posted =
  | { sent: MessageView; previous: number | null }
  | { refusal: string; status: number; wait?: number; mails?: true };

/** @param wait seconds */
const tooManyNewPeople = (wait: number) =>
  `You have written to many new people. Please wait ${limits.waitText(wait)}, then try again.`;

/** Sends a posted message (docs/specification.md#sending-messages). It never throws. */
export async function postMessage(
  context: AppLoadContext,
  viewer: Viewer,
  submission: Submission<z.output<typeof messageForm>>,
  about: About,
): Promise<Posted> {
  if (submission.status !== "success") {
    const refusal = Object.values(submission.error ?? {}).flat()[0] ?? "Failed to send message";
    return { refusal, status: 400 };
  }
  const { conversation: conversationId, content, id = crypto.randomUUID() } = submission.value;
  const { db, clock, log } = context;
  try {
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
    const result = await send(context, { id, conversationId, senderId: viewer.id, content, about }, at);
    if ("sent" in result) return result;
    if (result.refused === "blocked") return { refusal: cannotWrite, status: 403 };
    return { refusal: "Failed to send message", status: result.refused === "id taken" ? 409 : 404 };
  } catch (error) {
    log("error", "message not sent", { error: errorStack(error) });
    return { refusal: "Failed to send message", status: 503 };
  }
}
