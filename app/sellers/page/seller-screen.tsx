import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { GigCards } from "#app/gigs/gig-card.tsx";
import { date } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { Avatar } from "#app/profiles/avatar.tsx";
import { nameInSentence } from "#app/profiles/name-in-sentence.ts";
import { displayName, shownFullName } from "#app/profiles/profile.ts";
import { Review } from "#app/reviews/gig-reviews.tsx";
import {
  profileRecord,
  type SellerPage,
  type Steps,
  sellerPagePath,
  starChoices,
} from "#app/sellers/page/seller-page.ts";
import { StructuredData } from "#app/seo/structured-data.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ReportLink } from "#app/ui/report-link.tsx";
import { Stars } from "#app/ui/stars.tsx";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

/** The public page of an active seller (docs/specification.md#public-profile). */
export function SellerScreen({ seller }: { seller: SellerPage }) {
  const { username, gigSteps, reviewSteps } = seller;
  const timeZone = useTimeZone();
  const facts = [
    ["Member since", seller.since],
    ["Country", seller.country],
    ["Local time", seller.localTime],
    ["Languages", seller.languages.join(", ")],
  ].filter(([, text]) => text);
  return (
    <div className="wrap page">
      <div className="row">
        <Avatar profile={seller} size={96} />
        <div>
          <h1>{shownFullName(seller) || displayName(seller)}</h1>
          <p className="muted">{`@${username}`}</p>
          <p className="row mt-2">
            {seller.level ? (
              <span className="tag ok">
                <Icon name="badge" />
                {seller.level}
              </span>
            ) : null}
            {seller.isVetted ? (
              <span className="tag ok">
                <Icon name="shield" />
                Vetted
              </span>
            ) : null}
            {seller.backOn ? <span className="tag wait">{`Back on ${seller.backOn}`}</span> : null}
          </p>
        </div>
      </div>
      <div className="told mt-5">
        {seller.bio ? <p className="whitespace-pre-wrap">{seller.bio}</p> : null}
        <p>
          {seller.isOwn ? (
            <Link className="btn" to="/profile/selling">
              Edit
            </Link>
          ) : (
            <Link className="btn" to={`${href("/messages")}?user=${encodeURIComponent(seller.id)}`}>
              Message seller
            </Link>
          )}
        </p>
      </div>
      <section className="sec" id="services">
        <div className="head">
          <h2 className="stitch">Services</h2>
        </div>
        {seller.gigs.length > 0 ? (
          <GigCards gigs={seller.gigs} className="four" />
        ) : (
          <p>{gigSteps.previous ? "There are no more services." : "No services yet."}</p>
        )}
        <StepLinks label="Pages of services" {...gigSteps} />
      </section>
      <section className="sec told">
        <h2 className="stitch">{`About ${nameInSentence(seller)}`}</h2>
        <dl className="kv">
          {facts.map(([term, text]) => (
            <Fragment key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </Fragment>
          ))}
        </dl>
        {seller.skills ? (
          <>
            <h3>Skills</h3>
            <p>{seller.skills}</p>
          </>
        ) : null}
        {seller.experience ? (
          <>
            <h3>Experience</h3>
            <p className="whitespace-pre-wrap">{seller.experience}</p>
          </>
        ) : null}
      </section>
      <section className="sec" id="reviews">
        <h2 className="stitch">Reviews</h2>
        {seller.rating ? <RatingFilter {...seller} rating={seller.rating} /> : null}
        {seller.reviews.length > 0 ? (
          <div className="pair">
            {seller.reviews.map(({ at, ...review }) => (
              <Review key={review.id} {...review} aside={date(at, timeZone)} />
            ))}
          </div>
        ) : (
          <p>{noReviewsText(seller)}</p>
        )}
        <StepLinks label="Pages of reviews" {...reviewSteps} />
      </section>
      {seller.isOwn ? null : (
        <p>
          <ReportLink kind="user" id={seller.id} what="this user" />
        </p>
      )}
      <StructuredData records={import.meta.env.SSR ? (origin) => [profileRecord(seller, origin)] : null} />
    </div>
  );
}

/** The average of all reviews, and links that filter the reviews by stars. */
function RatingFilter({
  username,
  stars,
  rating,
}: Pick<SellerPage, "username" | "stars"> & { rating: NonNullable<SellerPage["rating"]> }) {
  const choices = [null, ...starChoices.map(Number)];
  return (
    <>
      <Stars rating={rating.average} count={rating.count} />
      <nav aria-label="Reviews by stars">
        <ul className="chips">
          {choices.map((choice) => (
            <li key={choice}>
              <Link
                to={`${sellerPagePath(username, { stars: choice })}#reviews`}
                aria-current={choice === stars ? "true" : undefined}
              >
                {choice === null ? "All" : starsText(choice)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

/** `1 star`, `5 stars` */
function starsText(stars: number): string {
  return stars === 1 ? "1 star" : `${stars} stars`;
}

function noReviewsText({ stars, reviewSteps }: SellerPage): string {
  if (reviewSteps.previous) return "There are no more reviews.";
  return stars === null ? "No reviews yet." : `No recent reviews with ${starsText(stars)}.`;
}

/** Links to the previous and next pages. The list is not counted, so there are no page numbers. */
function StepLinks({ label, previous, next }: { label: string } & Steps) {
  if (previous === null && next === null) return null;
  return (
    <nav className="pages" aria-label={label}>
      {previous === null ? <span className="off">Previous</span> : <Link to={previous}>Previous</Link>}
      {next === null ? <span className="off">Next</span> : <Link to={next}>Next</Link>}
    </nav>
  );
}
