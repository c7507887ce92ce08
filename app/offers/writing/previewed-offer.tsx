import { Link } from "@remix-run/react";
import { MessageText } from "#app/conversations/thread/bubble.tsx";
import { deliveryText } from "#app/gigs/gig.ts";
import { revisionsText } from "#app/gigs/packages/package.ts";
import { dateTime } from "#app/lib/dates.ts";
import { dollars } from "#app/lib/money.ts";
import { customOffer, newOfferPath, offersPath } from "#app/offers/offer.ts";
import type { OfferPreview, OfferView } from "#app/offers/writing/load-offer.server.ts";
import type { OfferFormProps } from "#app/offers/writing/offer-form.tsx";
import { offerKey } from "#app/offers/writing/typed-offer.ts";
import { forgetKept } from "#app/ui/forms/kept-text.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Ticks } from "#app/ui/ticks.tsx";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

type Props = Pick<OfferFormProps, "conversation" | "id" | "writerId" | "typed" | "version"> & {
  offer: OfferView;
  preview: OfferPreview;
};

/** An offer as its buyer will see it, with the button that sends it. */
export function PreviewedOffer({ offer, preview, conversation, id, writerId, typed, version }: Props) {
  const { replaced } = offer;
  const replaces = replaced && !replaced.closed ? replaced.id : "";
  const about = { conversation, replaces };
  return (
    <div className="wrap page writing">
      <h1 className="stitch">Preview of your offer</h1>
      <p className="lede">{`This is what ${offer.name} will see. It is not sent yet.`}</p>
      <OfferedTerms preview={preview} />
      <form
        method="post"
        action={offersPath("send", about)}
        className="row mt-6"
        onSubmit={() => forgetKept(offerKey(writerId, conversation))}
      >
        {Object.entries({ ...typed, replaces, conversation, id, version: String(version) }).map(
          ([name, value]) => (
            // Not a hidden input: those lose line breaks in some browsers.
            <textarea key={name} name={name} defaultValue={value} aria-label={name} hidden readOnly />
          ),
        )}
        <Submit className="btn go big" name="intent" value="send" pendingText="Sending...">
          Send this offer
        </Submit>
        <Link className="btn" to={newOfferPath(about)}>
          Keep writing
        </Link>
      </form>
    </div>
  );
}

function OfferedTerms({ preview }: { preview: OfferPreview }) {
  const { title, edition, text, features, priceCents, deliveryDays, revisions, questions, expiresAt } =
    preview;
  const timeZone = useTimeZone();
  return (
    <article className="panel mt-6 stack">
      <h2>{`${customOffer}${edition > 1 ? `, version ${edition}` : ""}: ${title}`}</h2>
      <p className="num">
        <b>{dollars(priceCents)}</b>
        {` · ${deliveryText(deliveryDays)} · ${revisionsText(revisions)} ${revisions === 1 ? "revision" : "revisions"}`}
      </p>
      <MessageText content={text} />
      {features.length > 0 ? <Ticks items={features} /> : null}
      {questions.length > 0 ? (
        <div>
          <h3>Questions after payment</h3>
          <ul className="stack">
            {questions.map(({ question }) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className="muted">{`Valid until ${dateTime(expiresAt, timeZone)}`}</p>
    </article>
  );
}
