import { Link } from "@remix-run/react";
import type { GigCard, OrderCard } from "#app/conversations/thread/thread-view.ts";
import { href } from "#app/lib/href.ts";
import { dollars } from "#app/lib/money.ts";
import { shortId } from "#app/orders/order.ts";
import { Picture } from "#app/ui/picture.tsx";

/** The gig or the order that a message is about, as a small card. */
export function AboutCard({ gig, order }: { gig: GigCard | null; order: OrderCard | null }) {
  if (order)
    return (
      <Link className="about" to={href("/orders/:id", { id: order.id })}>
        <span>
          {`Order #${shortId(order.id)} `}
          <b>{order.title}</b>
        </span>
      </Link>
    );
  if (!gig) return null;
  return (
    <Link className="about" to={href("/services/s/:slug", { slug: gig.slug })}>
      <Picture src={gig.imageUrl} title={gig.title} width={56} height={42} sizes="56px" />
      <span>
        {`${gig.title} `}
        <b className="num">{`From ${dollars(gig.priceCents)}`}</b>
      </span>
    </Link>
  );
}
