import type { DecisionReply } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";

/** The form that verifies a user's address by hand. */
export function VerificationPanel({ email, reply }: { email: string; reply: DecisionReply | null }) {
  return (
    <DecisionForm
      reply={reply?.intent === "verify" ? reply : null}
      heading="Verify the address by hand"
      hint={`Only if you know that ${email} is theirs: with it they can order, write messages and apply as a seller. We send that address a notice.`}
      reasonId="reason-verify"
      hidden={{ address: email }}
      buttons={[{ intent: "verify", label: "Verify the address", kind: "go" }]}
    />
  );
}
