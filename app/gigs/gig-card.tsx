import { Link } from "@remix-run/react";
import { averageRating, daysText, type ExampleGig, type GigSummary, gigPath } from "#app/gigs/gig.ts";
import { dollars } from "#app/lib/money.ts";
import { firstLetter } from "#app/lib/placeholders.ts";
import { Avatar } from "#app/profiles/avatar.tsx";
import { sellerName } from "#app/profiles/profile.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Stars } from "#app/ui/stars.tsx";

type CardProps = {
  gig: GigSummary | ExampleGig;
  /** The lead story of its list: wide on a phone. */
  lead?: boolean;
  /** Its picture is the page's one that does not wait. */
  eager?: boolean;
  /** It stands in a list of four beside each other, on a tablet of two. */
  four?: boolean;
};

/**
 * How wide the picture is, a little less than true: where one pixel is missing, browsers take a version of twice the bytes. On a
 * phone it has 108 px (three to the pixel: 324), the lead's up to 92vw; above, two beside each other 44vw to 46vw, others 217 to
 * 345 px.
 */
function shown(lead: boolean, four: boolean): string {
  return `(max-width:599px) ${lead ? "88vw" : "106px"},${four ? "(max-width:1023px) 40vw," : ""}300px`;
}

/**
 * A gig as a row of an index on a phone and as a card from 600 px; all of it is one link (LOOK.md section 5). An example is no link
 * and says on its picture what it is (docs/specification.md#gig-card).
 */
export function GigCard({ gig, lead = false, eager = false, four = false }: CardProps) {
  const rating = averageRating(gig);
  return (
    <li className="card">
      <h3>{"slug" in gig ? <Link to={gigPath(gig)}>{gig.title}</Link> : gig.title}</h3>
      <Picture
        src={gig.imageUrl}
        title=""
        letter={firstLetter(gig.title)}
        width={320}
        height={240}
        sizes={shown(lead, four)}
        eager={eager}
      />
      {"slug" in gig ? null : <p className="tag">Example</p>}
      <p className="who">
        <Avatar
          profile={gig.seller ?? { username: null, fullName: sellerName(null), avatarUrl: null }}
          size={28}
        />
        <span>{sellerName(gig.seller)}</span>
      </p>
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
  /** `four`: four beside each other on a desk. */
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
