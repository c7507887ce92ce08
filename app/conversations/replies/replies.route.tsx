import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import * as replies from "#app/conversations/replies/replies.server.ts";
import { RepliesScreen } from "#app/conversations/replies/replies-screen.tsx";
import { replyForm } from "#app/conversations/replies/reply.form.ts";
import { longestReply, mostReplies } from "#app/conversations/replies/reply.ts";
import { findDraft, pathWithDraft } from "#app/drafts/drafts.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";

const path = "/profile/replies";
const signInFirst = "Please sign in to continue";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Saved replies", noindex: true });

/** /profile/replies: texts for messages (docs/specification.md#saved-replies). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const viewer = requireViewer(context, signInFirst, pathname + search);
  const { db, log } = context;
  const saved = await mainRead(() => replies.list(db, viewer.id), "Something went wrong", log);
  return { saved, typed: (await findDraft(context, searchParams))?.content ?? "" };
}

/** Saves, changes or deletes a reply. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, replyForm, ["intent"]);
  const { db, clock, log } = context;
  const submission = form.parse(replyForm);
  const content = String(form.fields.get("content") ?? "");
  const number = Number(form.fields.get("reply")) || null;
  const wayBack = () =>
    pathWithDraft(context, path, {
      sent: form.fields,
      typed: typedFields(form.fields, (name) => name === "content"),
      longest: { content: longestReply },
    });
  const viewer = context.viewer ?? requireViewer(context, signInFirst, await wayBack());
  const refuse = (sentence: string) => ({ refusal: sentence, number, content });
  try {
    const over = await allowances.ask(context, "profile");
    if (over) return tooManyTries(refuse(over.sentence), over.wait);
    const at = clock.now();
    const holder = sessions.activeUserId(viewer, at);
    const isEnded = async () => !(await sessions.isAlive(db, viewer.sessionId, at));
    if (number !== null && form.fields.get("intent") === "delete") {
      if (!(await replies.remove(db, number, holder)) && (await isEnded())) return signInAgain(context, path);
      toast(context, "success", "Deleted");
      return seeOther(path);
    }
    if (submission.status !== "success") {
      const sentence = Object.values(submission.error ?? {}).flat()[0] ?? "Write the reply first";
      return data(refuse(sentence), { status: 400 });
    }
    const text = submission.value.content.trim();
    const isSaved =
      number === null
        ? await replies.add(db, viewer.id, holder, text, at)
        : await replies.change(db, number, holder, text);
    if (!isSaved) {
      if (await isEnded()) return signInAgain(context, await wayBack());
      const sentence =
        number === null ? `You have ${mostReplies} replies. Delete one first` : "This reply is gone";
      return data(refuse(sentence), { status: 409 });
    }
  } catch (error) {
    if (error instanceof Response) throw error;
    log("error", "reply not saved", { error: errorStack(error) });
    return data(refuse("We couldn't save your reply. Please try again."), { status: 503 });
  }
  toast(context, "success", "Saved");
  return seeOther(path);
}

export default function Replies() {
  return (
    <RepliesScreen {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}
