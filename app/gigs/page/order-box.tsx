import { newOfferPath } from "#app/conversations/thread/offer-facts.ts";
import { ExtrasFields } from "#app/gigs/extras-fields.tsx";
import { deliveryText } from "#app/gigs/gig.ts";
import { CreditLine, OrderButton } from "#app/gigs/order-button.tsx";
import { revisionsText } from "#app/gigs/packages/package.ts";
import type { GigPage } from "#app/gigs/page/gig-page.ts";
import { RequirementsField } from "#app/gigs/requirements-field.tsx";
import { orderFormId, type ShownOffer } from "#app/gigs/use-choice.ts";
import { href } from "#app/lib/href.ts";
import { dollars } from "#app/lib/money.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Note } from "#app/ui/note.tsx";
import { Ticks } from "#app/ui/ticks.tsx";

type Props = { page: GigPage; shown: ShownOffer[] };

/**
 * The order box (docs/specification.md#order-box). Its form is a plain POST, because the answer may redirect
 * to another host. If the viewer may not order, it has no form.
 */
export function OrderBox({ page, shown }: Props) {
  if (page.refusal !== null) {
    return (
      <div className="panel box cut" id={orderFormId}>
        <PackageChoice page={page} shown={shown} />
      </div>
    );
  }
  return (
    <form className="panel box cut" id={orderFormId} method="post" action="/orders" noValidate>
      <input type="hidden" name="gigId" value={page.id} />
      {page.token ? <input type="hidden" name="token" value={page.token} /> : null}
      {/* Enter on a radio button presses the form's first submit button, even a hidden one. This one does nothing.
          Without it, Enter would press the order button of the first package, not of the chosen one. */}
      <button type="submit" formMethod="dialog" hidden />
      <PackageChoice page={page} shown={shown} />
    </form>
  );
}

/**
 * The choice of package, and the chosen package with its order button. Content that may be long scrolls above
 * the button or is below it, so that the button is in the first screen.
 */
function PackageChoice({ page, shown }: Props) {
  const { packages, refusal, extras, choice } = page;
  return (
    <>
      <fieldset>
        <legend className="vh">Package</legend>
        <div className="seg">
          {packages.map(({ key, name }) => (
            <label key={key}>
              <input
                type="radio"
                name="package"
                value={key}
                id={`p-${key}`}
                defaultChecked={key === page.chosen}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <div>
        <div>
          {shown.map(({ offer, deliveryDays }) => (
            <div key={offer.key} className={`for-${offer.key}`}>
              <PackageDetails offer={offer} deliveryDays={deliveryDays} />
            </div>
          ))}
        </div>
        {refusal === null ? null : <Note kind="plain" title={refusal} />}
        {refusal === null ? (
          <div className="buy">
            {shown.map(({ offer, priceCents, note }) => (
              <div key={offer.key} className={`for-${offer.key}`}>
                <OrderButton offer={offer} priceCents={priceCents} className="btn go big wide" />
                <CreditLine text={note} />
              </div>
            ))}
          </div>
        ) : null}
        {page.leftOut ? <Note kind="plain" title={page.leftOut} /> : null}
        {extras ? (
          <ExtrasFields
            extras={extras}
            mayOrder={refusal === null}
            packages={packages}
            ticked={choice?.extras ?? []}
            quantity={String(choice?.quantity ?? 1)}
            shown={shown}
          />
        ) : null}
        {/* Text typed before the gig was paused is still shown, so that it can be copied. */}
        {refusal === null || page.requirements ? <RequirementsField value={page.requirements} /> : null}
        <p className="secure">
          <Icon name="lock" />
          Secure Transaction
        </p>
        <p className="tiny muted">Money back guarantee. You pay on the card page; we never see your card.</p>
        {page.isOwn ? null : (
          // A plain link, because loading this address opens the conversation.
          <a className="btn wide" href={`${href("/messages")}?user=${page.sellerId}&gig=${page.id}`}>
            <Icon name="message" />
            Message seller
          </a>
        )}
        {page.isOwn || refusal !== null ? null : (
          <a className="btn wide" href={newOfferPath({ gig: page.id })}>
            Ask for an offer
          </a>
        )}
      </div>
    </>
  );
}

function PackageDetails({ offer, deliveryDays }: Pick<ShownOffer, "offer" | "deliveryDays">) {
  return (
    <div className="stack">
      <div className="row between">
        <h2>{offer.name}</h2>
        <p className="price">{dollars(offer.priceCents)}</p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of texts, not a fieldset */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div className="offer stack" tabIndex={0} role="group" aria-label="What you'll get">
        {offer.title === offer.name ? null : (
          <p>
            <b>{offer.title}</b>
          </p>
        )}
        {offer.description ? <p>{offer.description}</p> : null}
        <p className="spec">
          <span>
            <Icon name="clock" />
            {deliveryText(deliveryDays)}
          </span>
          <span>
            <Icon name="redo" />
            {`${revisionsText(offer.revisions)} ${offer.revisions === 1 ? "revision" : "revisions"}`}
          </span>
        </p>
        <Ticks items={offer.features} />
      </div>
    </div>
  );
}
