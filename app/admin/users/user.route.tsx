import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { Decision } from "#app/admin/audit.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decideOnEach, picksField, runDecision } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { ruleField, rulePicked } from "#app/admin/rule.form.ts";
import * as accountDecisions from "#app/admin/users/account-decisions.server.ts";
import {
  refusalToDecide,
  refusalToSuspension,
  type SuspensionAction,
  suspensionActions,
} from "#app/admin/users/suspension.ts";
import * as suspensions from "#app/admin/users/suspensions.server.ts";
import * as userLimits from "#app/admin/users/user-limits.server.ts";
import { UserScreen } from "#app/admin/users/user-screen.tsx";
import * as userSessions from "#app/admin/users/user-sessions.server.ts";
import { readTab } from "#app/admin/users/user-tab.server.ts";
import { parseUserView, userPath } from "#app/admin/users/user-tabs.ts";
import * as users from "#app/admin/users/users.server.ts";
import { closeTabs } from "#app/auth/sign-in/browser-session.server.ts";
import type { Db } from "#app/context.ts";
import { refuse, refuseIf } from "#app/lib/refusal.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => consoleMeta(data?.user.fullName || "User");

/**
 * /admin/users/{id}?tab=&show=&after={number}: one tab of a user's page. ?tab=mails&mail={number}: the text
 * of an email (docs/specification.md#operator-user).
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context);
  const view = parseUserView(new URL(request.url).searchParams);
  const { page, waits } = await loadPage(context, async () => {
    const user = await users.find(context.db, params.id ?? "");
    return user && { user, content: await readTab(context, user, view) };
  });
  if (!page) return notFound();
  const refusal = refusalToDecide(page.user, operator.id);
  return { ...page, view, refusal, waits };
}

const picked = (nothing: string) => ({ pick: picksField(nothing), reason: reasonField });

/** The forms of all tabs. The user sees the reason of a suspension. */
const userForm = z.discriminatedUnion(
  "intent",
  [
    z
      .object({ intent: z.literal("suspend"), rule: ruleField, reason: reasonField })
      .refine(({ rule }) => rule !== undefined, rulePicked),
    z.object({ intent: z.literal("restore"), reason: reasonField }),
    z.object({ intent: z.enum(["end-factor", "keep-factor"]), reason: reasonField }),
    z.object({ intent: z.literal("verify"), address: z.string().max(320), reason: reasonField }),
    z.object({ intent: z.literal("end-sessions"), ...picked("Please choose a session") }),
    z.object({ intent: z.literal("end-all-sessions"), reason: reasonField }),
    z.object({ intent: z.literal("lift-limits"), ...picked("Please choose a limit") }),
  ],
  { error: "Please choose what to do" },
);

type Decided = { context: AppLoadContext; user: users.User; decision: Decision };
type Pick = z.output<ReturnType<typeof picksField>>;

/** Decides about the user, and returns to the tab of the form. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const user = (await users.find(context.db, params.id ?? "")) ?? notFound();
  const { tab } = parseUserView(new URL(request.url).searchParams);
  return await runDecision(request, context, userForm, async (input) => {
    const rule = input.intent === "suspend" ? input.rule : undefined;
    const decided = { context, user, decision: { operator, reason: input.reason, rule } };
    const done = await decide(decided, input);
    return writes.done(context, done, userPath(user.id, { tab }));
  });
}

/** @returns what was done, as a notice */
async function decide(decided: Decided, input: z.output<typeof userForm>): Promise<string> {
  const { user, decision } = decided;
  if (input.intent === "suspend" || input.intent === "restore") return await suspend(decided, input.intent);
  refuseIf("stale", refusalToDecide(user, decision.operator.id));
  if (input.intent === "end-factor" || input.intent === "keep-factor")
    return await decideOnFactors(decided, input.intent);
  if (input.intent === "verify") return await verifyAddress(decided, input.address);
  if (input.intent === "lift-limits") return await liftLimits(decided, input.pick);
  if (input.intent === "end-sessions") return await endSessions(decided, input.pick);
  return await endAllSessions(decided);
}

