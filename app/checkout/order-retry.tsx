import type { SubmissionResult } from "@conform-to/dom";
import { Form } from "@remix-run/react";
import { CreditLine, OrderButton } from "#app/gigs/order-button.tsx";
import type { Packages } from "#app/gigs/packages/package.ts";
import { RequirementsField } from "#app/gigs/requirements-field.tsx";
import { dollars } from "#app/lib/money.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  result: SubmissionResult<string[]>;
  /** `credits`: for each package, its price after credit, or why credit does not apply to it. */
  gig: { id: string; title: string; packages: Packages; credits: (string | null)[] };
};

/** The order form after a refused post: everything typed is kept, and each error is shown at its field. */
export function OrderRetry({ result, gig }: Props) {
  const errors = result.error ?? {};
  const typed = result.initialValue ?? {};
  const chosen = (gig.packages.find(({ key }) => key === typed.package) ?? gig.packages[0]).key;
  return (
    <div className="wrap page" data-clear-redirect>
      <div className="mid stack">
        <h1 className="stitch">{gig.title}</h1>
        <Form method="post" action="/orders" className="panel" reloadDocument noValidate>
          <ErrorSummary
            errors={{ package: errors.package ?? undefined, requirements: errors.requirements ?? undefined }}
            form={errors[""] ?? undefined}
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
          <RequirementsField
            value={typeof typed.requirements === "string" ? typed.requirements : ""}
            error={errors.requirements ?? undefined}
          />
          <div className="mt-6">
            {gig.packages.map((offer, i) => (
              <div key={offer.key} className={`for-${offer.key}`}>
                <OrderButton offer={offer} className="btn go big wide" />
                <CreditLine text={gig.credits[i]} />
              </div>
            ))}
          </div>
        </Form>
      </div>
    </div>
  );
}
