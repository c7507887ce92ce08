import type { DecisionReply } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { dateTime } from "#app/lib/dates.ts";

/** The form that ends a user's second factors, or stops their end while it waits. @param dueAt UTC ms */
export function FactorEndPanel({ dueAt, reply }: { dueAt: number | null; reply: DecisionReply | null }) {
  const shown = reply?.intent === "end-factor" || reply?.intent === "keep-factor" ? reply : null;
  if (dueAt !== null)
    return (
      <DecisionForm
        reply={shown}
        heading="Two-step verification ends"
        hint={`It ends on ${dateTime(dueAt)}, unless the user stops it or signs in with a code.`}
        reasonId="reason-factor"
        buttons={[{ intent: "keep-factor", label: "Keep two-step verification", kind: "go" }]}
      />
    );
  return (
    <DecisionForm
      reply={shown}
      heading="End two-step verification"
      hint="Use this only if you are sure that the user asked for it: access to a mailbox is not proof. We email them now. It ends after 24 hours and signs out every browser, unless they stop it or sign in with a code."
      reasonId="reason-factor"
      buttons={[{ intent: "end-factor", label: "End two-step verification in 24 hours", kind: "stop" }]}
    />
  );
}
