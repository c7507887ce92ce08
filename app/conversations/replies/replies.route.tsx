import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import * as replies from "#app/conversations/replies/replies.server.ts";
import { RepliesScreen } from "#app/conversations/replies/replies-screen.tsx";
import { replyForm } from "#app/conversations/replies/reply.form.ts";
import { maxReplies, maxReplyLength } from "#app/conversations/replies/reply.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import { linksOf } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import * as writes from "#app/writes/writes.server.ts";

const path = href("/profile/replies");
const signInFirst = "Please sign in to continue";
const tooManyReplies = `You have ${maxReplies} replies. Delete one first`;
const failed = {
  event: "reply not saved",
  sentence: "We couldn't save your reply. Please try again.",
};

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Saved replies", noindex: true });

/** /profile/replies: texts for messages (docs/specification.md#saved-replies). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const viewer = requireViewer(context, signInFirst, pathname + search);
  const { db, log } = context;
  const saved = await mainRead(() => replies.list(db, viewer.id), "Something went wrong", log);
  return { saved, typed: (await findParked(context, searchParams))?.content ?? "" };
}

/** Saves, changes or deletes a reply. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, replyForm, ["intent"]);
  const content = form.text("content");
  const number = Number(form.fields.get("reply")) || null;
  const again = (refusal: Refusal) => ({ refusal: refusal.first, number, content });
  const park = { typed: typedFields(form.fields, ["content"]), longest: { content: maxReplyLength } };
  return await writes.run(context, form, { path, park, again, failed }, async () => {
    const viewer = writes.viewer(context);
    await writes.allow(context, "profile");
    const isDeleted = number !== null && form.text("intent") === "delete";
    if (isDeleted) await removeReply(context, viewer, number);
    else await saveReply(context, viewer, number, writes.parse(form, replyForm).content.trim());
    return writes.done(context, isDeleted ? "Deleted" : "Saved", path);
  });
}

async function removeReply(context: AppLoadContext, viewer: Viewer, number: number): Promise<void> {
  const holder = sessions.activeUserId(viewer, context.clock.now());
  if (!(await replies.remove(context.db, number, holder))) await writes.requireSession(context, viewer);
}

/** @param number null: a new reply @throws Refusal */
async function saveReply(context: AppLoadContext, viewer: Viewer, number: number | null, text: string) {
  const { db, clock } = context;
  const at = clock.now();
  const holder = sessions.activeUserId(viewer, at);
  const isSaved =
    number === null
      ? await replies.add(db, viewer.id, holder, text, at)
      : await replies.change(db, number, holder, text);
  if (isSaved) return;
  await writes.requireSession(context, viewer);
  refuse("stale", number === null ? tooManyReplies : "This reply no longer exists");
}

export default function Replies() {
  return (
    <RepliesScreen {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}