async function suspend({ context, user, decision }: Decided, intent: SuspensionAction): Promise<string> {
  const { db, clock } = context;
  const { operator } = decision;
  refuseIf("stale", refusalToSuspension(intent, user, operator.id));
  const result = await suspensions.apply(db, intent, { userId: user.id, ...decision }, clock.now());
  if (result.state === "changed") refuse("stale", await changedSentence(db, intent, user.id, operator.id));
  closeTabs(context, user.id, result.sessions);
  if (intent === "suspend") context.later(checkoutSessions.closeAllOf(context, user.id));
  context.sendMails();
  return `${user.fullName} is ${suspensionActions[intent].done}`;
}

/** Why a suspension is no longer possible, after another operator was faster. */
async function changedSentence(db: Db, intent: SuspensionAction, userId: string, operatorId: string) {
  const user = await users.find(db, userId);
  return (user && refusalToSuspension(intent, user, operatorId)) ?? "Please try again";
}

async function decideOnFactors({ context, user, decision }: Decided, intent: "end-factor" | "keep-factor") {
  const { db, clock } = context;
  const change = { userId: user.id, ...decision };
  if (intent === "keep-factor") {
    if ((await accountDecisions.keepFactor(db, change, clock.now())) === "changed")
      refuse("stale", "This was already stopped or done");
    return "Two-step verification stays on";
  }
  if (user.role === "operator") refuse("refused", `${user.fullName} is an operator: remove the role first`);
  if ((await accountDecisions.endFactor(db, change, clock.now())) === "changed")
    refuse("stale", "This user has no two-step verification, or its end is already scheduled");
  context.sendMails();
  return "Two-step verification ends in 24 hours";
}

/** @param email the address that the operator saw */
async function verifyAddress({ context, user, decision }: Decided, email: string): Promise<string> {
  const { db, clock } = context;
  const change = { userId: user.id, email, ...decision };
  if ((await accountDecisions.verifyAddress(db, change, clock.now())) === "changed") {
    const now = await users.find(db, user.id);
    refuse(
      "stale",
      now?.emailVerifiedAt
        ? "The address is already verified"
        : "The address has changed. Look at it again before you decide.",
    );
  }
  context.sendMails();
  return "The address is verified";
}

async function endSessions({ context, user, decision }: Decided, picks: Pick): Promise<string> {
  const { db, clock } = context;
  const find = async (id: string) => ({
    row: id,
    name: (await userSessions.findName(db, user.id, id)) ?? refuse("stale", "There is no such session"),
  });
  await decideOnEach(context, picks, find, async (id) => {
    const change = { userId: user.id, ...decision };
    const ended = await userSessions.end(db, id, change, clock.now());
    closeTabs(context, user.id, ended ?? refuse("stale", "This session has already ended"));
  });
  return picks.length === 1 ? "The session was ended" : `${picks.length} sessions were ended`;
}

async function endAllSessions({ context, user, decision }: Decided): Promise<string> {
  const { db, clock } = context;
  const ended = await userSessions.end(db, null, { userId: user.id, ...decision }, clock.now());
  closeTabs(context, user.id, ended ?? refuse("stale", "All sessions have already ended"));
  return "All sessions were ended";
}

async function liftLimits({ context, user, decision }: Decided, picks: Pick): Promise<string> {
  const { db, clock } = context;
  const find = async (id: string) => {
    const row = await userLimits.find(db, user, Number(id), clock.now());
    return row ? { row, name: row.label } : refuse("stale", alreadyLifted);
  };
  await decideOnEach(context, picks, find, async (limit, version) => {
    if (limit.version !== version) refuse("stale", alreadyLifted);
    if ((await userLimits.lift(db, user, limit, decision, clock.now())) === "changed")
      refuse("stale", alreadyLifted);
  });
  return picks.length === 1 ? "The limit was lifted" : `${picks.length} limits were lifted`;
}

const alreadyLifted = "This limit has already been lifted or has expired";

export default function User() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <UserScreen {...loaded} reply={reply ?? null} />;
}
