import type { DecisionReply } from "#app/admin/decision.ts";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";

/** What was typed into a form that the page no longer has, without empty texts. */
export function Typed({ texts }: { texts: string[] }) {
  const typed = texts.filter((text) => text !== "");
  if (typed.length === 0) return null;
  return (
    <>
      <p className="small muted">You typed:</p>
      {typed.map((text, i) => {
        // Two texts may be equal.
        const key = `typed-${i}`;
        return (
          <p key={key} className="whitespace-pre-wrap">
            {text}
          </p>
        );
      })}
    </>
  );
}

/** The same in a panel, after the errors of the form's fields. */
export function LostInput({ texts, errors = [] }: { texts: string[]; errors?: string[] }) {
  if (errors.length === 0 && texts.every((text) => text === "")) return null;
  return (
    <div className="panel stack">
      {errors.map((sentence) => (
        <p key={sentence} className="err">
          {sentence}
        </p>
      ))}
      <Typed texts={texts} />
    </div>
  );
}

/** Why a decision was refused, and the reason that was typed. */
export function LostReason({ reply }: { reply: DecisionReply }) {
  return (
    <div className="mt-5">
      <RefusalNote title={reply.formError ?? "Nothing was decided"}>
        <Typed texts={[reply.reason]} />
      </RefusalNote>
    </div>
  );
}
