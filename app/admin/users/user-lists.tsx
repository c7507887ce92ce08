import { applicationsPath } from "#app/admin/applications/application-search.ts";
import { Chips } from "#app/admin/chips.tsx";
import { DescriptionList } from "#app/admin/description-list.tsx";
import { adminGigsPath } from "#app/admin/gigs/gig-list.ts";
import { humanize, moment } from "#app/admin/humanize.ts";
import { mailOutcome } from "#app/admin/mail-list.tsx";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { orderColumns } from "#app/admin/orders/order-list-screen.tsx";
import { outcomeWord, reasonText } from "#app/admin/reports/report-decision.ts";
import { reportsPath } from "#app/admin/reports/report-search.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { StateTag, ticketColumn, ticketFacts } from "#app/admin/tickets/ticket-list-screen.tsx";
import { accountName } from "#app/admin/users/account-name.ts";
import { hasNoLink } from "#app/admin/users/mail-words.ts";
import { UserLink } from "#app/admin/users/user-link.tsx";
import type { ContentOf } from "#app/admin/users/user-tab.server.ts";
import { orderSides, reportSides, type UserView, userPath } from "#app/admin/users/user-tabs.ts";
import { stateTag } from "#app/dashboard/dashboard-gig.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import { shortId } from "#app/orders/order.ts";
import { OrderTags } from "#app/orders/order-tags.tsx";
import { kindNames } from "#app/reports/report.ts";
import { Empty } from "#app/ui/empty.tsx";

type Tab = "orders" | "gigs" | "registration" | "tickets" | "reports" | "mails";
type Row<One extends Tab> = ContentOf<One>["shown"][number];
type Props<One extends Tab> = { userId: string; content: ContentOf<One> };

const userOrderColumns: Column<Row<"orders">>[] = [
  orderColumns.order,
  { label: "With", cell: ({ otherId, other }) => <UserLink id={otherId} username={other} /> },
  {
    label: "State",
    cell: ({ status, paymentStatus }) => (
      <span className="row">
        <OrderTags status={status} paymentStatus={paymentStatus} />
      </span>
    ),
  },
  orderColumns.price,
  orderColumns.placed,
];

/** The orders that a user bought or sold. */
export function UserOrders({ userId, content: { side, shown } }: Props<"orders">) {
  return (
    <>
      <Chips
        label="Which orders"
        choices={orderSides}
        current={side}
        to={(key) => userPath(userId, { tab: "orders", orders: key })}
        className="chips"
      />
      {shown.length > 0 ? (
        <Table label="Orders" columns={userOrderColumns} rows={shown} keyOf={({ id }) => id} />
      ) : (
        <Empty title={side === "bought" ? "No orders bought" : "No orders sold"} />
      )}
    </>
  );
}

const gigColumns: Column<Row<"gigs">>[] = [
  {
    label: "Gig",
    kind: "why",
    cell: ({ id, title, denial }) => (
      <>
        <a href={adminGigsPath({ q: id })}>{title}</a>
        {denial === null ? null : <p className="small">{`Denied: ${denial}`}</p>}
      </>
    ),
  },
  {
    label: "State",
    cell: (gig) => {
      const { label, kind } = stateTag(gig);
      return <span className={`tag ${kind}`}>{label}</span>;
    },
  },
  { label: "Price", kind: "num", cell: ({ priceCents }) => exactDollars(priceCents) },
  { label: "Published", kind: "num", cell: ({ createdAt }) => dateTime(createdAt) },
];

/** A seller's gigs, in every state. */
export function UserGigs({ content: { shown } }: Props<"gigs">) {
  if (shown.length === 0) return <Empty title="No gigs" />;
  return <Table label="Gigs" columns={gigColumns} rows={shown} keyOf={({ id }) => id} />;
}

const eventColumns: Column<Row<"registration">>[] = [
  { label: "What", cell: ({ kind }) => humanize(kind) },
  { label: "When", kind: "num", cell: ({ at }) => dateTime(at) },
  { label: "By", cell: ({ actor }) => (actor === null ? "–" : accountName(actor)) },
  { label: "Amount", kind: "num", cell: ({ cents }) => (cents === null ? "–" : exactDollars(cents)) },
  { label: "Reason", kind: "why", cell: ({ note }) => note ?? "–" },
];

/** A user's registration as a seller: the application, its fee, and what happened to both. */
export function UserRegistration({ content: { seller, shown } }: Props<"registration">) {
  if (seller === null) return <Empty title="No registration" />;
  const { id, status, paymentStatus, priceCents, refundedCents } = seller;
  return (
    <>
      <DescriptionList
        items={[
          [
            "Application",
            <a key="link" className="num" href={applicationsPath({ id })}>
              {`#${shortId(id)}`}
            </a>,
          ],
          ["Status", status],
          [
            "Fee",
            `${exactDollars(priceCents)}, ${seller.activatedBy === "waiver" ? "waived" : paymentStatus}`,
          ],
          ["Refunded", refundedCents === 0 ? "–" : exactDollars(refundedCents)],
          ["Applied", moment(seller.appliedAt)],
          ["Active since", moment(seller.activatedAt)],
          ["Vetted", moment(seller.vettedAt)],
          ["Asked for evidence", moment(seller.askedAt)],
          ["Away until", moment(seller.awayUntil)],
        ]}
      />
      {shown.length > 0 ? (
        <Table
          label="What happened to the registration"
          columns={eventColumns}
          rows={shown}
          keyOf={({ number }) => number}
        />
      ) : null}
    </>
  );
}

