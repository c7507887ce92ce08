import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from "@remix-run/react";
import { useEffect } from "react";
import * as accounts from "#app/auth/accounts.server.ts";
import { costOf } from "#app/auth/allowances/allowance.ts";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { requireVerified, requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import { verifyFirstSentence } from "#app/auth/sentences.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { conversationPath, listAskedIn, listPath } from "#app/conversations/conversation.ts";
import * as conversations from "#app/conversations/conversations.server.ts";
import { messageForm } from "#app/conversations/message.form.ts";
import { MessagesScreen } from "#app/conversations/messages-screen.tsx";
import { deliver } from "#app/conversations/outgoing.ts";
import { findDraft, pathWithDraft } from "#app/drafts/drafts.server.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { leadTo, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import styles from "#app/styles/signed-in.css?url";
import { useRevalidateOnReturn } from "#app/ui/use-revalidate-on-return.ts";

export const handle = { scripts: "now" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Messages", noindex: true });

/**
 * /messages: the list, and on wide screens the first conversation (docs/specification.md#messages-screen).
 * `?conversation=`: that conversation; its messages are marked as read. `?user=`: the conversation with that
 * user, which is created if there is none.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const viewer = requireViewer(context, "Please sign in to continue", pathname + search);
  // A prefetch must not create a conversation, nor mark its messages as read.
  if (context.isPrefetch) throw new Response(null, { status: 204 });
  const user = searchParams.get("user");
  if (user) {
    const id = await openConversation(context, viewer, user, pathname + search);
    if (id) throw leadTo(conversationPath(id));
  }
  const conversationId = searchParams.get("conversation");
  const listAsked = listAskedIn(searchParams);
  const read = async () => {
    const [{ rows: list, next }, header] = await Promise.all([
      conversations.list(context.db, viewer.id, listAsked),
      profiles.findHeader(context.db, viewer.id, conversationId),
    ]);
    // Beside a list that was asked for, only a conversation that was asked for.
    const isPlain = listAsked.filter === "all" && !listAsked.before && !listAsked.name;
    const first = isPlain ? list[0]?.id : null;
    const shown = user ? null : (conversationId ?? first ?? null);
    const thread = shown
      ? await conversations.findThread(context.db, shown, viewer.id, conversationId !== null)
      : null;
    const missing = Boolean(user || (conversationId && !thread));
    const loaded = {
      viewerId: viewer.id,
      asked: conversationId !== null,
      filter: listAsked.filter,
      name: listAsked.name,
      older: next && listPath({ ...listAsked, before: next }),
      list: list.map((row) => (row.id === conversationId ? { ...row, unread: 0 } : row)),
      thread,
      draftId: crypto.randomUUID(),
      draft: (await findDraft(context, searchParams))?.content ?? "",
      problem: missing ? couldNotCreate : null,
      /** For the badge in the header: root.tsx reads it from here while this page is open. */
      unread: header?.unread ?? 0,
      unanswered: null,
      scripts: context.preferences.scripts,
    };
    return data(loaded, { status: missing ? 404 : 200 });
  };
  return await mainRead(read, "Failed to load conversations", context.log);
}

/**
 * The conversation with a user, which is created if there is none.
 * @param address the requested one, to which a viewer returns after signing in again
 * @returns its id; null if there is no such user
 * @throws Response 303 if the session has ended or the viewer's address is not verified; 503 if the database
 * fails; 429 above the limit
 */
async function openConversation(context: AppLoadContext, viewer: Viewer, otherId: string, address: string) {
  let over: allowances.Over | null;
  try {
    // This read writes, and the header asks the session's row too late.
    if (!(await sessions.isAlive(context.db, viewer.sessionId, context.clock.now())))
      throw signInAgain(context, address);
    await requireVerified(context, viewer, "send messages", "/messages");
    over = await allowances.ask(context, "conversation");
    if (!over) return await conversations.findOrCreate(context.db, viewer.id, otherId, context.clock.now());
  } catch (error) {
    if (error instanceof Response) throw error;
    context.log("error", "conversation not opened", { error: errorStack(error) });
    throw new Response(couldNotCreate, { status: 503, headers: { "Retry-After": "5" } });
  }
  throw tooManyTries(over.sentence, over.wait);
}

/** An unknown conversation or user, and a failure (docs/specification.md#messages-screen). */
const couldNotCreate = "Could not create conversation";

type Loaded = Awaited<ReturnType<typeof loader>>["data"];
type Shown = Omit<Loaded, "unanswered"> & { unanswered: object | null };

/** The data that the open page shows; null if the page is not open. */
let shown: Shown | null = null;

