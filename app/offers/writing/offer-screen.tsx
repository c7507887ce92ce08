import { Link } from "@remix-run/react";
import { conversationPath } from "#app/conversations/conversation.ts";
import { MessageText } from "#app/conversations/thread/bubble.tsx";
import { differingNames, type Typed } from "#app/gigs/drafts/typed.ts";
import { date } from "#app/lib/dates.ts";
import { dollars } from "#app/lib/money.ts";
import { newOfferPath } from "#app/offers/offer.ts";
import type { OfferPreview, OfferView } from "#app/offers/writing/load-offer.server.ts";
import { OfferForm, type OfferFormProps } from "#app/offers/writing/offer-form.tsx";
import { PreviewedOffer } from "#app/offers/writing/previewed-offer.tsx";
import { offerKey, offerLabel } from "#app/offers/writing/typed-offer.ts";
import { forgetKept } from "#app/ui/forms/kept-text.ts";
import { Note } from "#app/ui/note.tsx";

type Props = OfferFormProps & {
  preview: OfferPreview | null;
  /** The draft that another window has saved since; null: none has. */
  theirs: { typed: Typed } | null;
};

/** The page on which a seller writes an offer, and its preview (docs/specification.md#writing-an-offer). */
export function OfferScreen(props: Props) {
  const { offer, conversation, typed, preview, theirs, refusal } = props;
  if (offer && preview) return <PreviewedOffer {...props} offer={offer} preview={preview} />;
  const isNew = !offer?.replaced || offer.replaced.closed !== null;
  const hasProblem = offer !== null && offer.problem !== null;
  return (
    <div className="wrap page writing">
      <h1 className="stitch">{isNew ? "Send an offer" : `Version ${(offer.replaced?.edition ?? 0) + 1}`}</h1>
      <p className="lede">{ledeOf(offer)}</p>
      {offer?.problem && !refusal ? <Note kind="amber" icon="info" title={offer.problem} /> : null}
      {offer?.replaced?.closed && !refusal ? (
        <Note kind="amber" icon="info" title={offer.replaced.closed}>
          <p>What you write here is a new offer.</p>
        </Note>
      ) : null}
      {offer?.request ? <Request request={offer.request} name={offer.name} /> : null}
      {theirs ? <Theirs {...props} theirs={theirs} /> : null}
      {hasProblem && !refusal && !props.isUnsaved ? (
        <p className="mt-6">
          <Link className="btn" to={conversationPath(conversation)}>
            Back to the conversation
          </Link>
        </p>
      ) : (
        <OfferForm {...props} typed={typed} key={`${conversation} ${props.version}`} />
      )}
    </div>
  );
}

function ledeOf(offer: OfferView | null): string {
  const name = offer?.name ?? "the buyer";
  if (offer?.replaced && !offer.replaced.closed)
    return `It replaces version ${offer.replaced.edition}, which ${name} can still read.`;
  return `Once you have sent it, ${name} can accept it and pay, decline it, or ask for changes.`;
}

/** What the buyer has asked for. */
function Request({ request, name }: { request: NonNullable<OfferView["request"]>; name: string }) {
  const { text, budgetCents, wantedBy } = request;
  return (
    <section className="panel mt-6" aria-labelledby="asked">
      <h2 id="asked">{`${name} asked for an offer`}</h2>
      <div className="typed-text">
        <MessageText content={text} />
      </div>
      {budgetCents === null ? null : <p>{`Budget: ${dollars(budgetCents)}`}</p>}
      {wantedBy === null ? null : <p>{`Wanted by: ${date(Date.parse(wantedBy))}`}</p>}
    </section>
  );
}

/**
 * What another window has saved, where it differs. Saving keeps the fields below; a link takes the other
 * version.
 */
function Theirs({ conversation, writerId, typed, theirs }: Props & { theirs: { typed: Typed } }) {
  return (
    <Note kind="amber" title="The other window saved this">
      <ul className="conflict">
        {differingNames(typed, theirs.typed).map((name) => (
          <li key={name}>
            <b>{offerLabel(name)}</b>
            {theirs.typed[name] ? <p className="typed-text">{theirs.typed[name]}</p> : <p>Empty</p>}
          </li>
        ))}
      </ul>
      <p>Save the draft to keep what is below, or take what the other window saved.</p>
      <p>
        <Link
          className="btn"
          to={newOfferPath({ conversation })}
          reloadDocument
          onClick={() => forgetKept(offerKey(writerId, conversation))}
        >
          Take the other version
        </Link>
      </p>
    </Note>
  );
}
