import { onlyProposed, proposingLabel } from "#app/admin/approvals/proposal.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { Folded } from "#app/admin/folded.tsx";
import { type PanelProps, readByParties } from "#app/admin/orders/action-panels.tsx";
import { confirmPath } from "#app/admin/orders/operator-confirmation.ts";
import type { RefundPreview } from "#app/admin/orders/operator-refund.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

type RefundProps = PanelProps & {
  orderId: string;
  leftCents: number;
  /** True if the earnings have cleared: the operator chooses who bears the seller's share. */
  hasCleared: boolean;
  preview: RefundPreview | null;
  /** True if another operator must confirm the refund of the preview. */
  isProposed: boolean;
};

/**
 * Refunds an amount in two steps: a form that shows how it would be divided, then the form that refunds it.
 */
export function RefundPanel(props: RefundProps) {
  const { orderId, leftCents, hasCleared, preview, isProposed, version, reply } = props;
  const mine = reply?.intent === "refund" ? reply : null;
  const refusal = preview && "refusal" in preview ? preview.refusal : undefined;
  const back = preview && "back" in preview ? preview.back : null;
  const label = `Refund ${exactDollars(back ? back.cashCents + back.creditCents : 0)}`;
  const amount = mine?.amount ?? preview?.amount ?? (leftCents / 100).toFixed(2);
  return (
    <Folded heading="Refund an amount" id="refund-amount" isOpen={mine !== null || preview !== null}>
      <form
        className="stack"
        action={`${href("/admin/orders/:id", { id: orderId })}#refund-amount`}
        noValidate
      >
        <Field
          name="refund"
          label="Amount in dollars"
          hint={`At most ${exactDollars(leftCents)}: to the card first, up to what it paid, then as credit.`}
          inputMode="decimal"
          defaultValue={amount}
          error={mine?.errors.amount ?? refusal}
          required
        />
        <Submit className="btn">Preview the refund</Submit>
      </form>
      {preview && "back" in preview ? (
        <DecisionForm
          reply={mine}
          action={`${href("/admin/orders/:id", { id: orderId })}?refund=${encodeURIComponent(preview.amount)}`}
          hidden={{ amount: preview.amount, version }}
          errors={{ "bearer-platform": mine?.errors.bearer }}
          reasonId="refund-reason"
          reasonHint={readByParties}
          buttons={[{ intent: "refund", label: isProposed ? proposingLabel(label) : label, kind: "stop" }]}
        >
          <p>
            {`${exactDollars(preview.back.cashCents)} to the card, ${exactDollars(preview.back.creditCents)} as credit`}
          </p>
          <p className="small muted">
            {`${exactDollars(preview.back.netCents)} from the seller's share, ${exactDollars(preview.back.feeCents)} from the platform's fee`}
          </p>
          {isProposed ? <p>{onlyProposed}</p> : null}
          {hasCleared ? (
            <BearerField
              chosen={mine?.bearer}
              error={mine?.errors.bearer?.[0]}
              cents={preview.back.netCents}
            />
          ) : null}
        </DecisionForm>
      ) : null}
      {mine && !(preview && "back" in preview) ? (
        <ErrorSummary
          errors={{ refund: mine.errors.amount }}
          form={[...(mine.errors.bearer ?? []), ...(mine.errors.reason ?? [])]}
        />
      ) : null}
    </Folded>
  );
}

type BearerProps = { chosen: string | undefined; error: string | undefined; cents: number };

/** Who bears the seller's share, once the earnings have cleared. By default, the platform does. */
function BearerField({ chosen, error, cents }: BearerProps) {
  const options = [
    ["platform", "The platform. The seller keeps the earnings."],
    ["seller", "The seller. It is taken back, or owed."],
  ] as const;
  return (
    <fieldset className="field" aria-describedby={error ? "bearer-e" : undefined}>
      <legend>{`Who bears the seller's share of ${exactDollars(cents)}?`}</legend>
      {options.map(([value, label]) => (
        <label key={value} className="pick">
          <input
            type="radio"
            id={`bearer-${value}`}
            name="bearer"
            value={value}
            defaultChecked={value === (chosen === "seller" ? "seller" : "platform")}
          />
          <span>{label}</span>
        </label>
      ))}
      {error ? (
        <p className="err" id="bearer-e">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

type ResendProps = { orderId: string; call: { id: string; amountCents: number | null } };

/** A refund that failed after Stripe had accepted it, with a link to the page that sends it again. */
export function ResendRefundPanel({ orderId, call }: ResendProps) {
  return (
    <Folded heading="Send the refund again">
      <p>{`Stripe accepted a refund of ${exactDollars(call.amountCents ?? 0)}, but it failed later.`}</p>
      <div className="row">
        <a className="btn" href={confirmPath(orderId, "refund-again", call.id)}>
          Send the refund again
        </a>
      </div>
    </Folded>
  );
}
