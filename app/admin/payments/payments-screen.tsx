import { WaitingLink } from "#app/admin/approvals/waiting-note.tsx";
import { ConfirmDecision } from "#app/admin/confirm-decision.tsx";
import type { DecisionReply } from "#app/admin/decision.ts";
import { LogList } from "#app/admin/log-list.tsx";
import { amountText, confirmMismatchPath, refusalToReturn } from "#app/admin/payments/mismatch.ts";
import type { findListed, ListedMismatch, list } from "#app/admin/payments/mismatch-queue.server.ts";
import { PaidForLink } from "#app/admin/payments/paid-for-link.tsx";
import { NoPayments, PaymentFilters, SearchedOrders } from "#app/admin/payments/payment-list-screen.tsx";
import { type PaymentSearch, paymentsPath } from "#app/admin/payments/payment-search.ts";
import { PickList } from "#app/admin/pick-list.tsx";
import { pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { StripeId } from "#app/admin/stripe-id.tsx";
import type { Column } from "#app/admin/table.tsx";
import { dateTime } from "#app/lib/dates.ts";
import type { StripeDashboard } from "#app/payments/stripe-dashboard.ts";

type Props = Awaited<ReturnType<typeof list>> & {
  search: PaymentSearch;
  dashboard: StripeDashboard | null;
  /**
   * The mismatch whose decision is to be confirmed, the decision, and whether another operator must confirm
   * it. Null: the list is shown.
   */
  asked:
    | (NonNullable<Awaited<ReturnType<typeof findListed>>> & { intent: string | null; isProposed: boolean })
    | null;
  reply: DecisionReply | null;
};

/** The waiting mismatches, oldest first, with one form that resolves the chosen ones. */
export function PaymentsScreen(props: Props) {
  const { search, rows, next, takeable, resolved, isCut, dashboard, asked, reply } = props;
  const confirmed = asked && confirmation(asked);
  if (asked && confirmed)
    return (
      <ConfirmDecision
        current="payments"
        subject={`${asked.row.note} · ${dateTime(asked.row.at)}`}
        {...confirmed}
        isProposed={asked.isProposed}
        proposal={proposalOf(asked.row)}
        reply={reply}
        hidden={{ pick: pickOf(asked.row) }}
        back={paymentsPath()}
      />
    );
  return (
    <QueuePage
      current="payments"
      title="Payment mismatches"
      filters={<PaymentFilters search={search} />}
      pages={pagesOf(paymentsPath, search, next)}
    >
      {isCut ? <SearchedOrders /> : null}
      <PickList
        label="Mismatches"
        columns={columnsWith(dashboard, takeable)}
        rows={rows}
        about={(row) => ({ id: row.id, version: 0, name: row.note ?? row.id })}
        isFixed={() => false}
        buttons={rows.length > 0 ? [{ intent: "look-into", label: "Mark as resolved" }] : []}
        empty={
          search.q !== "" && resolved.length > 0 ? null : <NoPayments search={search} none="No mismatches" />
        }
        reply={reply}
      />
      {resolved.length > 0 ? (
        <LogList title={search.q === "" ? "Recently resolved" : "Resolved"} empty="">
          {resolved.map(({ id, note, resolvedAt, ...about }) => (
            <li key={id}>
              {`${note} `}
              <span className="tiny muted num">
                <StripeId id={id} dashboard={dashboard} />
                {resolvedAt === null ? null : ` · ${dateTime(resolvedAt)}`}
              </span>{" "}
              <PaidForLink {...about} />
              {takeable.includes(id) ? <TakeIn id={id} /> : null}
            </li>
          ))}
        </LogList>
      ) : null}
    </QueuePage>
  );
}

function TakeIn({ id }: { id: string }) {
  return (
    <a className="btn" href={confirmMismatchPath(id, "take-in")}>
      Take into the books
    </a>
  );
}

/** A mismatch has no version: it never changes, and is resolved once. */
function pickOf({ id }: ListedMismatch): string {
  return `${id}:0`;
}

/** The amount of a payment that can be refunded from here; null if it cannot. */
function refundOf({ amountCents, currency }: ListedMismatch): string | null {
  if (amountCents === null || currency === null) return null;
  const payment = { amountCents, currency };
  return refusalToReturn(payment) === null ? amountText(payment) : null;
}

/** The question, its consequences and its button; null if this cannot be decided. */
function confirmation({ row, isTakeable, intent }: NonNullable<Props["asked"]>) {
  if (intent === "take-in")
    return isTakeable
      ? {
          title: "Take this into the books?",
          consequences: [
            "This becomes the platform's gain or cost.",
            "What was taken back from a transfer for an order is owed to the seller again and sent with the next run.",
          ],
          button: { intent, label: "Yes, take it into the books" },
        }
      : null;
  const amount = refundOf(row);
  return (
    amount && {
      title: "Refund this payment?",
      consequences: [
        `${amount} goes back to the card that paid, and the payer gets an email. This cannot be undone.`,
      ],
      button: { intent: "refund", label: `Yes, refund ${amount}`, kind: "stop" as const },
    }
  );
}

function proposalOf({ proposed, proposedCents }: ListedMismatch) {
  return proposed === null || proposedCents === null ? null : { action: proposed, cents: proposedCents };
}

function columnsWith(dashboard: StripeDashboard | null, takeable: string[]): Column<ListedMismatch>[] {
  return [
    {
      label: "Mismatch",
      kind: "why",
      cell: (row) => {
        const proposal = proposalOf(row);
        return (
          <>
            <h2>{row.note}</h2>
            {proposal && <WaitingLink {...proposal} />}
          </>
        );
      },
    },
    {
      label: "Paid",
      kind: "num",
      cell: ({ amountCents, currency }) =>
        amountCents === null || currency === null ? "–" : amountText({ amountCents, currency }),
    },
    { label: "For", cell: PaidForLink },
    { label: "Since", kind: "num", cell: ({ at }) => dateTime(at) },
    {
      label: "At Stripe",
      cell: ({ id, checkoutSessionId, paymentIntentId }) => (
        <>
          <p>
            <StripeId id={checkoutSessionId ?? id} dashboard={dashboard} />
          </p>
          {paymentIntentId === null ? null : (
            <p>
              <StripeId id={paymentIntentId} dashboard={dashboard} />
            </p>
          )}
        </>
      ),
    },
    {
      label: "Decide individually",
      cell: (row) => (
        <span className="row">
          {refundOf(row) === null ? null : (
            <a className="btn stop" href={confirmMismatchPath(row.id, "refund")}>
              {`Refund ${refundOf(row)}`}
            </a>
          )}
          {takeable.includes(row.id) ? <TakeIn id={row.id} /> : null}
        </span>
      ),
    },
  ];
}
