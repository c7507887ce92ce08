import { dashboardAddress, type StripeDashboard } from "#app/payments/stripe-dashboard.ts";

type Props = {
  id: string;
  /** Null: the objects are at a local stand-in for Stripe, which has no dashboard. */
  dashboard: StripeDashboard | null;
  /** The connected account that it belongs to, if any. */
  account?: string | null;
};

/** The id of an object at Stripe, as a link to Stripe's dashboard. */
export function StripeId({ id, dashboard, account = null }: Props) {
  if (dashboard === null) return <span>{id}</span>;
  return (
    <a href={dashboardAddress(dashboard, id, account)} rel="noreferrer">
      {id}
    </a>
  );
}
