import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { usePresence } from "#app/conversations/live/use-presence.ts";
import { lastSeen } from "#app/conversations/thread/last-seen.ts";
import { newOfferPath } from "#app/conversations/thread/offer-facts.ts";
import type { SideIntent } from "#app/conversations/thread/side-intents.ts";
import { maxQueryLength } from "#app/conversations/thread/thread-address.ts";
import type { Partner, ThreadView } from "#app/conversations/thread/thread-view.ts";
import { minute, time } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { shortId } from "#app/orders/order.ts";
import { OrderTags } from "#app/orders/order-tags.tsx";
import { Avatar } from "#app/profiles/avatar.tsx";
import { bothNames, isDeleted } from "#app/profiles/profile.ts";
import { Icon } from "#app/ui/icon.tsx";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

/** The other participant, the conversation's menu, the links to an offer and the open orders of the two. */
export function ThreadHead({ thread }: { thread: ThreadView }) {
  const { other, now } = thread;
  const names = bothNames(other);
  return (
    <>
      <div className="row between">
        <Link className="icon back" to="/messages" prefetch="none">
          <Icon name="left" />
          <span className="vh">All conversations</span>
        </Link>
        <Avatar profile={other} size={40} />
        <div className="partner">
          <h2>{other.page ? <Link to={other.page}>{names}</Link> : names}</h2>
          <p className="tiny muted">
            <Facts conversation={thread.id} other={other} now={now} />
          </p>
        </div>
        <ThreadMenu thread={thread} />
      </div>
      <OrdersAndOffers thread={thread} />
    </>
  );
}

function Facts({ conversation, other, now }: { conversation: string; other: Partner; now: number }) {
  const timeZone = useTimeZone();
  const clock = useMinutes(now);
  const { isOnline, isTyping } = usePresence(conversation, other.id);
  if (isDeleted(other)) return null;
  const facts = [
    isTyping ? "Typing..." : null,
    other.level,
    isOnline ? "Online" : lastSeen(other.seenAt, clock, timeZone),
    other.clockAhead !== null ? `${time(clock + other.clockAhead)} local time` : null,
  ];
  return facts.filter(Boolean).join(" · ");
}

/** The current time, updated while the page is open. @param loaded when the page was loaded, UTC ms */
function useMinutes(loaded: number): number {
  const [now, setNow] = useState(loaded);
  useEffect(() => {
    const opened = performance.now();
    const timer = setInterval(() => setNow(loaded + performance.now() - opened), minute);
    return () => clearInterval(timer);
  }, [loaded]);
  return Math.max(now, loaded);
}

/** The links to an offer, and the open orders. Renders nothing if there is neither. */
function OrdersAndOffers({ thread }: { thread: ThreadView }) {
  const { id: conversation, other, orders, isBlocked } = thread;
  const canWrite = !isBlocked && !isDeleted(other);
  const [asks, offers] = [canWrite && thread.canAsk, canWrite && thread.canOffer];
  if (!asks && !offers && orders.length === 0) return null;
  return (
    <ul className="open-orders" aria-label="Orders and offers">
      {offers ? (
        <li>
          <Link to={newOfferPath({ conversation })}>Send an offer</Link>
        </li>
      ) : null}
      {asks ? (
        <li>
          <Link to={newOfferPath({ conversation, ask: true })}>Ask for an offer</Link>
        </li>
      ) : null}
      {orders.map(({ id, title, ...order }) => (
        <li key={id}>
          <Link to={href("/orders/:id", { id })} title={title}>{`Order #${shortId(id)}`}</Link>
          <OrderTags {...order} />
        </li>
      ))}
    </ul>
  );
}

function intent(value: SideIntent, label: string) {
  return (
    <button type="submit" name="intent" value={value}>
      {label}
    </button>
  );
}

/** Links and plain forms in a `<details>`, so that it works without scripts. */
function ThreadMenu({ thread }: { thread: ThreadView }) {
  const { id, side, q } = thread;
  return (
    <details className="drop" data-menu>
      <summary>
        <Icon name="menu" />
        <span className="vh">Search and options</span>
      </summary>
      <ul>
        <li>
          <form className="seek" method="get" action="/messages" aria-label="Search this conversation">
            <input type="hidden" name="conversation" value={id} />
            <label className="vh" htmlFor="q-thread">
              Search this conversation
            </label>
            <input
              className="in"
              type="search"
              id="q-thread"
              name="q"
              defaultValue={q}
              placeholder="Search here"
              maxLength={maxQueryLength}
            />
            <button type="submit" className="btn">
              Find
            </button>
          </form>
        </li>
        {side ? (
          <li>
            <form method="post" action="/messages">
              <input type="hidden" name="conversation" value={id} />
              {side.isArchived ? intent("bring-back", "Bring back") : intent("archive", "Archive")}
              {side.isMuted ? intent("unmute", "Unmute") : intent("mute", "Mute")}
              {side.hasBlocked ? intent("unblock", "Unblock") : intent("block", "Block")}
            </form>
          </li>
        ) : null}
      </ul>
    </details>
  );
}
