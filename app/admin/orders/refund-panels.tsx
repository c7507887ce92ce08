import type { RefundPreview } from "#app/admin/orders/operator-refund.ts";
import { adminOrderPath } from "#app/admin/orders/order-filters.ts";
import { FormReason, type PanelProps, pendingText, VersionField } from "#app/admin/orders/panel-fields.tsx";
import { exactDollars } from "#app/lib/money.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

const hint = "At least 10 characters. Both parties read it, and it stays in the audit log.";

type RefundProps = PanelProps & { orderId: string; leftCents: number; preview: RefundPreview | null };

/**
 * Refunds an amount in two steps: a form that shows how it would be divided, then the form that refunds it.
 */
export function RefundPanel({ orderId, leftCents, preview, version, reply }: RefundProps) {
  const mine = reply?.intent === "refund" ? reply : null;
  const refusal = preview && "refusal" in preview ? preview.refusal : undefined;
  const amount = mine?.amount ?? preview?.amount ?? (leftCents / 100).toFixed(2);
  return (
    <section className="panel stack" id="refund">
      <h2>Refund an amount</h2>
      <form className="stack" action={`${adminOrderPath(orderId)}#refund`} noValidate>
        <Field
          name="refund"
          label="Amount in dollars"
          hint={`At most ${exactDollars(leftCents)}: to the card first, up to what it paid, the rest as credit.`}
          inputMode="decimal"
          defaultValue={amount}
          error={mine?.errors.amount ?? refusal}
          required
        />
        <Submit className="btn">Show how it is divided</Submit>
      </form>
      {preview && "back" in preview ? (
        <form
          method="post"
          action={`${adminOrderPath(orderId)}?refund=${encodeURIComponent(preview.amount)}`}
          className="stack"
          noValidate
        >
          <input type="hidden" name="amount" value={preview.amount} />
          <VersionField version={version} />
          <p>
            {exactDollars(preview.back.cashCents)} to the card, {exactDollars(preview.back.creditCents)} as
            credit
          </p>
          <p className="small muted">
            {exactDollars(preview.back.netCents)} from the seller, {exactDollars(preview.back.feeCents)} from
            the platform's fee
          </p>
          <FormReason id="refund" reply={mine} hint={hint} />
          <Submit className="btn stop" name="intent" value="refund" pendingText={pendingText}>
            Refund {exactDollars(preview.back.cashCents + preview.back.creditCents)}
          </Submit>
        </form>
      ) : null}
      {mine && !(preview && "back" in preview) ? (
        <ErrorSummary
          errors={{ refund: mine.errors.amount, reason: mine.errors.reason }}
          form={mine.formError ? [mine.formError] : []}
        />
      ) : null}
    </section>
  );
}

type ResendProps = PanelProps & { call: { id: string; amountCents: number | null } };

/** Sends a refund again that failed after Stripe had taken it. */
export function ResendRefundPanel({ call, version, reply }: ResendProps) {
  const mine = reply?.intent === "refund-again" && reply.call === call.id ? reply : null;
  return (
    <form method="post" className="panel stack" noValidate>
      <h2>Send the refund again</h2>
      <p>Stripe had taken a refund of {exactDollars(call.amountCents ?? 0)}, and it failed after all.</p>
      <input type="hidden" name="call" value={call.id} />
      <VersionField version={version} />
      <FormReason id={`again-${call.id}`} reply={mine} hint="At least 10 characters, for the audit log." />
      <Submit className="btn" name="intent" value="refund-again" pendingText={pendingText}>
        Send the refund again
      </Submit>
    </form>
  );
}
