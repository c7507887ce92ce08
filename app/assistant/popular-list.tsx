import { Link } from "@remix-run/react";
import type { PopularGig } from "#app/assistant/popular.server.ts";
import { href } from "#app/lib/href.ts";
import { dollars } from "#app/lib/money.ts";
import { firstLetter } from "#app/lib/placeholders.ts";
import { Picture } from "#app/ui/picture.tsx";

/** Popular Services (docs/specification.md#assistant-popular). */
export function PopularList({ gigs }: { gigs: PopularGig[] }) {
  return (
    <section aria-labelledby="popular">
      <h2 id="popular">Popular Services</h2>
      <ul className="popular">
        {gigs.map((gig) => (
          <li key={gig.slug}>
            <Picture
              src={gig.imageUrl}
              title=""
              letter={firstLetter(gig.title)}
              width={80}
              height={60}
              sizes="80px"
            />
            <div>
              <h3>
                <Link to={href("/services/s/:slug", { slug: gig.slug })}>{gig.title}</Link>
              </h3>
              <p className="small muted">
                From <b>{dollars(gig.priceCents)}</b>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
