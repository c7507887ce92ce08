import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { proposedNotice } from "#app/admin/approvals/proposal.ts";
import { findOpen, orPropose } from "#app/admin/approvals/proposals.server.ts";
import { secondOperatorKey } from "#app/admin/approvals/second-operator.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import { changed, runSetting } from "#app/admin/settings/run-setting.server.ts";
import { settingOf } from "#app/admin/settings/setting.ts";
import { findCurrent } from "#app/admin/settings/settings.server.ts";
import { type SettingReply, SettingsScreen } from "#app/admin/settings/settings-screen.tsx";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { refuse } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Settings");
export const headers = () => consoleHeaders;

/** /admin/settings: what is in force, and a form for each (docs/specification.md#operator-settings). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { page, waits } = await loadPage(context, () => findCurrent(context.db));
  const { db, clock } = context;
  const proposal = await findOpen(db, "setting", secondOperatorKey, clock.now());
  return data({ current: page, proposal, waits }, { headers: consoleHeaders });
}

/** `seen`: the value that the operator saw. */
const settingForm = z.object({
  id: z.string({ error: "Please choose a setting" }),
  seen: z.string().catch(""),
  value: z.string().trim().default(""),
  reason: reasonField,
});

/** What is wrong with a typed value, also while the reason is missing. */
function errorsOfValue(id: string, value: string): SettingReply["errors"] {
  const setting = settingOf(id);
  return setting?.parse(value.trim()) === null ? { value: [setting.refusal] } : {};
}

/** Sets one value. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const form = await readForm(request, settingForm, ["intent"]);
  const typed = (name: string) => String(form.fields.get(name) ?? "");
  const again = ({ sentence, errors }: { sentence: string | null; errors: SettingReply["errors"] }) => ({
    id: typed("id"),
    intent: "set",
    reason: typed("reason"),
    value: typed("value"),
    errors: { ...errorsOfValue(typed("id"), typed("value")), ...errors },
    formError: sentence,
  });
  const path = href("/admin/settings");
  return await writes.run(context, form, { path, again, failed: decisionFailed }, async () => {
    const { reason, ...input } = writes.parse(form, settingForm);
    // Empty is a value, too.
    if (!form.fields.has("seen")) refuse("stale", changed);
    const decision = { operator, reason };
    const proposed = { kind: "setting", subjectId: input.id, action: "set", cents: 0, input } as const;
    const notice = await orPropose(
      context,
      decision,
      () => proposed,
      () => runSetting(context, input, decision),
    );
    return notice === null
      ? writes.done(context, proposedNotice, path, "info")
      : writes.done(context, notice, path);
  });
}

export default function Settings() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <SettingsScreen {...loaded} reply={reply ?? null} />;
}
