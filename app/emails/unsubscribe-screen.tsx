import { Form, Link } from "@remix-run/react";
import { groupWords } from "#app/emails/group-words.ts";
import { optOutGroups, type SwitchableGroup } from "#app/emails/mail-groups.ts";
import { href } from "#app/lib/href.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

type Props = {
  shown:
    | { view: "deleted" }
    | {
        view: "asks";
        /** The page itself. */
        path: string;
        group: SwitchableGroup;
        /** The owner's address, masked. */
        email: string;
        /** The groups that the owner gets. */
        on: SwitchableGroup[];
      };
  /** Why the last press did nothing; null: it did. */
  refused: string | null;
};

/** The page of the link that stops a group of emails, and sends them again. */
export function UnsubscribeScreen({ shown, refused }: Props) {
  if (shown.view === "deleted")
    return (
      <div className="wrap page">
        <div className="narrow stack">
          <h1 className="stitch">You won't get any emails from us</h1>
          <p>This account was deleted.</p>
        </div>
      </div>
    );
  const { path, group, email, on } = shown;
  const { name, what } = groupWords[group];
  const isOff = !on.includes(group);
  const isAllOff = on.length === 0;
  const areOthersOff = optOutGroups.some((other) => other !== group && !on.includes(other));
  const title = isAllOff ? "You stopped all these emails" : "You stopped these emails";
  return (
    <div className="wrap page">
      <div className="narrow stack">
        <h1 className="stitch">{isOff ? title : "Stop these emails?"}</h1>
        <ErrorSummary errors={{}} form={refused === null ? undefined : [refused]} />
        <p>
          <strong>{name}</strong>
          {`: ${what}`}
        </p>
        <p>
          {`${isOff ? "We no longer send them" : "We send them"} to ${email}. You will still get emails about your account and your money.`}
        </p>
        <Form method="post" action={path} className="stack" reloadDocument>
          <Choice intent={isOff ? "again" : "stop"} isMain={!isOff}>
            {isOff ? "Get these emails again" : "Stop these emails"}
          </Choice>
          {isAllOff ? null : <Choice intent="stop-all">Stop all optional emails</Choice>}
          {areOthersOff ? <Choice intent="again-all">Turn all emails back on</Choice> : null}
        </Form>
        <p className="small muted">
          You can also <Link to={href("/profile/notices")}>choose your emails</Link> in your profile.
        </p>
      </div>
    </div>
  );
}

function Choice({
  intent,
  isMain = false,
  children,
}: {
  intent: string;
  isMain?: boolean;
  children: string;
}) {
  return (
    <Submit className={isMain ? "btn go big wide" : "btn wide"} name="intent" value={intent}>
      {children}
    </Submit>
  );
}
