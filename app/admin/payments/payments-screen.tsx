import { AdminFrame } from "#app/admin/admin-frame.tsx";
import { adminOrderPath } from "#app/admin/orders/order-search.ts";
import { type MismatchReply, refusalToReturn } from "#app/admin/payments/mismatch.ts";
import type { list } from "#app/admin/payments/mismatches.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";
import { shortId } from "#app/orders/order.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

type Props = Awaited<ReturnType<typeof list>> & { stuck: number | null; reply: MismatchReply | null };

/** The queue of mismatches: what waits, the oldest first, then what was resolved lately. */
export function PaymentsScreen({ differing, unexplained, resolved, stuck, reply }: Props) {
  const isEmpty = differing.length === 0 && unexplained.length === 0;
  return (
    <AdminFrame current="payments" stuck={stuck}>
      <div className="head">
        <h1 className="stitch">Payment mismatches</h1>
      </div>
      <div className="stack mt-5">
        {reply?.formError ? <Note kind="bad" title={reply.formError} /> : null}
        {isEmpty ? <Note kind="ok" title="Every payment is explained" /> : null}
        {differing.map((payment) => (
          <section key={payment.id} className="panel stack">
            <h2>{payment.note}</h2>
            <p>
              {amountOf(payment)} came in for <OrderLink id={payment.orderId} />.
            </p>
            <p className="tiny muted num">
              {dateTime(payment.at)} · {payment.checkoutSessionId} ·{" "}
              {payment.paymentIntentId ?? "no payment intent"}
            </p>
            <Resolve
              id={payment.id}
              reply={reply}
              refund={refusalToReturn(payment) === null ? amountOf(payment) : null}
            />
          </section>
        ))}
        {unexplained.map(({ id, note, orderId, at }) => (
          <section key={id} className="panel stack">
            <h2>{note}</h2>
            <p className="tiny muted num">
              {dateTime(at)} · {id} · {orderId === null ? "no order" : <OrderLink id={orderId} />}
            </p>
            <Resolve id={id} reply={reply} refund={null} />
          </section>
        ))}
      </div>
      {resolved.length > 0 ? (
        <section className="mt-6">
          <h2 className="mb-3">Looked into lately</h2>
          <ul className="log-list">
            {resolved.map(({ id, note, orderId, resolvedAt }) => (
              <li key={id}>
                {note}{" "}
                <span className="tiny muted num">
                  {id}
                  {resolvedAt === null ? "" : ` · ${dateTime(resolvedAt)}`}
                </span>{" "}
                {orderId === null ? null : <OrderLink id={orderId} />}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </AdminFrame>
  );
}

function OrderLink({ id }: { id: string }) {
  return (
    <a className="num" href={adminOrderPath(id)}>
      order #{shortId(id)}
    </a>
  );
}

function amountOf({ amountCents, currency }: { amountCents: number; currency: string }): string {
  return currency === "usd" ? exactDollars(amountCents) : `${(amountCents / 100).toFixed(2)} ${currency}`;
}

/** @param refund the amount that can be given back from here; null: none */
function Resolve({ id, reply, refund }: { id: string; reply: MismatchReply | null; refund: string | null }) {
  const mine = reply?.id === id ? reply : null;
  return (
    <form method="post" className="stack" noValidate>
      <input type="hidden" name="id" value={id} />
      <Field
        id={`reason-${id}`}
        name="reason"
        label="Reason"
        hint="At least 10 characters, for the audit log."
        multiline
        rows={2}
        required
        defaultValue={mine?.reason ?? ""}
        error={mine?.fieldError ?? undefined}
      />
      <div className="row">
        {refund === null ? null : (
          <Submit className="btn stop" name="intent" value="refund">
            Refund {refund}
          </Submit>
        )}
        <Submit className="btn" name="intent" value="look-into">
          Mark as looked into
        </Submit>
      </div>
    </form>
  );
}
