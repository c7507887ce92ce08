import type { Package } from "#app/gigs/package.ts";
import { dollars } from "#app/lib/money.ts";

/**
 * 'Order Now ($price)' of one package. It posts the price that it shows, so that a changed price is noticed; only the
 * chosen package's button can be seen and pressed. The inline script says 'Processing...' while the form is on its way.
 * @param form the id of the form, for a button outside of it
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
      <span>Order Now ({dollars(offer.priceCents)})</span>
    </button>
  );
}
