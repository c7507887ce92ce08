import { ApplicationLink } from "#app/admin/applications/application-link.tsx";
import { ConfirmDecision } from "#app/admin/confirm-decision.tsx";
import type { Waits } from "#app/admin/console-menu.ts";
import { type DecisionReply, replyAbout } from "#app/admin/decision.ts";
import { type DecisionButton, DecisionForm } from "#app/admin/decision-form.tsx";
import { DecisionQueue } from "#app/admin/decision-queue.tsx";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { refusalToReturn } from "#app/admin/payments/mismatch.ts";
import type { list } from "#app/admin/payments/mismatch-queue.server.ts";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { StripeId } from "#app/admin/stripe-id.tsx";
import type { PaidForColumns } from "#app/ledger/paid-for.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { StripeDashboard } from "#app/payments/stripe-dashboard.ts";

type Props = Awaited<ReturnType<typeof list>> & {
  waits: Waits | null;
  dashboard: StripeDashboard | null;
  /** The id of the payment whose refund is to be confirmed; null to show the queue. */
  confirm: string | null;
  reply: DecisionReply | null;
};

const lookInto: DecisionButton = { intent: "look-into", label: "Mark as resolved" };
const takeIn: DecisionButton = { intent: "take-in", label: "Take into the books" };

/** What taking a mismatch into the books means. */
const takenIn =
  "Taken into the books, this is the platform's gain or cost. What was taken back from a transfer for an order is owed to the seller again and sent with the next run.";

/** The queue of mismatches: the waiting ones, oldest first, then the recently resolved. */
export function PaymentsScreen({
  mismatched,
  unexplained,
  resolved,
  takeable,
  waits,
  dashboard,
  confirm,
  reply,
}: Props) {
  const asked = mismatched.find((payment) => payment.id === confirm && refusalToReturn(payment) === null);
  if (asked)
    return (
      <ConfirmDecision
        current="payments"
        waits={waits}
        title="Refund this payment?"
        subject={`${asked.note} · ${dateTime(asked.at)}`}
        consequences={[
          `${amountOf(asked)} goes back to the card that paid, and the payer gets an email. This cannot be undone.`,
        ]}
        button={{ intent: "refund", label: `Yes, refund ${amountOf(asked)}`, kind: "stop" }}
        reply={reply}
        hidden={{ id: asked.id }}
        reasonHint="At least 10 characters, for the audit log."
        back="/admin/payments"
      />
    );
  return (
    <QueuePage current="payments" waits={waits} title="Payment mismatches">
      <DecisionQueue
        reply={reply}
        waiting={[...mismatched, ...unexplained].map(({ id }) => id)}
        emptyTitle="No mismatches"
        recentTitle="Recently resolved"
        recent={resolved.map(({ id, note, resolvedAt, ...about }) => (
          <li key={id}>
            {`${note} `}
            <span className="tiny muted num">
              <StripeId id={id} dashboard={dashboard} />
              {resolvedAt === null ? null : ` · ${dateTime(resolvedAt)}`}
            </span>{" "}
            <PaidForLink {...about} />
          </li>
        ))}
      >
        {mismatched.map((payment) => (
          <section key={payment.id} id={`mismatch-${payment.id}`} className="panel stack">
            <h2>{payment.note}</h2>
            <p>
              {`${amountOf(payment)} was paid for `}
              <PaidForLink {...payment} />.
            </p>
            <p className="tiny muted num">
              {`${dateTime(payment.at)} · `}
              <StripeId id={payment.checkoutSessionId} dashboard={dashboard} />
              {" · "}
              {payment.paymentIntentId === null ? (
                <span>no payment intent</span>
              ) : (
                <StripeId id={payment.paymentIntentId} dashboard={dashboard} />
              )}
            </p>
            <DecisionForm
              reply={replyAbout(reply, payment.id)}
              hidden={{ id: payment.id }}
              reasonId={`reason-${payment.id}`}
              buttons={[lookInto]}
            />
            {refusalToReturn(payment) === null ? (
              <p>
                <a
                  className="btn stop"
                  href={`${href("/admin/payments")}?confirm=${encodeURIComponent(payment.id)}`}
                >
                  {`Refund ${amountOf(payment)}`}
                </a>
              </p>
            ) : null}
          </section>
        ))}
        {unexplained.map(({ id, note, at, ...about }) => (
          <section key={id} id={`mismatch-${id}`} className="panel stack">
            <h2>{note}</h2>
            <p className="tiny muted num">
              {`${dateTime(at)} · `}
              <StripeId id={id} dashboard={dashboard} />
              {" · "}
              <PaidForLink {...about} />
            </p>
            <DecisionForm
              reply={replyAbout(reply, id)}
              hidden={{ id }}
              reasonId={`reason-${id}`}
              buttons={takeable.includes(id) ? [takeIn, lookInto] : [lookInto]}
              hint={takeable.includes(id) ? takenIn : undefined}
            />
          </section>
        ))}
      </DecisionQueue>
    </QueuePage>
  );
}

/** A link to the order, or a text for a registration or for money that belongs to nothing. */
function PaidForLink({ orderId, registrationId }: PaidForColumns) {
  if (orderId !== null) return <OrderLink id={orderId} />;
  return registrationId === null ? <span>no order</span> : <ApplicationLink id={registrationId} />;
}

function amountOf({ amountCents, currency }: { amountCents: number; currency: string }): string {
  return currency === "usd" ? exactDollars(amountCents) : `${(amountCents / 100).toFixed(2)} ${currency}`;
}
