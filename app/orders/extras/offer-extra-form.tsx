import { extraBounds } from "#app/gigs/packages/extras.ts";
import { href } from "#app/lib/href.ts";
import { dollars } from "#app/lib/money.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import type { FormErrors } from "#app/ui/forms/form-errors.ts";
import { Submit } from "#app/ui/forms/submit.tsx";

type Props = {
  order: { id: string; version: number };
  /** By field. */
  typed: Record<string, string>;
  errors?: FormErrors;
  /** Why the form was refused as a whole. */
  refusal?: string | null;
};

/**
 * The seller's form for an extra of one order (docs/specification.md#added-extras). A document post, because
 * /offers has no page of its own.
 */
export function OfferExtraForm({ order, typed, errors = {}, refusal = null }: Props) {
  const [minPrice, maxPrice] = extraBounds.priceCents.map(dollars);
  return (
    <form
      method="post"
      action={`${href("/offers")}?form=extra&order=${order.id}`}
      className="mt-4"
      noValidate
    >
      <ErrorSummary
        errors={{ title: errors.title, price: errors.price, "extra-days": errors.days }}
        {...(refusal === null ? {} : { form: [refusal] })}
      />
      <input type="hidden" name="order" value={order.id} />
      <input type="hidden" name="version" value={order.version} />
      <Field
        name="title"
        label="Title of the extra"
        hint={`${extraBounds.title[0]} to ${extraBounds.title[1]} characters`}
        required
        defaultValue={typed.title ?? ""}
        error={errors.title ?? undefined}
      />
      <Field
        name="price"
        label="Price in US dollars"
        hint={`${minPrice} to ${maxPrice}`}
        inputMode="decimal"
        required
        defaultValue={typed.price ?? ""}
        error={errors.price ?? undefined}
      />
      <Field
        name="days"
        id="extra-days"
        label="How many days does it add?"
        hint={`${extraBounds.days[0]} to ${extraBounds.days[1]}`}
        inputMode="numeric"
        maxLength={3}
        required
        defaultValue={typed.days ?? ""}
        error={errors.days ?? undefined}
      />
      <Submit className="btn mt-4" name="intent" value="offer-extra" pendingText="Sending...">
        Offer this extra
      </Submit>
    </form>
  );
}
