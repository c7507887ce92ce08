import { Link } from "@remix-run/react";
import type { UnansweredReview } from "#app/reviews/order-reviews.server.ts";
import { reviewPath } from "#app/reviews/review.ts";
import { Stars } from "#app/ui/stars.tsx";

/** Reviews that the seller has not answered, newest first. Each links to the form that answers it. */
export function ReviewsPanel({ reviews }: { reviews: UnansweredReview[] }) {
  if (reviews.length === 0) return null;
  return (
    <section className="mt-6">
      <h2>Reviews to answer</h2>
      <ul className="lines">
        {reviews.map(({ orderId, title, rating, comment }) => (
          <li key={orderId}>
            <h3>
              <Link to={reviewPath(orderId)}>{title}</Link>
            </h3>
            <Stars rating={rating} />
            <p className="small">{comment ?? "No comment provided."}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
