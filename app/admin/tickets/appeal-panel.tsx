import { auditPath } from "#app/admin/audit/audit-search.ts";
import type { FormReply } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { DescriptionList } from "#app/admin/description-list.tsx";
import {
  type AppealIntent,
  type AppealStanding,
  refusalToDecideAppeal,
  subjectPath,
} from "#app/admin/tickets/appeal.ts";
import type { TicketRecord } from "#app/admin/tickets/ticket-record.server.ts";
import { accountName } from "#app/admin/users/account-name.ts";
import { dateTime } from "#app/lib/dates.ts";
import { decisionText, type StatementKind, shownRule } from "#app/statements/statement.ts";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";

type Appealed = NonNullable<TicketRecord["appealed"]>;
type Fact = "kind" | "rule" | "happened" | "foundBy" | "at" | "answer" | "subjectId" | "userId";

/**
 * A ticket's appeal as the console shows it. `operator`: who made the decision. `proposer`: who proposed it,
 * if a second operator confirmed it.
 */
export type ShownAppeal = AppealStanding & Pick<Appealed["statement"], Fact> & Omit<Appealed, "statement">;

/** The statement that an appeal is about, with a link to what it restricts. */
export function AppealFacts({ appeal }: { appeal: ShownAppeal }) {
  const { kind, title, happened, foundBy, at, subjectId, userId, username, operator, proposer } = appeal;
  const { sentence, section } = shownRule(appeal);
  const by =
    proposer === null
      ? accountName(operator)
      : `${accountName(operator)}, proposed by ${accountName(proposer)}`;
  return (
    <section className="stack" aria-labelledby="appealed">
      <h2 id="appealed">{`What was decided: “${decisionText({ kind, title })}”`}</h2>
      <DescriptionList
        items={[
          ["Rule", `${sentence} (Terms, “${section}”)`],
          ["What happened", happened],
          ["Found by", foundBy === "report" ? "a report" : "an operator"],
          ["Decided", `${dateTime(at)} by ${by}`],
          [
            "About",
            <a key="about" href={subjectPath(kind, subjectId, userId)}>
              {title ?? accountName(username)}
            </a>,
          ],
          [
            "Audit",
            <a key="audit" href={auditPath({ q: subjectId })}>
              What operators did about it
            </a>,
          ],
        ]}
      />
    </section>
  );
}

const buttons = [
  { intent: "uphold", label: "Uphold the decision" },
  { intent: "reverse", label: "Reverse the decision", kind: "go" },
  { intent: "close", label: "Close the appeal" },
] as const satisfies { intent: AppealIntent; label: string; kind?: "go" }[];

type FormProps = { appeal: ShownAppeal; version: number; reply: FormReply | null };

/** The operator's decision on an appeal. */
export function AppealForm({ appeal, version, reply }: FormProps) {
  const possible = buttons.filter(({ intent }) => refusalToDecideAppeal(intent, appeal) === null);
  if (possible.length === 0)
    return (
      <div className="panel stack">
        {reply?.formError ? <RefusalNote title={reply.formError} /> : null}
        {reply?.reason ? <p className="break-words">{`You wrote: ${reply.reason}`}</p> : null}
        <h2>{appeal.outcome === null ? "Decide the appeal" : `Appeal ${appeal.outcome}`}</h2>
        <p>{appeal.answer ?? `${refusalToDecideAppeal("uphold", appeal)}.`}</p>
      </div>
    );
  return (
    <DecisionForm
      heading="Decide the appeal"
      isOpen
      hint={hintOf(appeal)}
      reply={reply}
      reasonId="appeal-reason"
      reasonHint="At least 10 characters. The person reads it as our answer."
      hidden={{ version }}
      buttons={possible}
    />
  );
}

/** What an operator has to know before they reverse a decision. */
const undoneTexts: Partial<Record<StatementKind, string>> = {
  denial: "Buyers see the service as it is now, so first read what its seller has changed since.",
  refusal: "A fee that was returned stays returned: waive it in Applications, so that they can sell again.",
};

function hintOf({ kind, stands, blocked }: ShownAppeal): string {
  if (!stands)
    return "The decision no longer stands: it was undone, or replaced by a newer one. You can only uphold it or close the appeal.";
  if (blocked !== null) return `It can't be reversed now. ${blocked}.`;
  const undone = "If you reverse the decision, what it changed is undone immediately.";
  return `${undone} ${undoneTexts[kind] ?? ""} The person gets an email either way.`.replace("  ", " ");
}
