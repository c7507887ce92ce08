import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { announcementPath } from "#app/admin/announcements/announcement-page.ts";
import type { AuditEntry } from "#app/admin/audit/audit-list.server.ts";
import * as auditList from "#app/admin/audit/audit-list.server.ts";
import { auditPath, parseAuditSearch } from "#app/admin/audit/audit-search.ts";
import { topicPath } from "#app/admin/catalogue/topic.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { subjectPath } from "#app/admin/exports/export-search.ts";
import { Filters } from "#app/admin/filters.tsx";
import { adminGigsPath } from "#app/admin/gigs/gig-list.ts";
import { humanize } from "#app/admin/humanize.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { NoMatches, pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { settingOf } from "#app/admin/settings/setting.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { accountName } from "#app/admin/users/account-name.ts";
import { UserLink } from "#app/admin/users/user-link.tsx";
import { ticketCode } from "#app/contact/ticket.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Audit");

/** /admin/audit?q=&operator=&action=&day=&after={number}: the log (docs/specification.md#operator-audit). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const search = parseAuditSearch(new URL(request.url).searchParams);
  const { page, waits } = await loadPage(context, () => auditList.list(context.db, search));
  return { ...page, waits };
}

export const action = notFound;

const columns: Column<AuditEntry>[] = [
  { label: "When", kind: "num", cell: ({ at }) => dateTime(at) },
  { label: "Operator", cell: ({ operator }) => (operator === null ? "–" : accountName(operator)) },
  { label: "Action", cell: ({ action }) => humanize(action) },
  { label: "About", cell: About },
  { label: "Amount", kind: "num", cell: ({ cents }) => (cents === null ? "–" : exactDollars(cents)) },
  {
    label: "Reason",
    kind: "why",
    cell: ({ reason, before, after }) => (
      <>
        {before === null || after === null ? null : <p>{`From ${before} to ${after}.`}</p>}
        <p>{reason}</p>
      </>
    ),
  },
];

/** The audit log, newest first: what operators did, to what, and why. */
export default function Audit() {
  const { search, rows, next, operators, actions } = useLoaderData<typeof loader>();
  const sum = rows.reduce((cents, row) => cents + (row.cents ?? 0), 0);
  return (
    <QueuePage
      current="audit"
      title="Audit"
      filters={
        <Filters
          path="/admin/audit"
          text={{
            label: "Person, order, ticket or ID",
            value: search.q,
            placeholder: "A username, an email, 91d0c4ee or HW-2026-004217",
          }}
          selects={[
            {
              name: "operator",
              label: "Operator",
              choices: operators.map((name) => ({ key: name, label: accountName(name) })),
              value: search.operator,
            },
            {
              name: "action",
              label: "Action",
              choices: actions.map((name) => ({ key: name, label: humanize(name) })),
              value: search.action,
            },
          ]}
          day={search.day}
        />
      }
      empty={
        rows.length > 0 ? null : (
          <NoMatches
            q={search.q}
            hint="A username, an email address, the beginning of an order's ID, or a whole ID."
            isUnfinished={next !== null}
            none={{ title: "Nothing found", text: "Try fewer filters." }}
          />
        )
      }
      pages={pagesOf(auditPath, search, next)}
    >
      <Table
        label="Audit log"
        columns={columns}
        rows={rows}
        keyOf={({ number }) => number}
        foot={
          search.action === "" || sum === 0 ? null : (
            <tr>
              <th scope="row" colSpan={4}>
                Sum of this page
              </th>
              <td className="num" colSpan={2}>
                {exactDollars(sum)}
              </td>
            </tr>
          )
        }
      />
    </QueuePage>
  );
}

const proposalActions = ["propose", "confirm-proposal", "decline-proposal"];
const catalogueActions = [
  ...["add-category", "edit-category", "delete-category", "edit-faqs", "edit-features"],
  ...["edit-category-reviews", "move-gigs", "begin-catalogue"],
];
const announcementActions = [
  ...["write-announcement", "edit-announcement", "delete-announcement", "test-announcement"],
  ...["send-announcement", "stop-announcement", "resume-announcement"],
];
const paymentActions = ["take-in", "look-into", "return-payment"];

/** A link to the subject of a row, or to the page that lists it. */
function About(entry: AuditEntry) {
  const { subjectId, userId, username, orderId, gig, ticket, ticketAt, conversationId } = entry;
  if (orderId !== null) return <OrderLink id={orderId} />;
  if (userId !== null) return <UserLink id={userId} username={username} />;
  if (gig !== null) return <a href={adminGigsPath({ q: subjectId })}>{gig}</a>;
  if (ticket !== null && ticketAt !== null) {
    const code = ticketCode({ number: ticket, createdAt: ticketAt });
    return <a href={href("/admin/tickets/:number", { number: code })}>{code}</a>;
  }
  if (conversationId !== null)
    return <a href={href("/admin/conversations/:id", { id: conversationId })}>A conversation</a>;
  const setting = settingOf(subjectId);
  if (setting) return <a href={`${href("/admin/settings")}#${setting.key}`}>{setting.label}</a>;
  if (catalogueActions.includes(entry.action))
    return (
      <a href={entry.action === "begin-catalogue" ? href("/admin/catalogue") : topicPath(subjectId)}>
        The catalogue
      </a>
    );
  if (announcementActions.includes(entry.action))
    return <a href={announcementPath(subjectId)}>An announcement</a>;
  if (entry.action === "export-taxes") return <a href={href("/admin/payouts/taxes")}>{subjectId}</a>;
  if (entry.action === "export") return <a href={subjectPath(subjectId)}>{subjectId}</a>;
  if (proposalActions.includes(entry.action)) return <a href={href("/admin/approvals")}>{subjectId}</a>;
  // Money, emails and webhooks without an owner.
  const to = paymentActions.includes(entry.action) ? href("/admin/payments") : href("/admin/health");
  return <a href={to}>{subjectId}</a>;
}
