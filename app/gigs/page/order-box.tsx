import { daysText } from "#app/gigs/gig.ts";
import { OrderButton } from "#app/gigs/order-button.tsx";
import { type Package, revisionsText } from "#app/gigs/package.ts";
import type { GigPage } from "#app/gigs/page/gig-page.ts";
import { dollars } from "#app/lib/money.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Note } from "#app/ui/note.tsx";

/**
 * What is ordered, and for how much (docs/specification.md#order-box). A plain POST, which may lead to another host; no form where
 * nothing may be ordered.
 */
export function OrderBox({ page }: { page: GigPage }) {
  if (page.refusal !== null) {
    return (
      <div className="panel box cut" id="order">
        <Offers page={page} />
      </div>
    );
  }
  return (
    <form className="panel box cut" id="order" method="post" action="/orders" noValidate>
      <input type="hidden" name="gigId" value={page.id} />
      {page.token ? <input type="hidden" name="token" value={page.token} /> : null}
      {/* Enter on a choice presses the form's first submit button, shown or not. This one takes the key and does nothing:
          money is spent by a press on a price only, and the first price is not always the chosen one. */}
      <button type="submit" formMethod="dialog" hidden />
      <Offers page={page} />
    </form>
  );
}

/** The packages, one at a time, and what can be done with the one that shows. */
function Offers({ page }: { page: GigPage }) {
  const { packages, refusal } = page;
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
          {packages.map((offer, i) => (
            <div key={offer.key} className={`for-${offer.key}`}>
              <Offer offer={offer} />
              {refusal === null && page.credits[i] ? <p className="small">{page.credits[i]}</p> : null}
            </div>
          ))}
        </div>
        {refusal === null ? null : <Note kind="plain" title={refusal} />}
        {/* What was typed before the service was paused is still theirs to take away. */}
        {refusal === null || page.requirements ? (
          <Field
            name="requirements"
            label="What should the seller know?"
            hint="Optional"
            multiline
            rows={3}
            maxLength={2000}
            defaultValue={page.requirements}
          />
        ) : null}
        {refusal === null ? (
          <div>
            {packages.map((offer) => (
              <div key={offer.key} className={`for-${offer.key}`}>
                <OrderButton offer={offer} className="btn go big wide" />
              </div>
            ))}
          </div>
        ) : null}
        <p className="secure">
          <Icon name="lock" />
          Secure Transaction
        </p>
        <p className="tiny muted">Money back guarantee. You pay on the card page; we never see your card.</p>
        {page.isOwn ? null : (
          // A real navigation: it opens the conversation.
          <a className="btn wide" href={`/messages?user=${page.sellerId}`}>
            <Icon name="message" />
            Message seller
          </a>
        )}
      </div>
    </>
  );
}

function Offer({ offer }: { offer: Package }) {
  return (
    <div className="stack">
      <div className="row between">
        <h2>{offer.name}</h2>
        <p className="price">{dollars(offer.priceCents)}</p>
      </div>
      {offer.title === offer.name ? null : (
        <p>
          <b>{offer.title}</b>
        </p>
      )}
      {offer.description ? <p>{offer.description}</p> : null}
      <p className="spec">
        <span>
          <Icon name="clock" />
          {daysText(offer.deliveryDays)} delivery
        </span>
        <span>
          <Icon name="redo" />
          {revisionsText(offer.revisions)} {offer.revisions === 1 ? "revision" : "revisions"}
        </span>
      </p>
      <ul className="ticks">
        {offer.features.map((feature) => (
          <li key={feature}>
            <Icon name="check" />
            {feature}
          </li>
        ))}
      </ul>
    </div>
  );
}
