import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { runDecision } from "#app/admin/decision.server.ts";
import { cursorOf } from "#app/admin/list-search.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { consoleHeaders, notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import {
  refusalToSuspension,
  type SuspensionAction,
  suspensionActions,
} from "#app/admin/users/suspension.ts";
import * as suspensions from "#app/admin/users/suspensions.server.ts";
import { countCap, findHistory } from "#app/admin/users/user-history.server.ts";
import { listMails } from "#app/admin/users/user-mails.server.ts";
import { UserScreen } from "#app/admin/users/user-screen.tsx";
import * as users from "#app/admin/users/users.server.ts";
import type { Db } from "#app/context.ts";
import { href } from "#app/lib/href.ts";
import { refuse, refuseIf } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => consoleMeta(data?.user.fullName ?? "User");
export const headers = () => consoleHeaders;

/**
 * /admin/users/{id}?mails={number}: one user, and the emails older than that one
 * (docs/specification.md#operator-users).
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context);
  const { db, clock } = context;
  const id = params.id ?? "";
  const before = cursorOf(new URL(request.url).searchParams.get("mails"));
  const { page, waits } = await loadPage(context, () =>
    Promise.all([users.find(db, id), findHistory(db, id, clock.now()), listMails(db, id, before)]),
  );
  const [user, history, mails] = page;
  if (!user) return notFound();
  return data(
    { user, history, mails, countCap, isOwn: user.id === operator.id, waits },
    { headers: consoleHeaders },
  );
}

/** Suspends or restores a user. The user sees the reason too. */
const suspensionForm = z.object({
  intent: z.enum(["suspend", "restore"], { error: "Please choose what to do" }),
  reason: reasonField,
});

/** Suspends or restores the user. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const { db, clock } = context;
  const user = (await users.find(db, params.id ?? "")) ?? notFound();
  return await runDecision(request, context, suspensionForm, async ({ intent, reason }) => {
    refuseIf("stale", refusalToSuspension(intent, user, operator.id));
    const result = await suspensions.apply(db, intent, { userId: user.id, operator, reason }, clock.now());
    if (result.state === "changed") refuse("stale", await changedSentence(db, intent, user.id, operator.id));
    context.later(followUp(context, user.id, result.sessions));
    return writes.done(
      context,
      `${user.fullName} is ${suspensionActions[intent].done}`,
      href("/admin/users/:id", { id: user.id }),
    );
  });
}

/** Why a suspension is no longer possible, after another operator was faster. */
async function changedSentence(db: Db, intent: SuspensionAction, userId: string, operatorId: string) {
  const user = await users.find(db, userId);
  return (user && refusalToSuspension(intent, user, operatorId)) ?? "Please try again";
}

/** Closes the open tabs of the ended sessions and sends the email. The sweep retries what fails. */
async function followUp(context: AppLoadContext, userId: string, ended: string[]): Promise<void> {
  await Promise.all(ended.map((sessionId) => context.inboxes.endSession(userId, sessionId)));
  context.sendMails();
}

export default function User() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <UserScreen {...loaded} reply={reply ?? null} />;
}
