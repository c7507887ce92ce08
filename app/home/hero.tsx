import { Form, Link } from "@remix-run/react";
import { resultsPath } from "#app/browse/listing.ts";
import { SearchInput } from "#app/browse/search/search-input.tsx";
import type { Preferences } from "#app/context.ts";
import { shortcuts } from "#app/home/home.ts";
import { href } from "#app/lib/href.ts";

type HeroPreferences = Pick<Preferences, "theme" | "small">;

/**
 * Text, search box and shortcuts in front of a film (docs/specification.md#home). In Lite and on a slow
 * connection, a small still replaces the film.
 */
export function Hero({ theme, small }: HeroPreferences) {
  return (
    <section className="hero">
      <div className="wrap">
        <h1>Good work, done by someone with a name</h1>
        <p className="lede">Fixed prices, clear delivery dates and people you can talk to before you pay.</p>
        <Form className="find" role="search" aria-label="Find a service" action="/search">
          <SearchInput id="qh" placeholder={'Try "logo for a bakery" or "translate a menu"'} />
          <button type="submit" className="btn go">
            Search
          </button>
        </Form>
        <nav className="chips" aria-label="Popular searches">
          {shortcuts.map(({ label, query }) => (
            <Link key={query} to={resultsPath(href("/search"), { q: query })}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
      {small ? null : <Pause />}
      <div className="film">
        <Still theme={theme} small={small} />
        {small ? null : <Film key={theme} theme={theme} />}
      </div>
    </section>
  );
}

/**
 * Replaces the film with its still, without a script (home.css). WCAG 2.2.2 requires a way to stop moving
 * pictures.
 */
function Pause() {
  return (
    <label className="pause">
      <input type="checkbox" /> Pause video
    </label>
  );
}

const wide = "(min-width:768px)";
/** From this width on, the film is wider than the small still (home.css). */
const full = "(min-width:1200px)";
const dark = "(prefers-color-scheme:dark)";

/**
 * The still of the film. A theme that the viewer chose takes precedence; `media` knows only the system's
 * theme. Phones get the small still, and so does Lite up to the width where it would be scaled up.
 */
function Still({ theme, small }: HeroPreferences) {
  const suffix = theme === "dark" ? "-dark" : "";
  const from = small ? full : wide;
  return (
    <picture>
      {theme === "system" ? <source media={`${from} and ${dark}`} srcSet="/hero-poster-dark.webp" /> : null}
      <source media={from} srcSet={`/hero-poster${suffix}.webp`} />
      {theme === "system" ? <source media={dark} srcSet="/hero-small-dark.webp" /> : null}
      <img
        src={`/hero-small${suffix}.webp`}
        width={720}
        height={600}
        alt="Paper-cut hands shaping a turning clay pot"
        {...{ fetchpriority: "high" }}
      />
    </picture>
  );
}

/**
 * Only wide screens that allow motion load the film with the page. Phones play it once the page has loaded
 * (hero-film.script.ts).
 */
function Film({ theme }: Pick<Preferences, "theme">) {
  const moving = `${wide} and (prefers-reduced-motion:no-preference)`;
  const files =
    theme === "system"
      ? [
          { name: "hero-dark", media: `${moving} and ${dark}` },
          { name: "hero", media: moving },
        ]
      : [{ name: theme === "dark" ? "hero-dark" : "hero", media: moving }];
  return (
    <video autoPlay muted loop playsInline tabIndex={-1} aria-hidden="true">
      {files.flatMap(({ name, media }) => [
        <source key={`${name}.webm`} media={media} src={`/${name}.webm`} type="video/webm" />,
        <source key={`${name}.mp4`} media={media} src={`/${name}.mp4`} type="video/mp4" />,
      ])}
    </video>
  );
}
