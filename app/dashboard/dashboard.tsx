import { Earnings } from "#app/dashboard/earnings-panel.tsx";
import { OrdersScreen, type OrdersView } from "#app/dashboard/orders-screen.tsx";
import { ReviewsToAnswer } from "#app/dashboard/reviews-to-answer.tsx";
import type { Earnings as Amounts } from "#app/payments/earnings.server.ts";
import type { UnansweredReview } from "#app/reviews/order-reviews.server.ts";

type Props = {
  dashboard: OrdersView;
  /** null: a page of orders alone. */
  selling: { earnings: Amounts | null; toAnswer: UnansweredReview[] } | null;
};

/** The orders dashboard, with what else a seller has on the desk. */
export function Dashboard({ dashboard, selling }: Props) {
  return (
    <OrdersScreen
      {...dashboard}
      desk={
        selling ? (
          <>
            <Earnings amounts={selling.earnings} />
            <ReviewsToAnswer reviews={selling.toAnswer} />
          </>
        ) : null
      }
    />
  );
}
