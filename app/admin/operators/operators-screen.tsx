import { ConfirmDecision } from "#app/admin/confirm-decision.tsx";
import type { DecisionReply } from "#app/admin/decision.ts";
import { EmailText } from "#app/admin/email-text.tsx";
import { humanize } from "#app/admin/humanize.ts";
import type { ListPage } from "#app/admin/list-page.server.ts";
import { listPath } from "#app/admin/list-search.ts";
import { LostReason, Typed } from "#app/admin/lost-input.tsx";
import type { ListedOperator, Person } from "#app/admin/operators/operators.server.ts";
import {
  consequencesOf,
  type RoleAction,
  refusalToRole,
  roleActions,
  rolePath,
} from "#app/admin/operators/role.ts";
import { pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { type Column, Table } from "#app/admin/table.tsx";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";

type Props = ListPage<ListedOperator> & {
  /** The operator who looks at the page. */
  ownId: string;
  after: number | null;
  /** The person that the address names, as typed; null: it asks for no one. */
  who: string | null;
  /** The decision to confirm; null: there is none, or `who` is unknown. */
  asked: { action: RoleAction; person: Person } | null;
  reply: DecisionReply | null;
};

/** The list of operators, or the page that gives or removes the role. */
export function OperatorsScreen(props: Props) {
  const { ownId, shown, after, next, who, asked, reply } = props;
  if (asked) return <ConfirmRole {...asked} ownId={ownId} reply={reply} />;
  const error = errorOf(who);
  return (
    <QueuePage
      current="operators"
      title="Operators"
      pages={pagesOf((search) => listPath("/admin/operators", search), { after }, next)}
    >
      {reply ? <LostReason reply={reply} /> : null}
      <Table label="Operators" columns={columnsFor(ownId)} rows={shown} keyOf={({ id }) => id} />
      <form action={href("/admin/operators")} className="panel stack mid mt-6" noValidate>
        <h2>Make someone an operator</h2>
        <p className="muted">They need a verified email address and a second factor.</p>
        <ErrorSummary errors={{ who: error ? [error] : null }} />
        <input type="hidden" name="confirm" value="give" />
        <Field
          name="who"
          label="Email address or username"
          defaultValue={who ?? ""}
          error={error}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <div className="row">
          <button type="submit" className="btn">
            Continue
          </button>
        </div>
      </form>
    </QueuePage>
  );
}

function errorOf(who: string | null): string | undefined {
  if (who === null) return undefined;
  return who === ""
    ? "Please enter an email address or a username"
    : "No account has this email address or username";
}

function columnsFor(ownId: string): Column<ListedOperator>[] {
  return [
    {
      label: "Name",
      cell: ({ id, fullName, username, suspendedAt }) => (
        <>
          <a href={href("/admin/users/:id", { id })}>{fullName}</a>
          <p className="tiny muted">{`@${username}`}</p>
          {suspendedAt === null ? null : <span className="tag bad">Suspended</span>}
        </>
      ),
    },
    { label: "Email", cell: ({ email }) => <EmailText address={email} /> },
    {
      label: "Second factor",
      kind: "num",
      cell: ({ factorSince }) =>
        factorSince === null ? <span className="tag wait">None</span> : `since ${dateTime(factorSince)}`,
    },
    {
      label: "Last action",
      kind: "num",
      cell: ({ lastAction, lastAt }) =>
        lastAction === null || lastAt === null ? (
          "–"
        ) : (
          <>
            {humanize(lastAction)}
            <p className="tiny muted">{dateTime(lastAt)}</p>
          </>
        ),
    },
    {
      label: "Role",
      isAction: true,
      cell: ({ id, username, fullName }) =>
        id === ownId ? (
          <span className="muted">You</span>
        ) : (
          <a className="btn" href={rolePath("take", username)}>
            Remove the role<span className="vh">{` of ${fullName}`}</span>
          </a>
        ),
    },
  ];
}

type ConfirmProps = {
  action: RoleAction;
  person: Person;
  ownId: string;
  reply: DecisionReply | null;
};

function ConfirmRole({ action, person, ownId, reply }: ConfirmProps) {
  const { label } = roleActions[action];
  const refusal = refusalToRole(action, person, ownId);
  return (
    <ConfirmDecision
      current="operators"
      title={
        action === "give"
          ? `Make ${person.fullName} an operator?`
          : `Remove the role from ${person.fullName}?`
      }
      subject={`@${person.username}, ${person.email}`}
      consequences={refusal ? [] : consequencesOf(action, person)}
      button={refusal ? null : { intent: action, label, kind: action === "give" ? "go" : "stop" }}
      refusal={refusal}
      reply={reply}
      hidden={{ id: person.id }}
      reasonHint="At least 10 characters. It is in the email to every operator, and in the audit log."
      back={href("/admin/operators")}
      lost={reply ? <Typed texts={[reply.reason]} /> : null}
    />
  );
}
