import type { Recommendation } from "#app/assistant/recommendations.server.ts";
import type { Match } from "#app/assistant/score.ts";
import { GigCard } from "#app/gigs/gig-card.tsx";

/** The recommended services: each with its card, and the words that matched and where. */
export function AnswerCards({ services }: { services: Recommendation[] }) {
  return (
    <>
      <p>{heading(services.length)}</p>
      <ul className="cards slim">
        {services.map(({ gig, matches }) => (
          <GigCard key={gig.slug} gig={gig} note={matchText(matches)} />
        ))}
      </ul>
    </>
  );
}

function heading(count: number): string {
  if (count === 1) return "Here is one service that matches:";
  return `Here are ${count === 2 ? "two" : "three"} services that match:`;
}

/** `In title and description: logo. In the title: dog (pet).` */
function matchText(matches: Match[]): string {
  const [both, title, description] = [
    matches.filter(({ inTitle, inDescription }) => inTitle && inDescription),
    matches.filter(({ inDescription }) => !inDescription),
    matches.filter(({ inTitle }) => !inTitle),
  ];
  const places: [string, Match[]][] = [
    ["In title and description", both],
    ["In the title", title],
    ["In the description", description],
  ];
  return places
    .filter(([, found]) => found.length > 0)
    .map(
      ([place, found]) =>
        `${place}: ${found.map(({ term, as }) => (as === null ? term : `${term} (${as})`)).join(", ")}.`,
    )
    .join(" ");
}