/**
 * The page revalidates automatically, after events and after each send. If such a load fails (no connection,
 * server error, ended session), the page keeps its data, because the user may be typing. A load that the user
 * has asked for, of another conversation, may fail.
 */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<Shown> {
  try {
    return await serverLoader<typeof loader>();
  } catch (error) {
    const { searchParams } = new URL(request.url);
    const conversationId = searchParams.get("conversation");
    if (!shown || searchParams.has("user") || (conversationId && conversationId !== shown.thread?.id))
      throw error;
    return { ...shown, asked: conversationId !== null, unanswered: {} };
  }
}

/** POST /messages: sends a message (docs/specification.md#sending-messages). */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, messageForm, ["intent"]);
  const intent = form.fields.get("intent");
  if (intent === "archive" || intent === "bring-back")
    return await archiveConversation(context, String(form.fields.get("conversation")), intent);
  const submission = form.parse(messageForm);
  const payload = submission.payload;
  const conversationId = typeof payload.conversation === "string" ? payload.conversation : "";
  const content = typeof payload.content === "string" ? payload.content : "";
  const wayBack = () =>
    conversationId
      ? pathWithDraft(context, conversationPath(conversationId), content.trim() ? { content } : {})
      : "/messages";
  const viewer = context.viewer ?? requireViewer(context, "Please sign in to continue", await wayBack());
  const id = submission.status === "success" ? (submission.value.id ?? null) : null;
  const typed = { content, conversation: conversationId, id };
  const refuse = (refusal: string, status: number) =>
    data({ refusal, ...typed, id: status === 409 ? null : id }, { status });
  if (submission.status !== "success") {
    return refuse(Object.values(submission.error ?? {}).flat()[0] ?? "Failed to send message", 400);
  }
  try {
    const at = context.clock.now();
    const [over, account] = await Promise.all([
      allowances.ask(context, "message", costOf(content)),
      accounts.find(context.db, viewer.id),
    ]);
    if (over) return tooManyTries({ refusal: over.sentence, ...typed }, over.wait);
    if (!account?.emailVerifiedAt) {
      const back = conversationId ? conversationPath(conversationId) : "/messages";
      await accounts.resendVerifyLink(context.db, viewer.id, at, back);
      context.later(mails.sendWaiting(context));
      return refuse(verifyFirstSentence("send messages"), 403);
    }
    const result = await conversations.send(
      context,
      { id: id ?? crypto.randomUUID(), conversationId, senderId: viewer.id, content },
      at,
    );
    if ("refused" in result)
      return refuse("Failed to send message", result.refused === "id taken" ? 409 : 404);
  } catch (error) {
    context.log("error", "message not sent", { error: errorStack(error) });
    return refuse("Failed to send message", 503);
  }
  return seeOther(conversationPath(conversationId));
}

async function archiveConversation(context: AppLoadContext, id: string, intent: "archive" | "bring-back") {
  const { db, clock, log } = context;
  const back = conversationPath(id);
  const viewer = requireViewer(context, "Please sign in to continue", back);
  const isArchived = intent === "archive";
  const over = await allowances.ask(context, "draft");
  if (over) throw tooManyTries(over.sentence, over.wait);
  try {
    const at = clock.now();
    if (!(await conversations.archive(db, id, sessions.activeUserId(viewer, at), isArchived))) {
      if (!(await sessions.isAlive(db, viewer.sessionId, at))) return signInAgain(context, back);
      throw new Response(couldNotCreate, { status: 404 });
    }
  } catch (error) {
    if (error instanceof Response) throw error;
    log("error", "conversation not archived", { error: errorStack(error) });
    toast(context, "error", "The conversation was not moved. Please try again");
    return seeOther(back);
  }
  toast(
    context,
    "success",
    isArchived ? "Archived. A new message brings it back" : "It is in your list again",
  );
  return seeOther(isArchived ? "/messages" : back);
}

/** With scripts, a message is sent in the background, and its result is shown in the conversation. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const fields = await request.clone().formData();
  if (fields.has("intent")) return await serverAction<typeof action>();
  return await deliver(String(fields.get("id")), String(fields.get("conversation")), () =>
    serverAction<typeof action>(),
  );
}

export default function Messages() {
  const loaded = useLoaderData<typeof clientLoader>();
  const refused = useActionData<typeof action>();
  useRevalidateOnReturn();
  useEffect(() => {
    shown = loaded;
    return () => {
      shown = null;
    };
  }, [loaded]);
  return <MessagesScreen {...loaded} refused={refused ?? null} />;
}
