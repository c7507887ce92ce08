import { icons } from "#app/ui/icon-shapes.ts";

/**
 * An average rating to 1 decimal (docs/specification.md#review-list).
 * @param rating 1 to 5
 * @param count the number of reviews
 */
export function Stars({ rating, count }: { rating: number; count?: number }) {
  return (
    <p className="star">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icons.star} />
      </svg>
      <b className="vh">Rating </b>
      {rating.toFixed(1)}
      {count === undefined ? null : (
        <span>
          {`(${count}`}
          <b className="vh">{` ${count === 1 ? "review" : "reviews"}`}</b>)
        </span>
      )}
    </p>
  );
}
