import { Form, Link } from "@remix-run/react";
import { alwaysSent, groupWords } from "#app/emails/group-words.ts";
import { type SwitchableGroup, switchableGroups } from "#app/emails/mail-groups.ts";
import { href } from "#app/lib/href.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

type Props = {
  /** The groups that the viewer gets. */
  on: SwitchableGroup[];
  /** The groups that they chose before they had to sign in; null: nothing is unsaved. */
  unsaved: SwitchableGroup[] | null;
  /** The groups that a complaint has switched off, and the day. */
  complaints: { group: SwitchableGroup; day: string }[];
  /** The refused form. */
  refused: { sentence: string; chosen: SwitchableGroup[] } | null;
};

/** The emails tab: a checkbox for each group of emails. */
export function EmailChoicesScreen({ on, unsaved, complaints, refused }: Props) {
  const chosen = refused?.chosen ?? unsaved ?? on;
  return (
    <>
      <p className="mt-4">
        Choose which emails we send you. <Link to={href("/notices")}>Notices</Link> lists all of them,
        including those you turned off.
      </p>
      {unsaved && !refused ? <Note kind="plain" title="Your choice is not saved yet." /> : null}
      <Form method="post" className="panel mt-4">
        <ErrorSummary errors={{}} form={refused ? [refused.sentence] : undefined} />
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="shown" value={on.join(" ")} />
        <ul className="stack">
          {(["account", "money"] as const).map((group) => (
            <GroupLine key={group} group={group} isOn isFixed note={alwaysSent[group]} />
          ))}
          {switchableGroups.map((group) => {
            const complaint = complaints.find((one) => one.group === group);
            const note = complaint && `You marked one of these emails as spam on ${complaint.day}.`;
            return <GroupLine key={group} group={group} isOn={chosen.includes(group)} note={note} />;
          })}
        </ul>
        <Submit className="btn go big mt-6" pendingText="Saving...">
          Save
        </Submit>
      </Form>
    </>
  );
}

/** A group: its checkbox, what it contains, and why it is on or off. */
function GroupLine({
  group,
  isOn,
  isFixed = false,
  note,
}: {
  group: keyof typeof groupWords;
  isOn: boolean;
  isFixed?: boolean;
  note?: string | undefined;
}) {
  const { name, what } = groupWords[group];
  return (
    <li>
      <label className="pick">
        <input
          type="checkbox"
          name={isFixed ? undefined : group}
          value="on"
          defaultChecked={isOn}
          disabled={isFixed}
          aria-describedby={`${group}-h`}
        />
        <strong>{name}</strong>
      </label>
      <p id={`${group}-h`} className="small muted">
        {note === undefined ? what : `${what} ${note}`}
      </p>
    </li>
  );
}
