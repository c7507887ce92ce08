import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import { settingOf, valueText } from "#app/admin/settings/setting.ts";
import { change, findCurrent } from "#app/admin/settings/settings.server.ts";
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
  return data({ current: page, waits }, { headers: consoleHeaders });
}

/** `seen`: the value that the operator saw. */
const settingForm = z.object({
  id: z.string({ error: "Please choose a setting" }),
  seen: z.string().catch(""),
  value: z.string({ error: "Please enter a value" }).trim(),
  reason: reasonField,
});

const changed = "Another operator has changed this. Look at it again.";

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
    errors,
    formError: sentence,
  });
  const path = href("/admin/settings");
  return await writes.run(context, form, { path, again, failed: decisionFailed }, async () => {
    const { id, seen, value: text, reason } = writes.parse(form, settingForm);
    const setting = settingOf(id) ?? refuse("stale", "There is no such setting");
    const value = setting.parse(text) ?? refuse("invalid", null, { errors: { value: [setting.refusal] } });
    const current = (await findCurrent(context.db))[id]?.value;
    if (current !== seen) refuse("stale", changed);
    if (value === current) refuse("invalid", null, { errors: { value: ["This is the current value"] } });
    if ((await change(context, setting, { seen, value }, { operator, reason })) === "changed")
      refuse("stale", changed);
    return writes.done(context, `${setting.label}: ${valueText(setting, value)}`, path);
  });
}

export default function Settings() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <SettingsScreen {...loaded} reply={reply ?? null} />;
}
