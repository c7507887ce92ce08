import { WaitingNote } from "#app/admin/approvals/waiting-note.tsx";
import type { DecisionReply } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { type Setting, settings, valueText } from "#app/admin/settings/setting.ts";
import type { CurrentValue } from "#app/admin/settings/settings.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";

/** `value`: what was typed. */
export type SettingReply = DecisionReply & { value: string };

type Props = {
  current: Record<string, CurrentValue>;
  /** The change of a setting that waits for a second operator; null: none. */
  proposal: { action: string; cents: number } | null;
  reply: SettingReply | null;
};

/** What is in force, since when and by whom, with a form for each setting. */
export function SettingsScreen({ current, proposal, reply }: Props) {
  return (
    <QueuePage current="settings" title="Settings">
      <div className="stack mt-5">
        {reply?.formError ? <RefusalNote title={reply.formError} /> : null}
        <WaitingNote proposal={proposal} />
        {settings.map((setting) => {
          const inForce = current[setting.key];
          return inForce ? (
            <SettingPanel key={setting.key} setting={setting} current={inForce} reply={reply} />
          ) : null;
        })}
      </div>
    </QueuePage>
  );
}

type PanelProps = { setting: Setting; current: CurrentValue; reply: SettingReply | null };

function SettingPanel({ setting, current, reply }: PanelProps) {
  const { key, label, text } = setting;
  // The page shows its form error above.
  const mine = reply?.id === key ? { ...reply, formError: null } : null;
  const { value } = current;
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
          buttons={[{ intent: "set", label: `Change ${label.charAt(0).toLowerCase()}${label.slice(1)}` }]}
        >
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
  if (at !== null) return `since ${dateTime(at)}, set by @${operator}`;
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
