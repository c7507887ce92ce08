import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { runDecision } from "#app/admin/decision.server.ts";
import { cursorOf } from "#app/admin/list-search.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import * as operators from "#app/admin/operators/operators.server.ts";
import { OperatorsScreen } from "#app/admin/operators/operators-screen.tsx";
import { type RoleAction, refusalToRole } from "#app/admin/operators/role.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { closeTabs } from "#app/auth/sign-in/browser-session.server.ts";
import { href } from "#app/lib/href.ts";
import { refuse, refuseIf } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Operators");

/**
 * /admin/operators?after={number}: the operators. ?confirm=give|take&who={username, email address or id}: the
 * page that gives or removes the role (docs/specification.md#operator-operators).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context);
  const { searchParams } = new URL(request.url);
  const confirm = searchParams.get("confirm");
  const action: RoleAction | null = confirm === "give" || confirm === "take" ? confirm : null;
  const who = action === null ? null : (searchParams.get("who") ?? "").trim().slice(0, 254);
  const after = cursorOf(searchParams.get("after"));
  const { page, waits } = await loadPage(context, () =>
    Promise.all([operators.list(context.db, after), who ? operators.find(context.db, who) : null]),
  );
  const [list, person] = page;
  const asked = action && person ? { action, person } : null;
  return { ...list, after, who, asked, ownId: operator.id, waits };
}

const roleForm = z.object({
  intent: z.enum(["give", "take"], { error: "Please choose what to do" }),
  id: z.string({ error: "Please choose a person" }),
  reason: reasonField,
});

const changed = "This account has changed. Look at it again.";

/** Gives or removes the role. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const { db, clock } = context;
  return await runDecision(request, context, roleForm, async ({ intent, id, reason }) => {
    const person = (await operators.find(db, id)) ?? refuse("stale", "There is no such account");
    refuseIf("stale", refusalToRole(intent, person, operator.id));
    const result = await operators.change(db, intent, person.id, { operator, reason }, clock.now());
    if (result.state === "changed") refuse("stale", changed);
    closeTabs(context, person.id, result.sessions);
    context.sendMails();
    const notice = `${person.fullName} is ${intent === "give" ? "an operator" : "no longer an operator"}`;
    return writes.done(context, notice, href("/admin/operators"));
  });
}

export default function Operators() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <OperatorsScreen {...loaded} reply={reply ?? null} />;
}
