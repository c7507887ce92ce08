import { daysText } from "#app/gigs/gig.ts";
import { OrderButton } from "#app/gigs/order-button.tsx";
import { type Packages, revisionsText } from "#app/gigs/packages/package.ts";
import { orderFormId } from "#app/gigs/use-choice.ts";
import { dollars } from "#app/lib/money.ts";
import { Icon } from "#app/ui/icon.tsx";

/**
 * A table of what each package includes. Renders nothing if there is only one package.
 * @param mayOrder there is an order box, whose form the buttons of the columns send
 */
export function ComparePackages({ packages, mayOrder }: { packages: Packages; mayOrder: boolean }) {
  if (packages.length < 2) return null;
  const features = [...new Set(packages.flatMap((offer) => offer.features))];
  return (
    <section className="sec">
      <h2 className="mb-4">Compare packages</h2>
      <p className="small muted sideways">Scroll the table sideways to see every package.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label="Compare packages, scroll sideways">
        <table>
          <thead>
            <tr>
              <td />
              {packages.map((offer) => (
                <th key={offer.key} scope="col">
                  {offer.name}
                  <br />
                  <span className="price">{dollars(offer.priceCents)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Delivery time</th>
              {packages.map((offer) => (
                <td key={offer.key}>{daysText(offer.deliveryDays)}</td>
              ))}
            </tr>
            <tr>
              <th scope="row">Revisions</th>
              {packages.map((offer) => (
                <td key={offer.key}>{revisionsText(offer.revisions)}</td>
              ))}
            </tr>
            {features.map((feature) => (
              <tr key={feature}>
                <th scope="row">{feature}</th>
                {packages.map((offer) => (
                  <td key={offer.key}>
                    <Included yes={offer.features.includes(feature)} />
                  </td>
                ))}
              </tr>
            ))}
            {mayOrder ? (
              <tr>
                <th scope="row">Order</th>
                {packages.map((offer) => (
                  <td key={offer.key}>
                    <OrderButton offer={offer} form={orderFormId} alone className="btn" />
                  </td>
                ))}
              </tr>
            ) : null}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Included({ yes }: { yes: boolean }) {
  return yes ? (
    <>
      <Icon name="check" />
      <span className="vh">Included</span>
    </>
  ) : (
    <>
      <span aria-hidden="true">–</span>
      <span className="vh">Not included</span>
    </>
  );
}
