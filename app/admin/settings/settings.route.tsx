import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { onlyProposed, proposingLabel } from "#app/admin/approvals/proposal.ts";
import { findWaiting, orPropose } from "#app/admin/approvals/proposals.server.ts";
import { secondOperatorKey } from "#app/admin/approvals/second-operator.server.ts";
import { WaitingNote } from "#app/admin/approvals/waiting-note.tsx";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { runDecision } from "#app/admin/decision.server.ts";
import type { DecisionReply } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { loadPage } from "#app/admin/load-page.server.ts";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { type SettingInput, settingForm } from "#app/admin/settings/setting.form.ts";
import { type Setting, settings, valueText } from "#app/admin/settings/setting.ts";
import {
  asksSecond,
  type CurrentValue,
  changed,
  findCurrent,
  runSetting,
} from "#app/admin/settings/settings.server.ts";
import { accountName } from "#app/admin/users/account-name.ts";
import { dateTime } from "#app/lib/dates.ts";
import type { SentForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { refuse } from "#app/lib/refusal.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Settings");

/** /admin/settings: the values in force, with a form for each (docs/specification.md#operator-settings). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { db, clock } = context;
  const read = () =>
    Promise.all([
      findCurrent(db),
      findWaiting(context, "setting", secondOperatorKey, 0),
      asksSecond(db, clock.now()),
    ]);
  const { page, waits } = await loadPage(context, read);
  const [current, { proposal }, asks] = page;
  return { current, proposal, proposed: asks ? secondOperatorKey : null, waits };
}

/** Sets one value. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const decide = async ({ reason, ...input }: SettingInput, { fields }: SentForm) => {
    // An empty text is also a value.
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

/** `value`: what was typed. */
type SettingReply = DecisionReply & { value: string };

/** The values in force, since when and by whom they were set, with a form for each setting. */
export default function Settings() {
  const { current, proposal, proposed } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() ?? null;
  return (
    <QueuePage current="settings" title="Settings">
      <div className="stack mt-5">
        {reply?.formError ? <RefusalNote title={reply.formError} /> : null}
        <WaitingNote proposal={proposal} />
        {settings.map((setting) => {
          const inForce = current[setting.key];
          return inForce ? (
            <SettingPanel
              key={setting.key}
              setting={setting}
              current={inForce}
              isProposed={setting.key === proposed}
              reply={reply}
            />
          ) : null;
        })}
      </div>
    </QueuePage>
  );
}

type PanelProps = {
  setting: Setting;
  current: CurrentValue;
  /** A change is only proposed. */
  isProposed: boolean;
  reply: SettingReply | null;
};

function SettingPanel({ setting, current, isProposed, reply }: PanelProps) {
  const { key, label, text } = setting;
  // The page shows its form error above.
  const mine = reply?.id === key ? { ...reply, formError: null } : null;
  const { value } = current;
  const change = `Change ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  return (
    <section id={key} className="panel stack">
      <h2>{label}</h2>
      <p>
        <b className="num">{valueText(setting, value)}</b>{" "}
        <span className="small muted">{sinceText(current)}</span>
      </p>
      <p className="muted">{text}</p>
      <details open={mine !== null}>
        <summary className="more">
          Change<span className="vh">{` ${label}`}</span>
        </summary>
        <DecisionForm
          reply={mine}
          hidden={{ id: key, seen: value }}
          errors={{ [`value-${key}`]: mine?.errors.value }}
          reasonId={`reason-${key}`}
          buttons={[{ intent: "set", label: isProposed ? proposingLabel(change) : change }]}
        >
          {isProposed ? <p>{onlyProposed}</p> : null}
          <ValueField
            setting={setting}
            value={mine?.value ?? value}
            error={mine?.errors.value ?? undefined}
          />
        </DecisionForm>
      </details>
    </section>
  );
}

function sinceText({ isSet, at, operator }: CurrentValue): string {
  if (at !== null) return `since ${dateTime(at)}, set by ${accountName(operator)}`;
  return isSet ? "not set on this page" : "from the start";
}

type FieldProps = { setting: Setting; value: string; error: string[] | undefined };

function ValueField({ setting: { key, choices, hint, parse }, value, error }: FieldProps) {
  const id = `value-${key}`;
  if (choices === null)
    return (
      <Field
        id={id}
        name="value"
        label="New value"
        hint={hint}
        inputMode="decimal"
        defaultValue={value}
        error={error}
        required={parse("") === null}
      />
    );
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-e` : undefined}>
      <legend>New value</legend>
      {choices.map((choice, i) => (
        <label key={choice.key} className="pick">
          <input
            type="radio"
            id={i === 0 ? id : undefined}
            name="value"
            value={choice.key}
            defaultChecked={choice.key === value}
          />
          <span>{choice.label}</span>
        </label>
      ))}
      {error ? (
        <p className="err" id={`${id}-e`}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
