import { suggestedTier } from "#app/gigs/drafts/suggested-tier.ts";
import { unlimitedText } from "#app/gigs/drafts/typed-number.ts";
import { Rows } from "#app/gigs/editor/fields/rows.tsx";
import { fieldOf, type StepEdit } from "#app/gigs/editor/fields/step-edit.ts";
import { daysText } from "#app/gigs/gig.ts";
import { maxAtOnce, maxExtras } from "#app/gigs/packages/extras.ts";
import { revisionsText } from "#app/gigs/packages/package.ts";
import { dollars } from "#app/lib/money.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";

/** The options of a number of revisions. */
export const revisionOptions = [
  ...Array.from({ length: 10 }, (_, i) => String(i)),
  { value: unlimitedText, label: "Unlimited" },
];

/** One to three packages. A button fills in the higher ones from Basic by the rules. */
export function PackagesFields({ edit }: { edit: StepEdit }) {
  return (
    <>
      <fieldset>
        <legend className="serif big-legend">Basic</legend>
        <p className="muted">What most buyers need. Lists show this price.</p>
        <TierFields edit={edit} tier="starter" name="Basic" />
      </fieldset>
      <HigherTier edit={edit} tier="pro" name="Standard" />
      <HigherTier edit={edit} tier="elite" name="Premium" />
      <hr />
      <ExtrasFields edit={edit} />
    </>
  );
}

/**
 * A package that may be offered. The stylesheet folds its fields while its checkbox is not ticked, so that a
 * tick opens them without scripts too. Folded fields are sent and saved like all others.
 */
function HigherTier({ edit, tier, name }: { edit: StepEdit; tier: "pro" | "elite"; name: string }) {
  const suggested = suggestedTier(edit.live, tier);
  const hasError = Object.keys(edit.errors).some((field) => field.startsWith(`${tier}.`));
  return (
    <>
      <hr />
      <fieldset>
        <legend className="serif big-legend">{name}</legend>
        <label className="pick">
          <input
            type="checkbox"
            id={`${tier}.offered`}
            name={`${tier}.offered`}
            defaultChecked={Boolean(edit.typed[`${tier}.offered`])}
          />
          {`Offer ${name}`}
        </label>
        <p className="row between suggestion">
          <span className="muted" id={`${tier}-suggestion`}>
            {suggested
              ? `From Basic: ${dollars(suggested.priceCents)}, ${daysText(suggested.deliveryDays)}, ${revisionsText(suggested.revisions).toLowerCase()} ${suggested.revisions === 1 ? "revision" : "revisions"}.`
              : "Fill in Basic, and we'll calculate this package from it."}
          </span>
          <button type="submit" className="btn" name="intent" value={`fill:${tier}`}>
            Fill from Basic
            <span className="vh">{` for ${name}`}</span>
          </button>
        </p>
        <div className={hasError ? undefined : "foldable"}>
          <TierFields edit={edit} tier={tier} name={name} />
        </div>
      </fieldset>
    </>
  );
}

type TierProps = { edit: StepEdit; tier: "starter" | "pro" | "elite"; name: string };

function TierFields({ edit, tier, name }: TierProps) {
  const error = edit.errors[`${tier}.revisions`];
  return (
    <>
      <div className="cols mt-4">
        <Field
          {...fieldOf(edit, `${tier}.price`)}
          label="Price in US dollars"
          hint="$5 to $10,000"
          inputMode="decimal"
        />
        <Field
          {...fieldOf(edit, `${tier}.days`)}
          label="Delivery time in days"
          hint="1 to 90"
          inputMode="numeric"
        />
        <SelectField
          name={`${tier}.revisions`}
          label="Revisions"
          options={revisionOptions}
          defaultValue={edit.typed[`${tier}.revisions`] ?? ""}
          {...(error ? { error: [error] } : {})}
        />
      </div>
      <Field {...fieldOf(edit, `${tier}.title`)} label="Title" hint="At most 40 characters. Optional." />
      <Field
        {...fieldOf(edit, `${tier}.description`)}
        label="Description"
        hint="At most 200 characters. Optional."
        multiline
        rows={2}
      />
      <Rows edit={edit} list={`${tier}.features`} row="feature" of={name}>
        {(at, label) => <Field {...fieldOf(edit, at)} label={label} />}
      </Rows>
      <div className="cols from-top mt-4">
        <Field
          {...fieldOf(edit, `${tier}.faster.days`)}
          label="Faster delivery: days sooner"
          hint="At least 1, and at least 1 day must be left. Optional."
          inputMode="numeric"
        />
        <Field
          {...fieldOf(edit, `${tier}.faster.price`)}
          label="Faster delivery: price"
          hint="$5 to $1,000, on top of the package."
          inputMode="decimal"
        />
      </div>
    </>
  );
}

/** What buyers can add to each package (docs/specification.md#extras). */
function ExtrasFields({ edit }: { edit: StepEdit }) {
  return (
    <>
      <fieldset>
        <legend className="serif big-legend">Extras</legend>
        <p className="muted">
          {`Up to ${maxExtras}. What a buyer can add to any package for a price, such as a source file. A title has 3 to 60 characters. Optional.`}
        </p>
        <Rows edit={edit} list="extras" row="extra">
          {(at, label) => (
            <>
              <Field {...fieldOf(edit, `${at}.title`)} label={label} />
              <div className="cols from-top">
                <Field
                  {...fieldOf(edit, `${at}.price`)}
                  label={`Price of ${label.toLowerCase()}`}
                  hint="$5 to $1,000"
                  inputMode="decimal"
                />
                <Field
                  {...fieldOf(edit, `${at}.days`)}
                  label={`Days that ${label.toLowerCase()} adds`}
                  hint="0 to 30, to the delivery time"
                  inputMode="numeric"
                />
              </div>
            </>
          )}
        </Rows>
      </fieldset>
      <hr />
      <fieldset>
        <legend className="serif big-legend">Several at once</legend>
        <label className="pick">
          <input
            type="checkbox"
            id="several"
            name="several"
            defaultChecked={Boolean(edit.typed.several)}
            aria-describedby="several-h"
          />
          {`Buyers can order a package up to ${maxAtOnce} times in one order`}
        </label>
        <p className="muted" id="several-h">
          The delivery time stays the same, however many they order. Tick this only if you can keep to it.
        </p>
      </fieldset>
    </>
  );
}
