import { Form, Link } from "@remix-run/react";
import { GigCard } from "#app/gigs/gig-card.tsx";
import { type SavedCursor, type SavedItem, savedPath } from "#app/gigs/saved/saved-gig.ts";
import { href } from "#app/lib/href.ts";
import { Empty } from "#app/ui/empty.tsx";

type Props = {
  gigs: SavedItem[];
  /** Where this page begins; null on the first page. */
  before: SavedCursor | null;
  /** Where the next page begins; null on the last page. */
  next: SavedCursor | null;
  /** The viewer gets the weekly email. */
  hasNews: boolean;
};

/** /saved (docs/specification.md#saved-services). */
export function SavedScreen({ gigs, before, next, hasNews }: Props) {
  const isFirstPage = before === null;
  return (
    <div className="wrap page">
      <h1 className="stitch mt-3 mb-6">Saved services</h1>
      {gigs.length > 0 ? (
        <>
          <h2 className="vh">Newest first</h2>
          <Form method="post" action={href("/saved")} preventScrollReset>
            <input type="hidden" name="intent" value="forget" />
            <input type="hidden" name="redirectTo" value={savedPath(before)} />
            <ul className="cards saved">
              {gigs.map((gig) => (
                <Saved key={gig.id} gig={gig} />
              ))}
            </ul>
          </Form>
        </>
      ) : (
        <Empty
          title={isFirstPage ? "Nothing saved yet" : "No older services"}
          text={isFirstPage ? "Press the heart on a service to keep it here for later." : undefined}
        >
          {isFirstPage ? (
            <Link className="btn" to="/search">
              Browse All Services
            </Link>
          ) : null}
        </Empty>
      )}
      {isFirstPage && next === null ? null : (
        <nav className="pages" aria-label="Pages">
          {isFirstPage ? null : <Link to={savedPath()}>Newest</Link>}
          {next === null ? null : (
            <Link to={savedPath(next)} rel="next">
              Older
            </Link>
          )}
        </nav>
      )}
      {isFirstPage && (gigs.length > 0 || hasNews) ? <News isOn={hasNews} /> : null}
    </div>
  );
}

/** The switch of the email about what is saved (docs/specification.md#saved-news). */
function News({ isOn }: { isOn: boolean }) {
  return (
    <Form method="post" action={href("/saved")} className="panel stack mt-8" preventScrollReset>
      <h2 className="text-xl">
        {isOn ? "We email you when there is news" : "Get an email when there is news"}
      </h2>
      <p>
        When a service here costs less, or can be ordered again because its seller is back. At most one email
        a week.
      </p>
      <button className="btn" type="submit" name="intent" value={isOn ? "news-off" : "news-on"}>
        {isOn ? "Turn off" : "Turn on"}
      </button>
    </Form>
  );
}

function Saved({ gig }: { gig: SavedItem }) {
  const button = (
    <button className="btn" type="submit" name="gig" value={gig.id}>
      Remove<span className="vh">{` ${gig.title}`}</span>
    </button>
  );
  if ("slug" in gig) return <GigCard gig={gig} note={gig.note} button={button} />;
  return (
    <li className="card gone">
      <h3>{gig.title}</h3>
      <p className="words">{gig.note}</p>
      {button}
    </li>
  );
}
