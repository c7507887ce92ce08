import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { aboutIn, conversationPath, maxMessageLength, pathAbout } from "#app/conversations/conversation.ts";
import { loadMessages } from "#app/conversations/load-messages.server.ts";
import stylesheet from "#app/conversations/messages.css?url";
import { MessagesScreen } from "#app/conversations/messages-screen.tsx";
import { couldNotCreate, openConversation } from "#app/conversations/open-conversation.server.ts";
import * as replies from "#app/conversations/replies/replies.server.ts";
import { withReply } from "#app/conversations/replies/reply.ts";
import {
  keptFiles,
  messageFields,
  notSent,
  postMessage,
} from "#app/conversations/sending/post-message.server.ts";
import { changeSide } from "#app/conversations/thread/change-side.server.ts";
import { isSideIntent } from "#app/conversations/thread/side-intents.ts";
import type { Partner } from "#app/conversations/thread/thread-view.ts";
import { offsetAt } from "#app/lib/clocks.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm, type SentForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { redirect, seeOther } from "#app/lib/replies.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import * as allowances from "#app/limits/allowances.server.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import { sellerPagePath } from "#app/sellers/page/seller-page.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { useReply } from "#app/ui/use-reply.ts";
import { useRevalidateOnReturn } from "#app/ui/use-revalidate-on-return.ts";
import type { FileView } from "#app/uploads/private-file.ts";
import * as writes from "#app/writes/writes.server.ts";

/** In MB: the files of a message without scripts, and the form around them. */
export const handle: PageHandle = { stylesheet, scripts: "now", uploads: 25 };
export const links = linksOf(handle);
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
  // A prefetch must not create a conversation or mark its messages as read.
  if (context.isPrefetch) throw new Response(null, { status: 204 });
  await allowances.requireRead(context);
  const user = searchParams.get("user");
  if (user) {
    const id = await openConversation(context, viewer, user, pathname + search);
    if (id) throw redirect(pathAbout(conversationPath(id), aboutIn(searchParams)));
  }
  const conversationId = searchParams.get("conversation");
  const asked = { viewerId: viewer.id, isUnknown: user !== null, conversationId };
  const read = () => loadMessages(context, asked, searchParams);
  const { missing, ...loaded } = await mainRead(read, "Failed to load conversations", context.log);
  const { thread } = loaded;
  return data(
    {
      ...loaded,
      thread: thread && { ...thread, other: partner(thread.other, thread.now) },
      draftId: crypto.randomUUID(),
      draft: (await findParked(context, searchParams))?.content ?? "",
      problem: missing ? couldNotCreate : null,
      unanswered: null,
      scripts: context.preferences.scripts,
    },
    { status: missing ? 404 : 200 },
  );
}

/** @param now UTC ms */
function partner({ timeZone, hasPage, ...other }: LoadedThread["other"], now: number): Partner {
  return {
    ...other,
    clockAhead: timeZone === null ? null : offsetAt(now, timeZone),
    page: hasPage && other.username ? sellerPagePath(other.username) : null,
  };
}

type LoadedThread = NonNullable<Awaited<ReturnType<typeof loadMessages>>["thread"]>;
type Loaded = Awaited<ReturnType<typeof loader>>["data"];
type Shown = Omit<Loaded, "unanswered"> & { unanswered: object | null };

/** The data that the open page shows; null if the page is not open. */
let shown: Shown | null = null;

/**
 * The page revalidates automatically, after events and after each send. If such a load fails (no connection,
 * server error, ended session), the page keeps its data, because the user may be typing. A load that the user
 * requested, of another conversation, may fail.
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

/**
 * POST /messages: sends a message (docs/specification.md#sending-messages), or handles one of the buttons.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, ...messageFields, ["intent", "reply"]);
  const intent = form.fields.get("intent");
  if (isSideIntent(intent)) return await changeSide(context, form, intent);
  const [conversation, content] = [form.text("conversation"), form.text("content")];
  const path = conversation ? pathAbout(conversationPath(conversation), aboutIn(form.fields)) : "/messages";
  const typed = typedFields(form.fields, (name) => conversation !== "" && name === "content");
  const park = { typed, longest: { content: maxMessageLength } };
  let files: FileView[] = [];
  const again = ({ kind, first }: Refusal) => ({
    refusal: first,
    content,
    conversation,
    // A new id, because the same one was sent with another text.
    id: kind === "stale" ? null : form.text("id") || null,
    files,
  });
  return await writes.run(context, form, { path, park, again, failed: notSent }, async () => {
    const viewer = writes.viewer(context);
    if (Number(form.text("reply"))) return await putReply(context, viewer, form);
    await postMessage(context, viewer, form, (kept) => {
      files = kept;
    });
    return seeOther(conversationPath(conversation));
  });
}

/** Shows the form again, with a saved reply in its text and the files that came with it. */
async function putReply(context: AppLoadContext, viewer: Viewer, form: SentForm) {
  const [conversation, content, reply] = [
    form.text("conversation"),
    form.text("content"),
    Number(form.text("reply")),
  ];
  const read = () => replies.find(context.db, viewer.id, reply);
  const put = (await mainRead(read, "Failed to load conversations", context.log)) ?? "";
  const files = await keptFiles(context, viewer, form);
  return data({ refusal: null, content: withReply(content, put), conversation, id: null, files });
}

export default function Messages() {
  const loaded = useLoaderData<typeof clientLoader>();
  const refused = useReply<typeof action>();
  useRevalidateOnReturn();
  useEffect(() => {
    shown = loaded;
    return () => {
      shown = null;
    };
  }, [loaded]);
  return <MessagesScreen {...loaded} refused={refused ?? null} />;
}
