import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { dateTime } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { MoveName } from "#app/orders/moves.ts";
import { type OrderStatus, orderPath, type Party, type PaymentStatus, shortId } from "#app/orders/order.ts";
import { OrderTags } from "#app/orders/order-tags.tsx";
import { OrderTimeline, type TimelineEvent } from "#app/orders/order-timeline.tsx";
import { PayButton } from "#app/orders/pay-button.tsx";
import { Avatar } from "#app/profiles/avatar.tsx";
import { displayName, hasLeft, type Person } from "#app/profiles/profile.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Note } from "#app/ui/note.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Submit } from "#app/ui/submit.tsx";

export type OrderView = {
  party: Party;
  /** Cents; days; UTC ms, null until the seller starts. */
  order: {
    id: string;
    status: OrderStatus;
    paymentStatus: PaymentStatus;
    title: string;
    packageId: "starter" | "pro" | "elite";
    packageTitle: string;
    priceCents: number;
    deliveryDays: number;
    deliveryDate: number | null;
    revisions: number;
    requirements: string;
  };
  gig: { slug: string; imageUrl: string | null };
  other: Person & { id: string };
  events: TimelineEvent[];
  /** Stripe has refused the refund; an operator must look. */
  refundFailed: boolean;
  allowed: MoveName[];
  payable: boolean;
  next: string;
};

const packageNames = { starter: "Basic", pro: "Standard", elite: "Premium" };
const moveLabels: Partial<Record<MoveName, [string, string]>> = {
  start: ["Start working", "btn go"],
  complete: ["Mark as complete", "btn go"],
  cancel: ["Cancel order", "btn stop"],
};

/** One order for one of its two parties. `refusal`: why the last move was not made. `review`: what is said of the finished work. */
export function OrderScreen({
  refusal,
  review,
  ...view
}: OrderView & { refusal: string | null; review?: ReactNode }) {
  const { order, next, allowed, payable, events, party } = view;
  return (
    <div className="wrap page">
      <Crumbs
        items={[
          { label: "Orders", to: party === "seller" ? "/orders?tab=selling" : "/orders" },
          { label: `#${shortId(order.id)}` },
        ]}
      />
      <div className="row mt-1 mb-5">
        <h1 className="grow basis-80">{order.title}</h1>
        <OrderTags status={order.status} paymentStatus={order.paymentStatus} />
      </div>
      {refusal ? (
        <div role="alert" className="mb-5">
          <Note kind="bad" icon="alert" title={refusal} />
        </div>
      ) : null}
      <div className="next">
        <p className="serif">{next}</p>
        {order.status === "in progress" && order.deliveryDate ? (
          <p>
            Due on <b>{dateTime(order.deliveryDate)}</b>.
          </p>
        ) : null}
        {view.refundFailed ? (
          <p>The refund did not go through at once. We have been told and look into it.</p>
        ) : null}
      </div>
      {review}
      <div className="desk mt-8">
        <div>
          {payable || allowed.length > 0 ? (
            <section className="mb-10">
              <h2 className="mb-4">Your move</h2>
              <div className="row">
                {payable ? <PayButton orderId={order.id} /> : null}
                {allowed.map((name) => {
                  const [label, className] = moveLabels[name] ?? [];
                  return label ? (
                    <Form key={name} method="post" action={orderPath(order.id)} noValidate>
                      <Submit className={className} name="intent" value={name} pendingText="Processing...">
                        {label}
                      </Submit>
                    </Form>
                  ) : null;
                })}
              </div>
            </section>
          ) : null}
          {order.requirements ? (
            <section className="mb-10">
              <h2 className="mb-4">What the buyer wrote</h2>
              <p className="panel whitespace-pre-wrap">{order.requirements}</p>
            </section>
          ) : null}
          <section>
            <h2 className="mb-5">Timeline</h2>
            <OrderTimeline events={events} status={order.status} />
          </section>
        </div>
        <Summary {...view} />
      </div>
    </div>
  );
}

function Summary({ order, gig, other, party }: OrderView) {
  return (
    <aside aria-label="Summary" className="stack">
      <div className="panel cut stack">
        <h2 className="text-xl">Summary</h2>
        <Picture src={gig.imageUrl} title={order.title} width={320} height={240} sizes="300px" />
        <div className="who">
          <Avatar profile={other} size={44} />
          <b>
            {party === "buyer" ? "Seller" : "Buyer"}: {displayName(other)}
          </b>
        </div>
        {hasLeft(other) ? null : (
          <Link className="btn wide" to={`/messages?user=${other.id}`} prefetch="none">
            <Icon name="message" />
            {party === "buyer" ? "Message seller" : "Message buyer"}
          </Link>
        )}
        <dl className="kv">
          <dt>Order</dt>
          <dd>#{shortId(order.id)}</dd>
          <dt>Package</dt>
          <dd>{packageNames[order.packageId]}</dd>
          <dt>Delivery time</dt>
          <dd>{order.deliveryDays === 1 ? "1 day" : `${order.deliveryDays} days`}</dd>
          <dt>Revisions</dt>
          <dd>{order.revisions === -1 ? "Unlimited" : order.revisions}</dd>
          <dt className="sum">Price</dt>
          <dd className="sum">{exactDollars(order.priceCents)}</dd>
        </dl>
        {party === "buyer" && hasLeft(other) ? null : (
          <p className="small">
            <Link to={`/services/s/${gig.slug}`}>See the service</Link>
          </p>
        )}
      </div>
    </aside>
  );
}
