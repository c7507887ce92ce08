import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireVerified, requireViewer } from "#app/auth/require-viewer.server.ts";
import { conversationPath } from "#app/conversations/conversation.ts";
import * as conversations from "#app/conversations/conversations.server.ts";
import { messageForm } from "#app/conversations/message.form.ts";
import { MessagesScreen } from "#app/conversations/messages-screen.tsx";
import desk from "#app/desk.css?url";
import { pageMeta } from "#app/layout/meta.ts";
import { errorStack } from "#app/lib/errors.ts";
import { seeOther } from "#app/lib/replies.ts";

export const handle = { scripts: "now" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];
export const meta: MetaFunction = () => pageMeta({ title: "Messages", noindex: true });

/**
 * /messages: the list, with the first thread beside it on wide screens. ?conversation=: that thread, which is thereby read.
 * ?user=: the conversation with that user, made when there is none.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const viewer = requireViewer(context, "Please sign in to continue", pathname + search);
  const user = searchParams.get("user");
  if (user) {
    if (isPrefetch(request)) throw new Response(null, { status: 204 });
    await requireVerified(context, viewer, "send messages", "/messages");
    const id = await conversations.between(context.db, viewer.id, user, context.clock.now());
    if (id) throw redirect(conversationPath(id));
  }
  const asked = searchParams.get("conversation");
  try {
    const list = await conversations.list(context.db, viewer.id);
    const shown = user ? null : (asked ?? list[0]?.id ?? null);
    const thread = shown
      ? await conversations.openThread(context.db, shown, viewer.id, asked !== null)
      : null;
    const missing = Boolean(user || (asked && !thread));
    const loaded = {
      viewerId: viewer.id,
      asked: asked !== null,
      list: list.map((row) => (row.id === asked ? { ...row, unread: 0 } : row)),
      thread,
      draftId: crypto.randomUUID(),
      problem: missing ? "Could not create conversation" : null,
    };
    return data(loaded, { status: missing ? 404 : 200 });
  } catch (error) {
    context.log("error", "conversations not read", { error: errorStack(error) });
    throw data("Failed to load conversations", { status: 503 });
  }
}

/** Saved first, then pushed; a repeated send is one message (product.md section 6). */
export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await request.formData(), { schema: messageForm });
  const asked = submission.payload.conversation;
  const back = typeof asked === "string" && asked ? conversationPath(asked) : "/messages";
  const viewer = requireViewer(context, "Please sign in to continue", back);
  const content = typeof submission.payload.content === "string" ? submission.payload.content : "";
  const refuse = (sentence: string, status: number) =>
    data({ refusal: sentence, content, conversation: String(asked) }, { status });
  if (submission.status !== "success") {
    return refuse(Object.values(submission.error ?? {}).flat()[0] ?? "Failed to send message", 400);
  }
  await requireVerified(context, viewer, "send messages", back);
  const { conversation, id } = submission.value;
  try {
    const result = await conversations.send(
      context,
      { id: id ?? crypto.randomUUID(), conversationId: conversation, senderId: viewer.id, content },
      context.clock.now(),
    );
    if ("refused" in result)
      return refuse("Failed to send message", result.refused === "id taken" ? 409 : 404);
  } catch (error) {
    context.log("error", "message not sent", { error: errorStack(error) });
    return refuse("Failed to send message", 503);
  }
  return seeOther(back);
}

/** A browser that only looks ahead makes no conversation. */
function isPrefetch(request: Request): boolean {
  return [request.headers.get("Sec-Purpose"), request.headers.get("Purpose")].some((value) =>
    value?.includes("prefetch"),
  );
}

export default function Messages() {
  const loaded = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <MessagesScreen {...loaded} refused={refused ?? null} />;
}
