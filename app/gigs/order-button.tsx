import type { Package } from "#app/gigs/packages/package.ts";
import { dollars } from "#app/lib/money.ts";

/** Below the button: the amount that the card page will charge, or what credit can be used for. */
export function CreditLine({ text }: { text: string | null | undefined }) {
  return text ? <p className="credit small">{text}</p> : null;
}

/**
 * The button 'Order Now ($price)' of one package. It posts the price that it shows, so that a changed price
 * is noticed. CSS shows only the chosen package's button. An inline script shows 'Processing...' while the
 * form is submitted.
 * @param priceCents with what is chosen besides the package; absent: the package alone
 * @param form the id of the form, if the button is outside it
 * @param alone it orders its own package, whichever is chosen
 */
export function OrderButton({
  offer,
  priceCents = offer.priceCents,
  form,
  alone = false,
  className,
}: {
  offer: Package;
  priceCents?: number;
  form?: string;
  alone?: boolean;
  className: string;
}) {
  return (
    <button
      type="submit"
      className={className}
      form={form}
      formAction={alone ? `/orders?package=${offer.key}` : undefined}
      name="shownPrice"
      value={priceCents}
      data-pending="Processing..."
    >
      <span>{`Order Now (${dollars(priceCents)})`}</span>
    </button>
  );
}
