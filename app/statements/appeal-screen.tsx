import { Form } from "@remix-run/react";
import { date } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import {
  appealableUntil,
  appealLength,
  courtsText,
  decisionText,
  effectTexts,
  foundTexts,
  outcomeText,
  reversedTexts,
  type Statement,
  shownRule,
} from "#app/statements/statement.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

/** What the form shows again after a refusal. */
export type AppealReply = { typed: string; error: string | null; formError: string | null };

type Props = {
  /** Null if it could not be read now. */
  statement: Statement | null;
  /** The user's; null means UTC. */
  timeZone: string | null;
  /** Why it can't be appealed now; null if it can. */
  refusal: string | null;
  reply: AppealReply | null;
};

/** The reasons of a decision, for the user whom it affects, and their appeal. */
export function AppealScreen(props: Props) {
  const { statement } = props;
  return (
    <div className="wrap page">
      <div className="mid stack">
        <h1 className="stitch">Appeal a decision</h1>
        {statement === null ? (
          <Note kind="bad" title="We can't show the decision right now">
            <p>What you type here stays. Please try again in a few minutes.</p>
          </Note>
        ) : (
          <Reasons statement={statement} timeZone={props.timeZone} />
        )}
        {statement === null || statement.appealedAt === null ? (
          <AppealForm {...props} />
        ) : (
          <Appealed {...props} statement={statement} />
        )}
      </div>
    </div>
  );
}

function Reasons({ statement, timeZone }: { statement: Statement; timeZone: string | null }) {
  const { sentence, section, path } = shownRule(statement);
  return (
    <section className="panel stack" aria-labelledby="decision">
      <h2 id="decision">{`${decisionText(statement)}.`}</h2>
      <p className="muted">{date(statement.at, timeZone)}</p>
      <p>
        <b>The rule:</b>
        {` ${sentence}. `}
        <a href={path}>{`Terms, section “${section}”`}</a>
      </p>
      <p>
        <b>What happened:</b> <span className="whitespace-pre-wrap break-words">{statement.happened}</span>
      </p>
      <p>{foundTexts[statement.foundBy]}</p>
      {statement.outcome === "reversed" ? null : <p>{effectTexts[statement.kind]}</p>}
    </section>
  );
}

function Appealed({ statement, timeZone, reply }: Props & { statement: Statement }) {
  const { appealedAt, decidedAt, answer } = statement;
  const outcome = outcomeText(statement);
  return (
    <section className="panel stack" aria-labelledby="appeal">
      <h2 id="appeal">{`You appealed on ${date(appealedAt ?? 0, timeZone)}`}</h2>
      {outcome === null || decidedAt === null ? (
        <p>A person reads it and decides. We'll write to you by email.</p>
      ) : (
        <>
          <p>{`${date(decidedAt, timeZone)}: ${outcome}`}</p>
          {statement.outcome === "reversed" ? <p>{reversedTexts[statement.kind]}</p> : null}
          <p className="whitespace-pre-wrap break-words">{answer}</p>
        </>
      )}
      {statement.outcome === "reversed" ? null : <p className="muted">{courtsText}</p>}
      <Lost reply={reply} />
    </section>
  );
}

function AppealForm({ statement, timeZone, refusal, reply }: Props) {
  if (refusal !== null)
    return (
      <section className="panel stack" aria-labelledby="appeal">
        <h2 id="appeal">This decision can no longer be appealed</h2>
        <p>{refusal}</p>
        <p>
          <a href={href("/contact")}>Contact us</a>
        </p>
        <Lost reply={reply} />
      </section>
    );
  return (
    <section aria-labelledby="appeal">
      <Form method="post" className="panel stack" reloadDocument noValidate>
        <h2 id="appeal">Your appeal</h2>
        {statement === null ? null : (
          <p>
            {`You can appeal until ${date(appealableUntil(statement.at), timeZone)}, once and free of charge. Someone else on our team reviews it. ${courtsText}`}
          </p>
        )}
        <ErrorSummary
          errors={{ message: reply?.error ? [reply.error] : null }}
          form={reply?.formError ? [reply.formError] : []}
        />
        <Field
          name="message"
          label="Why is the decision wrong?"
          hint={`${appealLength.min} to ${appealLength.max.toLocaleString("en-US")} characters.`}
          multiline
          rows={8}
          required
          defaultValue={reply?.typed ?? ""}
          error={reply?.error ?? undefined}
        />
        <Submit className="btn go" pendingText="Sending...">
          Send the appeal
        </Submit>
      </Form>
    </section>
  );
}

/** What was typed, if the page no longer has a form. */
function Lost({ reply }: { reply: AppealReply | null }) {
  if (!reply?.typed) return null;
  return (
    <>
      {reply.formError ? <RefusalNote title={reply.formError} /> : null}
      <p className="whitespace-pre-wrap break-words">{`You wrote: ${reply.typed}`}</p>
    </>
  );
}
