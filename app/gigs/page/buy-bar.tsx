import { CreditLine, OrderButton } from "#app/gigs/order-button.tsx";
import type { Packages } from "#app/gigs/packages/package.ts";
import { dollars } from "#app/lib/money.ts";

/**
 * Keeps the price and the order button visible on phones, where it replaces the box's own button. Its buttons
 * submit the order box. `credits`: for each package, the line below its button.
 */
export function BuyBar({ packages, credits }: { packages: Packages; credits: (string | null)[] }) {
  return (
    <div className="buybar">
      {packages.map((offer) => (
        <p key={offer.key} className={`for-${offer.key}`}>
          <b className="price">{dollars(offer.priceCents)}</b>
          <br />
          <a className="tiny" href="#order">
            {`${offer.name} · change`}
            <span className="vh"> package</span>
          </a>
        </p>
      ))}
      {packages.map((offer) => (
        <div key={offer.key} className={`for-${offer.key}`}>
          <OrderButton offer={offer} form="order" className="btn go" />
        </div>
      ))}
      {packages.map((offer, i) => (
        <div key={offer.key} className={`for-${offer.key}`}>
          <CreditLine text={credits[i]} />
        </div>
      ))}
    </div>
  );
}
