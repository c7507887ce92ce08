import type { ReactNode } from "react";
import type { FormReply } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { Folded } from "#app/admin/folded.tsx";
import { answerTemplates } from "#app/admin/tickets/answer-templates.ts";
import { AppealForm, type ShownAppeal } from "#app/admin/tickets/appeal-panel.tsx";
import type { TicketRecord } from "#app/admin/tickets/ticket-record.server.ts";
import { accountName } from "#app/admin/users/account-name.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import type { FormErrors } from "#app/ui/forms/form-errors.ts";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

/** The reply to the form with this button. `reason`: the answer, note or reason that was typed. */
export type TicketReply = FormReply & { intent: string };

export type TicketFormsProps = {
  /** Why this operator can't close the ticket; null if they can. */
  closeRefusal: string | null;
  /** The decision that the ticket appeals; null if it is not an appeal. */
  appeal: ShownAppeal | null;
  reply: TicketReply | null;
};

/** The operator's forms on a ticket: answer, assign, note and close. */
export function TicketForms({
  ticket,
  operators,
  closeRefusal,
  appeal,
  reply,
}: TicketFormsProps & Pick<TicketRecord, "ticket" | "operators">) {
  const replyOf = (intent: string) => (reply?.intent === intent ? reply : null);
  const isClosed = ticket.state === "closed";
  const templateError = reply?.errors.template ?? undefined;
  const note = (
    <TextForm
      intent="note"
      heading="Note for colleagues"
      label="Your note"
      hint="Only operators read it."
      button="Add the note"
      rows={3}
      version={null}
      reply={replyOf("note")}
    />
  );
  if (appeal) {
    const isAboutAppeal = reply !== null && reply.intent !== "note" && reply.intent !== "assign";
    return (
      <>
        <AppealForm appeal={appeal} version={ticket.version} reply={isAboutAppeal ? reply : null} />
        {isClosed ? null : <AssignForm ticket={ticket} operators={operators} reply={replyOf("assign")} />}
        {note}
      </>
    );
  }
  return (
    <>
      {isClosed ? (
        <div className="panel stack">
          {reply?.formError ? (
            <RefusalNote title={reply.formError}>
              {reply.reason ? (
                <p className="whitespace-pre-wrap break-words">{`You wrote: ${reply.reason}`}</p>
              ) : null}
            </RefusalNote>
          ) : null}
          <p>This ticket is closed. The person who wrote it can open it again within 14 days.</p>
        </div>
      ) : (
        <>
          <TextForm
            intent="answer"
            heading="Answer"
            label="Your answer"
            button="Send the answer"
            rows={10}
            version={ticket.version}
            reply={replyOf("answer")}
            errors={{ template: templateError }}
            above={
              <>
                <SelectField
                  name="template"
                  label="Template (optional)"
                  options={answerTemplates.map(({ key, label }) => ({ value: key, label }))}
                  defaultValue=""
                  error={templateError}
                />
                <button type="submit" className="btn" name="intent" value="insert">
                  Insert it
                </button>
              </>
            }
          />
          <AssignForm ticket={ticket} operators={operators} reply={replyOf("assign")} />
        </>
      )}
      {note}
      {isClosed ? null : closeRefusal ? (
        <div className="panel stack">
          <h2>Close</h2>
          <p>{`${closeRefusal}.`}</p>
        </div>
      ) : (
        <DecisionForm
          heading="Close"
          hint="The person who wrote it gets an email, and can open it again within 14 days."
          reply={replyOf("close")}
          reasonId="close-reason"
          hidden={{ version: ticket.version }}
          buttons={[{ intent: "close", label: "Close the ticket", kind: "stop" }]}
        />
      )}
    </>
  );
}

type TextFormProps = {
  intent: "answer" | "note";
  heading: string;
  label: string;
  hint?: string;
  button: string;
  rows: number;
  /** The ticket's version as the page shows it; null if the form does not depend on it. */
  version: number | null;
  reply: TicketReply | null;
  /** Fields before the text, and their errors by the id of the field. */
  above?: ReactNode;
  errors?: FormErrors;
};

function TextForm(props: TextFormProps) {
  const { intent, heading, label, hint, button, rows, version, reply, above, errors } = props;
  return (
    <Folded heading={heading} isOpen={reply !== null}>
      <form method="post" className="stack" noValidate>
        <ErrorSummary
          errors={{ ...errors, [`${intent}-text`]: reply?.errors.reason }}
          form={reply?.formError ? [reply.formError] : []}
        />
        {version === null ? null : <input type="hidden" name="version" value={version} />}
        {above}
        <Field
          id={`${intent}-text`}
          name="text"
          label={label}
          hint={hint}
          multiline
          rows={rows}
          required
          defaultValue={reply?.reason}
          error={reply?.errors.reason ?? undefined}
        />
        <Submit
          className={intent === "answer" ? "btn go" : "btn"}
          name="intent"
          value={intent}
          pendingText="Processing..."
        >
          {button}
        </Submit>
      </form>
    </Folded>
  );
}

function AssignForm({
  ticket,
  operators,
  reply,
}: Pick<TicketRecord, "ticket" | "operators"> & Pick<TicketFormsProps, "reply">) {
  return (
    <Folded heading="Assignee" isOpen={reply !== null}>
      <form method="post" className="stack" noValidate>
        {reply?.formError ? <RefusalNote title={reply.formError} /> : null}
        <input type="hidden" name="from" value={ticket.assigneeId ?? ""} />
        <SelectField
          name="assignee"
          label="Operator"
          options={operators.map(({ id, username }) => ({ value: id, label: accountName(username) }))}
          none="No one"
          defaultValue={ticket.assigneeId ?? ""}
        />
        <Submit className="btn" name="intent" value="assign" pendingText="Processing...">
          Assign
        </Submit>
      </form>
    </Folded>
  );
}
