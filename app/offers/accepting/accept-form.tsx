import { CreditLine } from "#app/gigs/order-button.tsx";
import { dollars } from "#app/lib/money.ts";
import type { Acceptance } from "#app/offers/accepting/acceptance.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";

/**
 * The form that accepts an offer (docs/specification.md#answering-an-offer). It is a plain POST, because the
 * answer may redirect to the card page, and it posts the price that it shows.
 */
export function AcceptForm({
  acceptance: { id, gigId, priceCents, credit, token },
  requirements,
  errors = {},
}: {
  acceptance: Acceptance;
  requirements: string;
  errors?: { requirements?: string[] | null; ""?: string[] | null };
}) {
  return (
    <form method="post" action="/orders" className="panel stack" id="accept" data-checkout={gigId} noValidate>
      <ErrorSummary
        errors={{ requirements: errors.requirements ?? undefined }}
        form={errors[""] ?? undefined}
      />
      <input type="hidden" name="offer" value={id} />
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="shownPrice" value={priceCents} />
      <Field
        name="requirements"
        label="Anything the seller should know"
        hint="Optional"
        multiline
        rows={3}
        defaultValue={requirements}
        error={errors.requirements ?? undefined}
      />
      <div>
        <button type="submit" className="btn go big wide" data-pending="Processing...">
          <span>{`Accept and pay ${dollars(priceCents)}`}</span>
        </button>
        <CreditLine text={credit} />
      </div>
      <p className="tiny muted">Money back guarantee. You pay on the card page; we never see your card.</p>
    </form>
  );
}
