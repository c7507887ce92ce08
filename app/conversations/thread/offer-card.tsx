import { Link } from "@remix-run/react";
import {
  asksForOffer,
  newOfferPath,
  offerFacts,
  offerPath,
  offerStateText,
  offerTitle,
  requestFacts,
} from "#app/conversations/thread/offer-facts.ts";
import type { MessageView } from "#app/conversations/thread/thread-view.ts";
import { href } from "#app/lib/href.ts";

type Props = {
  conversation: string;
  message: MessageView;
  mine: boolean;
  /** UTC ms. */
  now: number;
  timeZone: string | null;
};

/**
 * The card of a message that sends an offer or asks for one
 * (docs/specification.md#offers-in-a-conversation). Renders nothing for any other message.
 */
export function DealCard({ conversation, message, mine, now, timeZone }: Props) {
  const { id, offer, request } = message;
  if (offer?.id === id)
    return (
      <div className="deal">
        <b>{offerTitle(offer.edition)}</b>
        <p dir="auto">{offer.title}</p>
        <p className="num">{offerFacts(offer)}</p>
        <p>{offerStateText(offer, now, timeZone)}</p>
        <Link className="btn" to={offerPath(id)}>
          See the offer
        </Link>
      </div>
    );
  if (!request) return null;
  return (
    <div className="deal">
      <b>{asksForOffer}</b>
      <p className="num">{requestFacts(request)}</p>
      {mine || request.state !== "open" ? null : (
        <form className="row" method="post" action={href("/offers")}>
          <input type="hidden" name="request" value={id} />
          <Link className="btn" to={newOfferPath({ conversation, gig: request.gigId ?? undefined })}>
            Send an offer
          </Link>
          <button type="submit" className="btn" name="intent" value="decline">
            No offer
          </button>
        </form>
      )}
    </div>
  );
}
