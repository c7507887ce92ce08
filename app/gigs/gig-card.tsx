import { Link } from "@remix-run/react";
import type { ReactElement } from "react";
import { averageRating, daysText, type ExampleGig, type GigSummary } from "#app/gigs/gig.ts";
import { SaveHeart } from "#app/gigs/saved/saving.tsx";
import { href } from "#app/lib/href.ts";
import { dollars } from "#app/lib/money.ts";
import { firstLetter } from "#app/lib/placeholders.ts";
import { Avatar } from "#app/profiles/avatar.tsx";
import { sellerName } from "#app/profiles/profile.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Stars } from "#app/ui/stars.tsx";

type CardProps = {
  gig: GigSummary | ExampleGig;
  /** True for the first card of a list, if it is shown large on phones. */
  lead?: boolean;
  /** Loads its picture immediately. Only one picture of a page does. */
  eager?: boolean;
  /** Its list has four columns, or two on a tablet. */
  four?: boolean;
  /** A line below the title. */
  note?: string;
  /** A button that replaces the heart. */
  button?: ReactElement;
};

/**
 * The `sizes` of a card's picture, slightly smaller than its real width: if a version is one pixel too small,
 * browsers load one with twice the bytes. On a phone the picture is 108 px wide (324 device pixels), and up
 * to 92vw on the lead card. On wider screens it is 44vw to 46vw in two columns, otherwise 217 to 345 px.
 */
function pictureSizes(lead: boolean, four: boolean): string {
  return `(max-width:599px) ${lead ? "88vw" : "106px"},${four ? "(max-width:1023px) 40vw," : ""}300px`;
}

/**
 * A gig in a list: a row on phones, a card from 600 px (docs/specification.md#gig-card). The whole card is
 * one link, and its heart is a button outside the link. An example has neither, and its picture is marked
 * 'Example'.
 */
export function GigCard({ gig, lead = false, eager = false, four = false, note, button }: CardProps) {
  const rating = averageRating(gig);
  return (
    <li className="card">
      <h3>
        {"slug" in gig ? (
          <Link to={href("/services/s/:slug", { slug: gig.slug })}>{gig.title}</Link>
        ) : (
          gig.title
        )}
      </h3>
      <Picture
        src={gig.imageUrl}
        title=""
        letter={firstLetter(gig.title)}
        width={320}
        height={240}
        sizes={pictureSizes(lead, four)}
        eager={eager}
      />
      {"slug" in gig ? (
        (button ?? <SaveHeart gig={gig.slug} title={gig.title} />)
      ) : (
        <p className="tag">Example</p>
      )}
      <p className="who">
        <Avatar
          profile={gig.seller ?? { username: null, fullName: sellerName(null), avatarUrl: null }}
          size={28}
        />
        <span>{sellerName(gig.seller)}</span>
      </p>
      {note ? <p className="words">{note}</p> : null}
      <div className="foot">
        {rating === null ? null : <Stars rating={rating} count={gig.reviewCount} />}
        <p>
          <span className="vh">Delivery in </span>
          {daysText(gig.deliveryDays)}
        </p>
        <p className="cost">
          From <b>{dollars(gig.priceCents)}</b>
        </p>
      </div>
    </li>
  );
}

type CardsProps = {
  gigs: (GigSummary | ExampleGig)[];
  /** `four`: four columns on wide screens. */
  className?: string;
  leadFirst?: boolean;
  eagerFirst?: boolean;
};

export function GigCards({ gigs, className = "", leadFirst = false, eagerFirst = false }: CardsProps) {
  return (
    <ul className={["cards", className, leadFirst && "lead"].filter(Boolean).join(" ")}>
      {gigs.map((gig, i) => (
        <GigCard
          key={"slug" in gig ? gig.slug : gig.title}
          gig={gig}
          lead={leadFirst && i === 0}
          eager={eagerFirst && i === 0}
          four={className === "four"}
        />
      ))}
    </ul>
  );
}
