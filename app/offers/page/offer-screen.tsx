import { Link } from "@remix-run/react";
import { MessageText } from "#app/conversations/thread/bubble.tsx";
import { elsewhereSentence } from "#app/conversations/thread/message-text.ts";
import { daysText } from "#app/gigs/gig.ts";
import { revisionsText } from "#app/gigs/packages/package.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { dollars } from "#app/lib/money.ts";
import { AcceptForm } from "#app/offers/accepting/accept-form.tsx";
import { type Acceptance, removedSentence } from "#app/offers/accepting/acceptance.ts";
import { offerPath } from "#app/offers/offer.ts";
import { BuyerAnswers, SellerAnswers } from "#app/offers/page/answer-forms.tsx";
import type { OfferPage } from "#app/offers/page/offer-page.ts";
import { Avatar } from "#app/profiles/avatar.tsx";
import { bothNames, isDeleted } from "#app/profiles/profile.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ReportLink } from "#app/ui/report-link.tsx";
import { Ticks } from "#app/ui/ticks.tsx";

type Props = {
  page: OfferPage;
  /** Null unless the viewer can accept it. */
  acceptance: Acceptance | null;
  /** What was typed into forms that were refused. */
  typed: { requirements: string; reason: string };
};

/** One offer, for one of its parties (docs/specification.md#answering-an-offer). */
export function OfferScreen({ page, acceptance, typed }: Props) {
  const isUndecided = page.state === "open" || page.state === "expired";
  const mayDecline = page.party === "buyer" && page.state === "open";
  const unsent = [acceptance ? "" : typed.requirements, mayDecline ? "" : typed.reason].filter(Boolean);
  return (
    <div className="wrap page">
      <Crumbs items={[{ label: "Messages", to: page.conversationPath }, { label: "Custom offer" }]} />
      <div className="row mt-1 mb-5">
        <h1 className="grow basis-80">{page.title}</h1>
        <span className="tag">
          {page.edition === 1 ? "Custom offer" : `Custom offer · Version ${page.edition}`}
        </span>
      </div>
      <State page={page} />
      {/* On a phone the price comes before the form that accepts it. */}
      <div className="two-columns offered mt-8">
        <Contents page={page} />
        <Terms page={page} />
        <div>
          {acceptance ? (
            <section className="mb-10">
              <h2 className="mb-4">Accept the offer</h2>
              <AcceptForm acceptance={acceptance} requirements={typed.requirements} />
            </section>
          ) : null}
          {unsent.map((text) => (
            // The form is no longer shown, so what was typed into it is displayed for copying.
            <p key={text} className="panel whitespace-pre-wrap mb-10">{`You wrote: ${text}`}</p>
          ))}
          {isUndecided && page.party === "buyer" ? <BuyerAnswers page={page} reason={typed.reason} /> : null}
          {isUndecided && page.party === "seller" ? <SellerAnswers page={page} /> : null}
        </div>
      </div>
    </div>
  );
}

/** The state in words, with what explains it. */
function State({ page: { says, state, reason, orderId, newer, refusal } }: { page: OfferPage }) {
  return (
    <div className="next">
      <p className="serif">{says}</p>
      {reason ? (
        <p className="whitespace-pre-wrap" dir="auto">
          {reason}
        </p>
      ) : null}
      {orderId ? (
        <p>
          <Link to={href("/orders/:id", { id: orderId })}>See the order</Link>
        </p>
      ) : null}
      {state === "replaced" && newer ? (
        <p>
          <Link to={offerPath(newer.id)}>{`See version ${newer.edition}`}</Link>
        </p>
      ) : null}
      {refusal ? <p>{`${refusal}.`}</p> : null}
    </div>
  );
}

/** What the buyer gets. */
function Contents({ page: { id, party, shown, looksElsewhere } }: { page: OfferPage }) {
  if (!shown) return <p className="muted">{`${removedSentence}.`}</p>;
  const { text, features, questions } = shown;
  return (
    <section className="stack">
      <h2>{party === "buyer" ? "What you get" : "What the buyer gets"}</h2>
      {looksElsewhere ? (
        <p className="note amber">
          <Icon name="shield" />
          {elsewhereSentence}
        </p>
      ) : null}
      <div className="panel stack">
        <MessageText content={text} />
        {features.length > 0 ? <Ticks items={features} /> : null}
      </div>
      {questions.length > 0 ? (
        <div className="panel stack">
          <h3>{party === "buyer" ? "The seller will ask you" : "You ask the buyer"}</h3>
          <ul className="stack">
            {questions.map(({ question, required }) => (
              <li key={question}>{required ? question : `${question} (optional)`}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {party === "buyer" ? <ReportLink kind="message" id={id} what="this offer" /> : null}
    </section>
  );
}

/** Price, times, the other party, and the other versions. */
function Terms({ page }: { page: OfferPage }) {
  const { party, other, priceCents, deliveryDays, revisions, expiresAt, timeZone, editions } = page;
  return (
    <aside aria-label="Terms" className="stack">
      <div className="panel cut stack">
        <p className="price">{dollars(priceCents)}</p>
        <div className="who">
          <Avatar profile={other} size={44} />
          <b>{`${party === "buyer" ? "Seller" : "Buyer"}: ${bothNames(other)}`}</b>
        </div>
        <dl className="kv">
          <dt>Delivery time</dt>
          <dd>{daysText(deliveryDays)}</dd>
          <dt>Revisions</dt>
          <dd>{revisionsText(revisions)}</dd>
          <dt>Valid until</dt>
          <dd>{dateTime(expiresAt, timeZone)}</dd>
        </dl>
        <Link className="btn wide" to={page.conversationPath} prefetch="none">
          <Icon name="message" />
          See the conversation
        </Link>
        {editions.length > 1 ? (
          <nav aria-label="Versions of this offer">
            <ol className="stack">
              {editions.map(({ id, edition }) => (
                <li key={id}>
                  {id === page.id ? (
                    <span aria-current="page">{`Version ${edition} (this page)`}</span>
                  ) : (
                    <Link to={offerPath(id)}>{`Version ${edition}`}</Link>
                  )}
                </li>
              ))}
            </ol>
          </nav>
        ) : null}
        {isDeleted(other) ? null : (
          <p className="small">
            <Link to={href("/services/s/:slug", { slug: page.gigSlug })}>See the service</Link>
          </p>
        )}
      </div>
    </aside>
  );
}
