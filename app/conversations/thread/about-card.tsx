import { Link } from "@remix-run/react";
import { offerPath, offerTitle } from "#app/conversations/thread/offer-facts.ts";
import type { GigCard, OfferCard, OrderCard } from "#app/conversations/thread/thread-view.ts";
import { href } from "#app/lib/href.ts";
import { dollars } from "#app/lib/money.ts";
import { shortId } from "#app/orders/order.ts";
import { Picture } from "#app/ui/picture.tsx";

type Props = { gig: GigCard | null; order: OrderCard | null; offer: OfferCard | null };

/** The gig, the order or the offer that a message is about, as a small card. */
export function AboutCard({ gig, order, offer }: Props) {
  if (offer)
    return <TextCard to={offerPath(offer.id)} name={offerTitle(offer.edition)} title={offer.title} />;
  if (order) {
    const { id, title } = order;
    return <TextCard to={href("/orders/:id", { id })} name={`Order #${shortId(id)}`} title={title} />;
  }
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

function TextCard({ to, name, title }: { to: string; name: string; title: string }) {
  return (
    <Link className="about" to={to}>
      <span>
        {`${name} `}
        <b>{title}</b>
      </span>
    </Link>
  );
}
