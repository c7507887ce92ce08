import type { DecisionReply } from "#app/admin/decision.ts";
import { ReasonField } from "#app/admin/reason-field.tsx";
import { nextAction, suspensionActions } from "#app/admin/users/suspension.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

type Props = { user: { fullName: string; suspendedAt: number | null }; reply: DecisionReply | null };

/** The form that suspends a user, or restores one who is suspended. */
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
      <ReasonField
        id="reason"
        hint="At least 10 characters. The person reads it in their mail, and it stays in the audit log."
        rows={4}
        value={reply?.reason}
        error={reply?.fieldError}
      />
      <Submit className={`btn ${intent === "suspend" ? "stop" : "go"} mt-6`} name="intent" value={intent}>
        {label} {user.fullName}
      </Submit>
    </form>
  );
}
