import { nextAction, suspensionActions } from "#app/admin/users/suspension.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

/** What came of a form that was sent: its sentences, and what was typed. */
export type SuspensionReply = { reason: string; fieldError: string | null; formError: string | null };

type Props = { user: { fullName: string; suspendedAt: number | null }; reply: SuspensionReply | null };

/** Suspends or restores, with a reason. */
export function SuspensionPanel({ user, reply }: Props) {
  const intent = nextAction(user);
  const { label } = suspensionActions[intent];
  return (
    <form method="post" className="panel" noValidate>
      <ErrorSummary
        errors={{ reason: reply?.fieldError ? [reply.fieldError] : [] }}
        form={reply?.formError ? [reply.formError] : []}
      />
      <h2 className="mb-3">{label}</h2>
      <p className="muted mb-6">
        {intent === "suspend"
          ? `${user.fullName} is signed out everywhere and cannot sign in; what they sell leaves the market. Open orders go on.`
          : `${user.fullName} can sign in again, and what they sell is where it was.`}
      </p>
      <Field
        name="reason"
        label="Reason"
        hint="At least 10 characters. The person reads it in their mail, and it stays in the audit log."
        multiline
        rows={4}
        required
        defaultValue={reply?.reason ?? ""}
        error={reply?.fieldError ?? undefined}
      />
      <Submit className={`btn ${intent === "suspend" ? "stop" : "go"} mt-6`} name="intent" value={intent}>
        {label} {user.fullName}
      </Submit>
    </form>
  );
}
