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
          ? `${user.fullName} is signed out everywhere and cannot sign in; what they sell leaves the market. Open orders go on.`
          : `${user.fullName} can sign in again, and what they sell is where it was.`
      }
      reasonId="reason"
      reasonHint="At least 10 characters. The person reads it in their mail, and it stays in the audit log."
      buttons={[{ intent, label: `${label} ${user.fullName}`, kind: intent === "suspend" ? "stop" : "go" }]}
    />
  );
}
