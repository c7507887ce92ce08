import type { DecisionReply } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { LostReason } from "#app/admin/lost-input.tsx";
import { nextAction, suspensionActions } from "#app/admin/users/suspension.ts";
import type { ContentOf } from "#app/admin/users/user-tab.server.ts";
import type { User } from "#app/admin/users/users.server.ts";
import { dateTime } from "#app/lib/dates.ts";

type Props = { user: User; history: ContentOf<"facts">["history"]; reply: DecisionReply | null };

/** The forms about an account. */
export function AccountForms({ user, history: { factors, ending, badAddress }, reply }: Props) {
  const ofAddress = reply?.intent === "verify" ? reply : null;
  const ofFactor = reply?.intent === "end-factor" || reply?.intent === "keep-factor" ? reply : null;
  const dueAt = ending?.endedAt === null ? ending.dueAt : null;
  const hasFactor = factors.length > 0 || dueAt !== null;
  const isVerified = user.emailVerifiedAt !== null && badAddress === null;
  return (
    <>
      {isVerified && ofAddress ? <LostReason reply={ofAddress} /> : null}
      {isVerified ? null : (
        <DecisionForm
          reply={ofAddress}
          heading="Verify the address by hand"
          hint={`Only if you know that ${user.email} is theirs: with it they can order, write messages and apply as a seller. We send that address a notice.`}
          reasonId="reason-verify"
          hidden={{ address: user.email }}
          buttons={[{ intent: "verify", label: "Verify the address", kind: "go" }]}
        />
      )}
      {ofFactor && !hasFactor ? <LostReason reply={ofFactor} /> : null}
      {hasFactor ? <FactorForm dueAt={dueAt} reply={ofFactor} /> : null}
      <SuspensionForm user={user} reply={ofAddress || ofFactor ? null : reply} />
    </>
  );
}

/** Schedules the end of a user's second factors, or cancels it. @param dueAt of the scheduled end, UTC ms */
function FactorForm({ dueAt, reply }: { dueAt: number | null; reply: DecisionReply | null }) {
  if (dueAt !== null)
    return (
      <DecisionForm
        reply={reply}
        heading="Two-step verification ends"
        hint={`It ends on ${dateTime(dueAt)}, unless the user stops it or signs in with a code.`}
        reasonId="reason-factor"
        buttons={[{ intent: "keep-factor", label: "Keep two-step verification", kind: "go" }]}
      />
    );
  return (
    <DecisionForm
      reply={reply}
      heading="End two-step verification"
      hint="Use this only if you are sure that the user asked for it: access to a mailbox is not proof. We email them now. It ends after 24 hours and signs out every browser, unless they stop it or sign in with a code."
      reasonId="reason-factor"
      buttons={[{ intent: "end-factor", label: "End two-step verification in 24 hours", kind: "stop" }]}
    />
  );
}

/** Suspends a user, or restores one who is suspended. */
function SuspensionForm({ user, reply }: Pick<Props, "user" | "reply">) {
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
