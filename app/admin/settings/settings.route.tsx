import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findWaiting, orPropose } from "#app/admin/approvals/proposals.server.ts";
import { secondOperatorKey } from "#app/admin/approvals/second-operator.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { runDecision } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { changed, runSetting } from "#app/admin/settings/run-setting.server.ts";
import { type SettingInput, settingForm } from "#app/admin/settings/setting.form.ts";
import { findCurrent } from "#app/admin/settings/settings.server.ts";
import { SettingsScreen } from "#app/admin/settings/settings-screen.tsx";
import type { SentForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { refuse } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Settings");

/** /admin/settings: what is in force, and a form for each (docs/specification.md#operator-settings). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { page, waits } = await loadPage(context, () => findCurrent(context.db));
  const { proposal } = await findWaiting(context, "setting", secondOperatorKey, 0);
  return { current: page, proposal, waits };
}

/** Sets one value. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const decide = async ({ reason, ...input }: SettingInput, { fields }: SentForm) => {
    // Empty is a value, too.
    if (!fields.has("seen")) refuse("stale", changed);
    const decision = { operator, reason };
    const { notice, kind } = await orPropose(
      context,
      decision,
      () => ({ kind: "setting", subjectId: input.id, action: "set", cents: 0, input }),
      () => runSetting(context, input, decision),
    );
    return writes.done(context, notice, href("/admin/settings"), kind);
  };
  return await runDecision(request, context, settingForm, decide, ["value"]);
}

export default function Settings() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <SettingsScreen {...loaded} reply={reply ?? null} />;
}
