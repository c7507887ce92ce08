import { Form, Link } from "@remix-run/react";
import { href } from "#app/lib/href.ts";
import { askForChangesPath, newOfferPath, refusalToReason } from "#app/offers/offer.ts";
import type { OfferPage } from "#app/offers/page/offer-page.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

/** What the buyer of an open or expired offer can do, besides accepting it. @param reason typed before */
export function BuyerAnswers({ page, reason }: { page: OfferPage; reason: string }) {
  const ask = askForChangesPath(page.conversation, page.id);
  if (page.state === "expired")
    return page.canWrite ? (
      <Link className="btn" to={ask} prefetch="none">
        Ask for a new version
      </Link>
    ) : null;
  return (
    <section className="stack">
      <h2>Not quite right?</h2>
      {page.canWrite ? (
        <p>
          <Link className="btn" to={ask} prefetch="none">
            Ask for changes
          </Link>
        </p>
      ) : null}
      <Form method="post" action={href("/offers")} className="panel" id="decline" noValidate>
        <AnsweredOffer page={page} />
        <Field
          name="reason"
          label="Why are you declining it?"
          hint="Optional. The seller reads it."
          multiline
          rows={2}
          defaultValue={reason}
          error={refusalToReason(reason) ?? undefined}
        />
        <Submit className="btn mt-6" name="intent" value="decline" pendingText="Processing...">
          Decline the offer
        </Submit>
      </Form>
    </section>
  );
}

/** What the seller of an open or expired offer can do. */
export function SellerAnswers({ page }: { page: OfferPage }) {
  const change = newOfferPath({ conversation: page.conversation, replaces: page.id });
  if (page.state === "expired")
    return page.canWrite ? (
      <Link className="btn" to={change} prefetch="none">
        Send a new version
      </Link>
    ) : null;
  return (
    <section className="stack">
      <h2>{page.canWrite ? "Change or withdraw" : "Withdraw"}</h2>
      <div className="row">
        {page.canWrite ? (
          <Link className="btn" to={change} prefetch="none">
            Change it
          </Link>
        ) : null}
        <Form method="post" action={href("/offers")}>
          <AnsweredOffer page={page} />
          <Submit className="btn" name="intent" value="withdraw" pendingText="Processing...">
            Withdraw the offer
          </Submit>
        </Form>
      </div>
    </section>
  );
}

/** The offer of a form, in the version that its page shows. */
function AnsweredOffer({ page: { id, version } }: { page: OfferPage }) {
  return (
    <>
      <input type="hidden" name="offer" value={id} />
      <input type="hidden" name="version" value={version} />
    </>
  );
}
