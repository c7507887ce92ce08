import { daysText, deliveryText } from "#app/gigs/gig.ts";
import { type Addition, additionsTo, fasterId, sumId } from "#app/gigs/packages/extras.ts";
import type { Packages } from "#app/gigs/packages/package.ts";
import type { ShownOffer } from "#app/gigs/use-choice.ts";
import { dollars } from "#app/lib/money.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { GigExtras } from "#drizzle/schema.ts";

type Props = {
  extras: GigExtras;
  /** The fields are in an order form. */
  mayOrder: boolean;
  packages: Packages;
  /** The ids of the ticked extras, and the text of the quantity. */
  ticked: readonly string[];
  quantity: string;
  shown: ShownOffer[];
  errors?: { extra?: string[]; quantity?: string[] };
};

/**
 * What can be added to a package (docs/specification.md#extras), how often it is ordered, and the sum.
 * Without scripts a button updates the sum, and orders nothing.
 */
export function ExtrasFields({ extras, mayOrder, packages, ticked, quantity, shown, errors = {} }: Props) {
  const hasFaster = packages.some((offer) => fasterThan(offer, extras));
  return (
    <>
      {hasFaster || extras.list.length > 0 ? (
        <fieldset className="mt-6" id="extra" aria-describedby={errors.extra ? "extra-e" : undefined}>
          <legend className="label">Extras</legend>
          {hasFaster ? (
            // One checkbox for all packages: a ticked one that is hidden would be sent too.
            <label className="pick">
              <input
                type="checkbox"
                name="extra"
                value={fasterId}
                defaultChecked={ticked.includes(fasterId)}
              />
              {packages.map((offer) => {
                const faster = fasterThan(offer, extras);
                return (
                  <span key={offer.key} className={`for-${offer.key}`}>
                    {faster ? (
                      <AdditionText {...faster} days={0} />
                    ) : (
                      `Faster delivery: not with ${offer.name}`
                    )}
                  </span>
                );
              })}
            </label>
          ) : null}
          {extras.list.map((extra) => (
            <label className="pick" key={extra.id}>
              <input
                type="checkbox"
                name="extra"
                value={extra.id}
                defaultChecked={ticked.includes(extra.id)}
              />
              <span>
                <AdditionText {...extra} />
              </span>
            </label>
          ))}
          {errors.extra ? (
            <p className="err" id="extra-e">
              <Icon name="alert" />
              {errors.extra[0]}
            </p>
          ) : null}
        </fieldset>
      ) : null}
      {extras.several ? (
        <Field
          name="quantity"
          label="Quantity"
          hint="1 to 10"
          inputMode="numeric"
          maxLength={6}
          defaultValue={quantity}
          error={errors.quantity}
        />
      ) : null}
      <p role="status" id={sumId}>
        {shown.map(({ offer, priceCents, deliveryDays }) => (
          <span key={offer.key} className={`for-${offer.key}`}>
            {`Total ${dollars(priceCents)}, ${deliveryText(deliveryDays)}`}
          </span>
        ))}
      </p>
      {mayOrder ? (
        <noscript>
          <p className="mt-3">
            <button type="submit" className="btn wide" name="intent" value="update">
              Update the price
            </button>
          </p>
        </noscript>
      ) : null}
    </>
  );
}

function fasterThan(offer: Packages[number], extras: GigExtras): Addition | undefined {
  return additionsTo(offer, extras).find(({ id }) => id === fasterId);
}

/** `Print version +$30, 2 days more` */
function AdditionText({ title, priceCents, days }: Omit<Addition, "id">) {
  return (
    <>
      {title}
      <b className="small">{` +${dollars(priceCents)}`}</b>
      {days > 0 ? <span className="small muted">{`, ${daysText(days)} more`}</span> : null}
    </>
  );
}
