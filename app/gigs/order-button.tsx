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
 * @param form the id of the form, if the button is outside it
 */
export function OrderButton({
  offer,
  form,
  className,
}: {
  offer: Package;
  form?: string;
  className: string;
}) {
  return (
    <button
      type="submit"
      className={className}
      form={form}
      name="shownPrice"
      value={offer.priceCents}
      data-pending="Processing..."
    >
      <span>{`Order Now (${dollars(offer.priceCents)})`}</span>
    </button>
  );
}
