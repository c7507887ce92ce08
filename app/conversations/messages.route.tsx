import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from "@remix-run/react";
import { useEffect } from "react";
import * as accounts from "#app/auth/accounts.server.ts";
import { requireVerified, requireViewer } from "#app/auth/require-viewer.server.ts";
import { verifyFirst } from "#app/auth/sign-in-path.ts";
import { conversationPath, draftPath } from "#app/conversations/conversation.ts";
import * as conversations from "#app/conversations/conversations.server.ts";
import { messageForm } from "#app/conversations/message.form.ts";
import { MessagesScreen } from "#app/conversations/messages-screen.tsx";
import { deliver } from "#app/conversations/outgoing.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { seeOther } from "#app/lib/replies.ts";
import { keptText } from "#app/lib/url-text.ts";
import type { PageHandle } from "#app/page-handle.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import desk from "#app/styles/signed-in.css?url";

export const handle: PageHandle = { scripts: "now" };
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
    const [list, header] = await Promise.all([
      conversations.list(context.db, viewer.id),
      profiles.header(context.db, viewer.id, asked),
    ]);
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
      draft: keptText(searchParams.get("draft")),
      problem: missing ? "Could not create conversation" : null,
      /** The header's badge, which root.tsx takes from here while this page is open. */
      unread: header?.unread ?? 0,
      unanswered: null,
      scripts: context.preferences.scripts,
    };
    return data(loaded, { status: missing ? 404 : 200 });
  } catch (error) {
    context.log("error", "conversations not read", { error: errorStack(error) });
    throw data("Failed to load conversations", { status: 503 });
  }
}

type Loaded = Awaited<ReturnType<typeof loader>>["data"];
type Shown = Omit<Loaded, "unanswered"> & { unanswered: object | null };

/** What the page shows in this browser; null: it is not open. */
let shown: Shown | null = null;

/**
 * The page asks again by itself, for news and after each send. When the line is cut then, the server fails or the session is
 * over, it stays as it is: whoever is typing has done nothing. Another thread, which somebody asked for, may fail.
 */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<Shown> {
  try {
    return await serverLoader<typeof loader>();
  } catch (error) {
    const { searchParams } = new URL(request.url);
    const asked = searchParams.get("conversation");
    if (!shown || searchParams.has("user") || (asked && asked !== shown.thread?.id)) throw error;
    return { ...shown, asked: asked !== null, unanswered: {} };
  }
}

/** Saved first, then pushed; a repeated send is one message (docs/specification.md#sending-messages). */
export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: messageForm });
  const payload = submission.payload;
  const asked = typeof payload.conversation === "string" ? payload.conversation : "";
  const content = typeof payload.content === "string" ? payload.content : "";
  const viewer = requireViewer(
    context,
    "Please sign in to continue",
    asked ? draftPath(asked, content) : "/messages",
  );
  const id = submission.status === "success" ? (submission.value.id ?? null) : null;
  const refuse = (refusal: string, status: number) =>
    data({ refusal, content, conversation: asked, id: status === 409 ? null : id }, { status });
  if (submission.status !== "success") {
    return refuse(Object.values(submission.error ?? {}).flat()[0] ?? "Failed to send message", 400);
  }
  try {
    const at = context.clock.now();
    const account = await accounts.find(context.db, viewer.id);
    if (!account?.emailVerifiedAt) {
      await accounts.remindToVerify(context.db, viewer.id, at);
      return refuse(verifyFirst("send messages"), 403);
    }
    const result = await conversations.send(
      context,
      { id: id ?? crypto.randomUUID(), conversationId: asked, senderId: viewer.id, content },
      at,
    );
    if ("refused" in result)
      return refuse("Failed to send message", result.refused === "id taken" ? 409 : 404);
  } catch (error) {
    context.log("error", "message not sent", { error: errorStack(error) });
    return refuse("Failed to send message", 503);
  }
  return seeOther(conversationPath(asked));
}

/** With scripts a message is on its way beside the page, and what becomes of it is shown in its thread. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const fields = await request.clone().formData();
  return await deliver(String(fields.get("id")), String(fields.get("conversation")), () =>
    serverAction<typeof action>(),
  );
}

/** A browser that only looks ahead makes no conversation. */
function isPrefetch(request: Request): boolean {
  return [request.headers.get("Sec-Purpose"), request.headers.get("Purpose")].some((value) =>
    value?.includes("prefetch"),
  );
}

export default function Messages() {
  const loaded = useLoaderData<typeof clientLoader>();
  const refused = useActionData<typeof action>();
  useEffect(() => {
    shown = loaded;
    return () => {
      shown = null;
    };
  }, [loaded]);
  return <MessagesScreen {...loaded} refused={refused ?? null} />;
}
