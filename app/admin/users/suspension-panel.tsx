import type { DecisionReply } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { nextAction, suspensionActions } from "#app/admin/users/suspension.ts";

type Props = { user: { fullName: string; suspendedAt: number | null }; reply: DecisionReply | null };

/** The form that suspends a user, or restores one who is suspended. */
export function SuspensionPanel({ user, reply }: Props) {
  const intent = nextAction(user);
  const { label } = suspensionActions[intent];
  return (
    <DecisionForm
      reply={reply}
      heading={label}
      hint={
        intent === "suspend"
          ? `${user.fullName} will be signed out everywhere and can't sign in. Their services will be hidden. Paid orders continue, and cleared earnings are still paid.`
          : `${user.fullName} can sign in again, and their services will be visible again.`
      }
      reasonId="reason"
      asksRule={intent === "suspend"}
      reasonHint={
        intent === "suspend"
          ? "What happened, in at least 10 characters. It is in the email we send them, with the rule, and it stays in the audit log."
          : "At least 10 characters. It is in the email we send them, and it stays in the audit log."
      }
      buttons={[{ intent, label: `${label} ${user.fullName}`, kind: intent === "suspend" ? "stop" : "go" }]}
    />
  );
}
