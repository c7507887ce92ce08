import { CreditLine, OrderButton } from "#app/gigs/order-button.tsx";
import { orderFormId, type ShownOffer } from "#app/gigs/use-choice.ts";
import { dollars } from "#app/lib/money.ts";

/**
 * Keeps the price and the order button visible on phones, where it replaces the box's own button. Its buttons
 * submit the order box.
 */
export function BuyBar({ shown }: { shown: ShownOffer[] }) {
  return (
    <div className="buybar">
      {shown.map(({ offer, priceCents }) => (
        <p key={offer.key} className={`for-${offer.key}`}>
          <b className="price">{dollars(priceCents)}</b>
          <br />
          <a className="tiny" href="#order">
            {`${offer.name} · change`}
            <span className="vh"> package</span>
          </a>
        </p>
      ))}
      {shown.map(({ offer, priceCents }) => (
        <div key={offer.key} className={`for-${offer.key}`}>
          <OrderButton offer={offer} priceCents={priceCents} form={orderFormId} className="btn go" />
        </div>
      ))}
      {shown.map(({ offer, note }) => (
        <div key={offer.key} className={`for-${offer.key}`}>
          <CreditLine text={note} />
        </div>
      ))}
    </div>
  );
}
