import type { SubmissionResult } from "@conform-to/dom";
import { Form } from "@remix-run/react";
import { ExtrasFields } from "#app/gigs/extras-fields.tsx";
import { CreditLine, OrderButton } from "#app/gigs/order-button.tsx";
import { quantityIn } from "#app/gigs/packages/extras.ts";
import type { Packages } from "#app/gigs/packages/package.ts";
import { RequirementsField } from "#app/gigs/requirements-field.tsx";
import { orderFormId, useChoice } from "#app/gigs/use-choice.ts";
import { creditSentence } from "#app/ledger/credit.ts";
import { dollars } from "#app/lib/money.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { GigExtras } from "#drizzle/schema.ts";

type Props = {
  result: SubmissionResult<string[]>;
  /** `creditCents`: the viewer's credit. */
  gig: {
    id: string;
    title: string;
    packages: Packages;
    extras: GigExtras | null;
    creditCents: number;
  };
};

/** The order form after a refused post: everything typed is kept, and each error is shown at its field. */
export function OrderRetry({ result, gig }: Props) {
  const errors = result.error ?? {};
  const typed = result.initialValue ?? {};
  const ticked = [typed.extra ?? []].flat().filter((id) => typeof id === "string");
  const quantity = typeof typed.quantity === "string" ? typed.quantity : "1";
  const choice = { extras: ticked, quantity: quantityIn(quantity) };
  const shown = useChoice({ ...gig, choice }, (cents) => creditSentence(cents, gig.creditCents));
  const extra = errors.extra ?? undefined;
  const ofQuantity = errors.quantity ?? undefined;
  // Where the service offers neither, the sentence about it is shown above the form.
  const ofForm = gig.extras ? undefined : (extra ?? ofQuantity);
  const chosen = (gig.packages.find(({ key }) => key === typed.package) ?? gig.packages[0]).key;
  return (
    <div className="wrap page" data-clear-redirect>
      <div className="mid stack">
        <h1 className="stitch">{gig.title}</h1>
        <Form method="post" action="/orders" id={orderFormId} className="panel" reloadDocument noValidate>
          <ErrorSummary
            errors={{
              package: errors.package ?? undefined,
              ...(gig.extras ? { extra, quantity: ofQuantity } : {}),
              requirements: errors.requirements ?? undefined,
            }}
            form={errors[""] ?? ofForm}
          />
          {/* Enter on a radio button does nothing, as in the order box: only a press on a price buys. */}
          <button type="submit" formMethod="dialog" hidden />
          <input type="hidden" name="gigId" value={gig.id} />
          {typeof typed.token === "string" ? <input type="hidden" name="token" value={typed.token} /> : null}
          <fieldset id="package" aria-describedby={errors.package ? "package-e" : undefined}>
            <legend className="label">Package</legend>
            {gig.packages.map(({ key, name, priceCents }) => (
              <label className="pick" key={key}>
                <input
                  type="radio"
                  name="package"
                  value={key}
                  id={`p-${key}`}
                  defaultChecked={key === chosen}
                />
                {`${name} (${dollars(priceCents)})`}
              </label>
            ))}
            {errors.package ? (
              <p className="err" id="package-e">
                <Icon name="alert" />
                {errors.package[0]}
              </p>
            ) : null}
          </fieldset>
          <div className="stack">
            {gig.extras ? (
              <ExtrasFields
                extras={gig.extras}
                mayOrder
                packages={gig.packages}
                ticked={ticked}
                quantity={quantity}
                shown={shown}
                errors={{ extra, quantity: ofQuantity }}
              />
            ) : null}
            <RequirementsField
              value={typeof typed.requirements === "string" ? typed.requirements : ""}
              error={errors.requirements ?? undefined}
            />
          </div>
          <div className="mt-6">
            {shown.map(({ offer, priceCents, note }) => (
              <div key={offer.key} className={`for-${offer.key}`}>
                <OrderButton offer={offer} priceCents={priceCents} className="btn go big wide" />
                <CreditLine text={note} />
              </div>
            ))}
          </div>
        </Form>
      </div>
    </div>
  );
}
