import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ConfirmDecision } from "#app/admin/confirm-decision.tsx";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { runDecision } from "#app/admin/decision.server.ts";
import type { DecisionReply } from "#app/admin/decision.ts";
import { EmailText } from "#app/admin/email-text.tsx";
import { humanize } from "#app/admin/humanize.ts";
import { cursorOf, listPath } from "#app/admin/list-search.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { LostReason, Typed } from "#app/admin/lost-input.tsx";
import type { ListedOperator, Person } from "#app/admin/operators/operators.server.ts";
import * as operators from "#app/admin/operators/operators.server.ts";
import {
  consequencesOf,
  type RoleAction,
  refusalToRole,
  roleActions,
  rolePath,
} from "#app/admin/operators/role.ts";
import { pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { reasonField } from "#app/admin/reason.form.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { accountName } from "#app/admin/users/account-name.ts";
import { closeTabs } from "#app/auth/sign-in/browser-session.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { refuse, refuseIf } from "#app/lib/refusal.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Operators");

/**
 * /admin/operators?after={number}: the operators. ?confirm=give|take&who={username, email address or id}: the
 * page that gives or removes the role (docs/specification.md#operator-operators).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context);
  const { searchParams } = new URL(request.url);
  const confirm = searchParams.get("confirm");
  const action: RoleAction | null = confirm === "give" || confirm === "take" ? confirm : null;
  const who = action === null ? null : (searchParams.get("who") ?? "").trim().slice(0, 254);
  const after = cursorOf(searchParams.get("after"));
  const { page, waits } = await loadPage(context, () =>
    Promise.all([operators.list(context.db, after), who ? operators.find(context.db, who) : null]),
  );
  const [list, person] = page;
  const asked = action && person ? { action, person } : null;
  return { ...list, after, who, asked, ownId: operator.id, waits };
}

const roleForm = z.object({
  intent: z.enum(["give", "take"], { error: "Please choose what to do" }),
  id: z.string({ error: "Please choose a person" }),
  reason: reasonField,
});

const changed = "This account has changed. Look at it again.";

/** Gives or removes the role. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const { db, clock } = context;
  return await runDecision(request, context, roleForm, async ({ intent, id, reason }) => {
    const person = (await operators.find(db, id)) ?? refuse("stale", "There is no such account");
    refuseIf("stale", refusalToRole(intent, person, operator.id));
    const result = await operators.change(db, intent, person.id, { operator, reason }, clock.now());
    if (result.state === "changed") refuse("stale", changed);
    closeTabs(context, person.id, result.sessions);
    context.sendMails();
    const notice = `${person.fullName} is ${intent === "give" ? "an operator" : "no longer an operator"}`;
    return writes.done(context, notice, href("/admin/operators"));
  });
}

/** The list of operators, or the page that gives or removes the role. */
export default function Operators() {
  const { ownId, shown, after, next, who, asked } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() ?? null;
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
          <p className="tiny muted">{accountName(username)}</p>
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
      subject={`${accountName(person.username)}, ${person.email}`}
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
