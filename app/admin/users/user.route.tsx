import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as health from "#app/admin/health/health.server.ts";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import { suspensionForm } from "#app/admin/users/suspension.form.ts";
import { refusalToSuspension, suspensionActions } from "#app/admin/users/suspension.ts";
import type { SuspensionReply } from "#app/admin/users/suspension-panel.tsx";
import * as suspensions from "#app/admin/users/suspensions.server.ts";
import { countCap, findHistory } from "#app/admin/users/user-history.server.ts";
import { UserScreen } from "#app/admin/users/user-screen.tsx";
import { userPath } from "#app/admin/users/user-search.ts";
import * as users from "#app/admin/users/users.server.ts";
import * as notifications from "#app/emails/send-emails.server.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import desk from "#app/styles/signed-in.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data?.user.fullName ?? "User", noindex: true });
export const headers: HeadersFunction = () => consoleHeaders;

/** /admin/users/{id}: the user, and what hangs on them. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context);
  const { db, clock, log } = context;
  const id = params.id ?? "";
  const read = () => Promise.all([users.find(db, id), findHistory(db, id, clock.now())]);
  const [[user, history], stuck] = await Promise.all([
    mainRead(read, "Something went wrong", log),
    health.countStuck(context),
  ]);
  if (!user) return context.asUnknown();
  return data(
    { user, history, countCap, isOwn: user.id === operator.id, stuck },
    { headers: consoleHeaders },
  );
}

/** Suspends or restores, with a reason (docs/specification.md#operator-users). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const { db, clock } = context;
  const user = await users.find(db, params.id ?? "");
  if (!user) return context.asUnknown();
  const submission = parseWithZod(await readForm(request), { schema: suspensionForm });
  const reason = String(submission.payload.reason ?? "");
  if (submission.status !== "success") {
    const { reason: ofReason, intent } = submission.error ?? {};
    return refused({ reason, fieldError: ofReason?.[0] ?? null, formError: intent?.[0] ?? null }, 400);
  }
  const { intent } = submission.value;
  const refusal = refusalToSuspension(intent, user, operator.id);
  if (refusal) return refused({ reason, fieldError: null, formError: refusal }, 409);
  const asked = { userId: user.id, operator, reason: submission.value.reason };
  const done = await suspensions.apply(db, intent, asked, clock.now());
  if (done.state === "no operator") return context.asUnknown();
  if (done.state === "changed") {
    const now = await users.find(db, user.id);
    const sentence = now && refusalToSuspension(intent, now, operator.id);
    return refused({ reason, fieldError: null, formError: sentence ?? "Please try again" }, 409);
  }
  context.later(afterMove(context, user.id, done.sessions));
  toast(context, "success", `${user.fullName} is ${suspensionActions[intent].done}`);
  return seeOther(userPath(user.id));
}

function refused(reply: SuspensionReply, status: number) {
  return data(reply, { status, headers: consoleHeaders });
}

/** The open tabs of what was ended are closed, and the mail goes out; the sweep repeats what fails of it. */
async function afterMove(context: AppLoadContext, userId: string, ended: string[]): Promise<void> {
  await Promise.all(ended.map((sessionId) => context.inboxes.endSession(userId, sessionId)));
  await notifications.sendWaiting(context);
}

export default function User() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <UserScreen {...loaded} reply={reply ?? null} />;
}
