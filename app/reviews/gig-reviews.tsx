import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { date } from "#app/lib/dates.ts";
import type { CategoryReview, VerifiedReview } from "#app/reviews/gig-reviews.server.ts";
import { reviewPageSearch } from "#app/reviews/review-pages.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { ReportLink } from "#app/ui/report-link.tsx";
import { Stars } from "#app/ui/stars.tsx";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

export type ReviewList = {
  /** Null if they could not be read. */
  verified: VerifiedReview[] | null;
  /** The page shown, from 1. */
  page: number;
  /** The number of the last page. */
  pages: number;
  /** The number of reviews with 5, 4, 3, 2 and 1 stars; null without verified reviews. */
  shares: number[] | null;
  /** The SEO reviews that fill the list. */
  about: CategoryReview[];
};

type Props = {
  list: ReviewList;
  /** The average of the verified reviews, 1 to 5; null if there are none. */
  average: number | null;
  /** The gig's title. */
  service: string;
};

/** The reviews of a gig (docs/specification.md#review-list). */
export function GigReviews({ list, average, service }: Props) {
  const { verified, about, shares } = list;
  const { search } = useLocation();
  const timeZone = useTimeZone();
  const searchOf = (page: number) => reviewPageSearch(search, page) || "?";
  return (
    <>
      <h2>Reviews</h2>
      {average !== null && shares ? <Shares average={average} shares={shares} /> : null}
      {verified === null ? (
        <p>
          We couldn't load the reviews. <a href={searchOf(list.page)}>Try Again</a>
        </p>
      ) : verified.length === 0 ? (
        <p>No reviews yet. Be the first to leave feedback!</p>
      ) : (
        verified.map(({ id, rating, comment, at, name, title, reply }) => (
          <Review
            key={id}
            {...{ id, rating, name, title, service, reply }}
            text={comment}
            aside={date(at, timeZone)}
          />
        ))
      )}
      <Pagination page={list.page} total={list.pages} href={(page) => `${searchOf(page)}#reviews`} />
      {about.length > 0 ? (
        <>
          <h3>About this category</h3>
          <p className="small muted">
            Reviews of the category. They don't count toward this service's rating.
          </p>
          {about.map(({ review, ...rest }) => (
            <Review key={rest.name + review} {...rest} text={review} />
          ))}
        </>
      ) : null}
    </>
  );
}

type ReviewProps = {
  /** Only for a verified review, which can be reported. */
  id?: string;
  rating: number;
  text: string | null;
  name: string | null;
  title: string | null;
  service: string | null;
  aside?: ReactNode;
  /** The seller's reply. */
  reply?: string | null;
};

/** One verified review, or an SEO review of the category. */
export function Review({ id, rating, text, name, title, service, aside, reply }: ReviewProps) {
  const details = [title?.trim(), service?.trim()].filter(Boolean);
  const author = name?.trim() || "Anonymous";
  return (
    <article className="review">
      <div className="row between">
        <Stars rating={rating} />
        <p className="muted small">{aside}</p>
      </div>
      <p>{text?.trim() || "No comment provided."}</p>
      <p className="small muted">
        <b>{author}</b>
        {details.map((detail) => ` · ${detail}`).join("")}
      </p>
      {reply ? (
        <p>
          <b>Seller's reply:</b>
          {` ${reply}`}
        </p>
      ) : null}
      {id === undefined ? null : <ReportLink kind="review" id={id} what={`the review by ${author}`} />}
    </article>
  );
}

/** Five rows, from 5 stars to 1, each with its percentage of all reviews. */
function Shares({ average, shares }: { average: number; shares: number[] }) {
  const total = Math.max(
    1,
    shares.reduce((sum, count) => sum + count, 0),
  );
  return (
    <div className="shares">
      <p className="price">
        {`${average.toFixed(1)} `}
        <span className="small muted">out of 5</span>
      </p>
      <ul className="bars small num">
        {shares.map((count, i) => {
          const percent = Math.round((100 * count) / total);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the row is the rating
            <li key={i}>
              <span>
                {5 - i}
                <b className="vh">{` ${i === 4 ? "star" : "stars"}:`}</b>
              </span>
              <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <path d={`M0 0h${percent}v1H0z`} />
              </svg>
              <span>{`${percent}%`}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
