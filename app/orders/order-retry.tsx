import type { SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { Package } from "#app/gigs/gig.ts";
import { dollars } from "#app/lib/money.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { Submit } from "#app/ui/submit.tsx";

type Props = { result: SubmissionResult<string[]>; gig: { id: string; title: string; packages: Package[] } };

/** An order form that could not be taken as it was: everything typed is still there, and the sentence stands at its field. */
export function OrderRetry({ result, gig }: Props) {
  const errors = result.error ?? {};
  const kept = result.initialValue ?? {};
  return (
    <div className="wrap page">
      <div className="mid stack">
        <h1 className="stitch">{gig.title}</h1>
        <Form method="post" action="/orders" className="panel" reloadDocument noValidate>
          <ErrorSummary
            errors={{ package: errors.package ?? undefined, requirements: errors.requirements ?? undefined }}
          />
          <input type="hidden" name="gigId" value={gig.id} />
          {typeof kept.token === "string" ? <input type="hidden" name="token" value={kept.token} /> : null}
          <fieldset id="package">
            <legend className="label">Package</legend>
            {gig.packages.map((one, index) => (
              <label className="pick" key={one.key}>
                <input
                  type="radio"
                  name="package"
                  value={one.key}
                  defaultChecked={
                    kept.package === one.key ||
                    (index === 0 && !gig.packages.some((p) => p.key === kept.package))
                  }
                />
                {one.name} ({dollars(one.priceCents)})
              </label>
            ))}
          </fieldset>
          <Field
            name="requirements"
            label="What should the seller know?"
            multiline
            defaultValue={typeof kept.requirements === "string" ? kept.requirements : ""}
            error={errors.requirements ?? undefined}
          />
          <Submit className="btn go big wide mt-6" pendingText="Processing...">
            Order Now
          </Submit>
        </Form>
      </div>
    </div>
  );
}
