import { Link } from "@remix-run/react";
import { DashboardFrame } from "#app/dashboard/dashboard-frame.tsx";
import { date } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import type { ReceivedReview } from "#app/reviews/order-reviews.server.ts";
import { reviewPath } from "#app/reviews/review.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Stars } from "#app/ui/stars.tsx";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

type Props = {
  reviews: ReceivedReview[];
  /** The `before` of the next page; null on the last page. */
  next: string | null;
  isOnlyUnanswered: boolean;
  /** The page starts after this review; null: the first page. */
  before: string | null;
};

/** /dashboard/reviews: what buyers wrote, and where to answer (docs/specification.md#selling-reviews). */
export function ReviewsScreen({ reviews, next, isOnlyUnanswered, before }: Props) {
  return (
    <DashboardFrame title="Reviews" current="reviews">
      <nav className="chips mt-5" aria-label="Filter reviews">
        {[false, true].map((isOnly) => (
          <Link
            key={String(isOnly)}
            to={reviewsPath(isOnly)}
            aria-current={isOnly === isOnlyUnanswered ? "true" : undefined}
          >
            {isOnly ? "To answer" : "All"}
          </Link>
        ))}
      </nav>
      <h2 className="vh">{isOnlyUnanswered ? "Reviews to answer" : "All reviews"}</h2>
      {reviews.length === 0 ? (
        <div className="mt-5">
          <Empty
            title={isOnlyUnanswered ? "No reviews to answer" : "No reviews yet"}
            text={
              isOnlyUnanswered
                ? "You have answered them all."
                : "Buyers can review an order for 14 days after it is completed."
            }
          />
        </div>
      ) : (
        <ul className="lines">
          {reviews.map((review) => (
            <ReviewLine key={review.orderId} {...review} />
          ))}
        </ul>
      )}
      {next === null && before === null ? null : (
        <nav className="pages" aria-label="Pages">
          {before === null ? null : <Link to={reviewsPath(isOnlyUnanswered)}>Newest</Link>}
          {next === null ? null : (
            <Link to={reviewsPath(isOnlyUnanswered, next)} rel="next">
              Older
            </Link>
          )}
        </nav>
      )}
    </DashboardFrame>
  );
}

function ReviewLine({ orderId, title, rating, comment, reply, at, buyer }: ReceivedReview) {
  const timeZone = useTimeZone();
  return (
    <li>
      <h3>
        <Link to={reviewPath(orderId)}>{title}</Link>
      </h3>
      <div className="row small">
        <Stars rating={rating} />
        <p className="muted">{`${buyer ?? "Anonymous"} · ${date(at, timeZone)}`}</p>
      </div>
      <p className="small">{comment ?? "No comment provided."}</p>
      {reply === null ? (
        <p>
          <Link className="more" to={reviewPath(orderId)}>
            Answer<span className="vh">{` the review of ${title}`}</span>
          </Link>
        </p>
      ) : (
        <p className="small muted">{`You answered: ${reply}`}</p>
      )}
    </li>
  );
}

/** The address of a page of the reviews, without default values. */
function reviewsPath(isOnlyUnanswered: boolean, before: string | null = null): string {
  const query = new URLSearchParams({
    ...(isOnlyUnanswered ? { show: "to-answer" } : {}),
    ...(before === null ? {} : { before }),
  });
  const path = href("/dashboard/reviews");
  return query.size > 0 ? `${path}?${query}` : path;
}