const ticketColumns: Column<Row<"tickets">>[] = [
  ticketColumn,
  { label: "State", cell: ({ state }) => <StateTag state={state} /> },
  ...ticketFacts,
];

/** A user's tickets. */
export function UserTickets({ content: { shown } }: Props<"tickets">) {
  if (shown.length === 0) return <Empty title="No tickets" />;
  return <Table label="Tickets" columns={ticketColumns} rows={shown} keyOf={({ number }) => number} />;
}

function Reported({ kind, subjectId, title, conversationId, resolvedAt }: Row<"reports">) {
  if (kind === "gig") return <a href={adminGigsPath({ q: subjectId })}>{title ?? "A deleted service"}</a>;
  if (kind === "message" && conversationId !== null && resolvedAt === null)
    return <a href={href("/admin/conversations/:id", { id: conversationId })}>A message</a>;
  return `A ${kindNames[kind]}`;
}

const reportColumns = (side: "about" | "by"): Column<Row<"reports">>[] => [
  { label: "Reported", cell: Reported },
  {
    label: side === "about" ? "By" : "Owner",
    cell: ({ ownerId, owner, reporterId, reporter }) => {
      const [id, username] = side === "about" ? [reporterId, reporter] : [ownerId, owner];
      return id === null || username === null ? "–" : <UserLink id={id} username={username} />;
    },
  },
  {
    label: "Reason",
    kind: "why",
    cell: ({ reason, note }) => (
      <>
        <p>{reasonText(reason)}</p>
        {note ? (
          <p className="small whitespace-pre-wrap" dir="auto">
            {note}
          </p>
        ) : null}
      </>
    ),
  },
  {
    label: "Decision",
    cell: ({ subjectId, resolvedAt, outcome }) =>
      resolvedAt === null ? (
        <a href={reportsPath({ id: subjectId })}>Waiting</a>
      ) : (
        `${outcomeWord(outcome)} ${dateTime(resolvedAt)}`
      ),
  },
  { label: "Sent", kind: "num", cell: ({ at }) => dateTime(at) },
];

/** The reports about a user and their things, or by a user, and how often the user was warned. */
export function UserReports({ userId, content: { side, shown, warnings } }: Props<"reports">) {
  return (
    <>
      <p>{`Earlier warnings: ${warnings}`}</p>
      <Chips
        label="Which reports"
        choices={reportSides}
        current={side}
        to={(key) => userPath(userId, { tab: "reports", reports: key })}
        className="chips"
      />
      {shown.length > 0 ? (
        <Table label="Reports" columns={reportColumns(side)} rows={shown} keyOf={({ number }) => number} />
      ) : (
        <Empty title={side === "about" ? "No reports about this person" : "No reports by this person"} />
      )}
    </>
  );
}

const mailColumns = (userId: string, view: UserView): Column<Row<"mails">>[] => [
  {
    label: "Email",
    cell: ({ number, kind, orderId }) => (
      <>
        {hasNoLink(kind) ? (
          <a href={userPath(userId, { ...view, mail: number })}>{humanize(kind)}</a>
        ) : (
          humanize(kind)
        )}
        {orderId === null ? null : (
          <p>
            <OrderLink id={orderId} />
          </p>
        )}
      </>
    ),
  },
  { label: "To", cell: ({ address }) => address ?? "their own address" },
  { label: "Written", kind: "num", cell: ({ createdAt }) => dateTime(createdAt) },
  {
    label: "Outcome",
    kind: "why",
    cell: (mail) => (
      <>
        {mailOutcome(mail)}
        {mail.error ? <p className="tiny muted">{mail.error}</p> : null}
      </>
    ),
  },
];

/** The emails to a user, and the text of the one that was opened. */
export function UserMails({ userId, view, content }: Props<"mails"> & { view: UserView }) {
  const { words, shown } = content;
  if (shown.length === 0) return <Empty title="No emails" />;
  return (
    <>
      <p className="muted">
        Only emails without a link can be read here. The text is generated again from current data.
      </p>
      {words ? (
        <section className="panel stack" aria-labelledby="words">
          <h2 id="words">{words.subject}</h2>
          {words.paragraphs.map((paragraph, place) => (
            // Two paragraphs may be the same, and their order does not change.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <p key={place} className="whitespace-pre-wrap" dir="auto">
              {paragraph}
            </p>
          ))}
        </section>
      ) : null}
      <Table label="Emails" columns={mailColumns(userId, view)} rows={shown} keyOf={({ number }) => number} />
    </>
  );
}
