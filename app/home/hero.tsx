import { Form, Link } from "@remix-run/react";
import { listingPath } from "#app/catalog/listing.ts";
import { shortcuts } from "#app/home/home.ts";

type Theme = "system" | "light" | "dark";

/** Words, search box and shortcuts, with the still of the film (spec.md section 2, home). */
export function Hero({ theme }: { theme: Theme }) {
  return (
    <section className="hero">
      <div className="wrap">
        <h1>Good work, done by someone with a name</h1>
        <p className="lede">Fixed prices, clear delivery dates and people you can talk to before you pay.</p>
        <Form className="find" role="search" aria-label="Find a service" action="/search">
          <label className="vh" htmlFor="qh">
            Search services
          </label>
          <input
            className="in"
            id="qh"
            name="q"
            type="search"
            dir="auto"
            placeholder={'Try "logo for a bakery" or "translate a menu"'}
            autoComplete="off"
            required
            pattern=".*\S.*"
            title="Type what you are looking for"
          />
          <button type="submit" className="btn go">
            Search
          </button>
        </Form>
        <nav className="chips" aria-label="Popular searches">
          {shortcuts.map(({ label, query }) => (
            <Link key={query} to={listingPath("/search", { q: query })}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
      <div className="film">
        <Still theme={theme} />
      </div>
    </section>
  );
}

/** A chosen theme decides here; `media` knows the system's only. Phones get the small one. */
function Still({ theme }: { theme: Theme }) {
  const ending = theme === "dark" ? "-dark" : "";
  return (
    <picture>
      {theme === "system" ? (
        <source media="(min-width:768px) and (prefers-color-scheme:dark)" srcSet="/hero-poster-dark.webp" />
      ) : null}
      <source media="(min-width:768px)" srcSet={`/hero-poster${ending}.webp`} />
      {theme === "system" ? (
        <source media="(prefers-color-scheme:dark)" srcSet="/hero-small-dark.webp" />
      ) : null}
      <img
        src={`/hero-small${ending}.webp`}
        width={720}
        height={600}
        alt="Paper-cut hands shaping a turning clay pot"
        {...{ fetchpriority: "high" }}
      />
    </picture>
  );
}
