import { Link } from "@remix-run/react";
import { AnswerCards } from "#app/assistant/answer-cards.tsx";
import type { Earlier } from "#app/assistant/earlier.ts";
import { failedAnswer, noneFound, questionPath } from "#app/assistant/question.ts";
import type { Recommendation } from "#app/assistant/recommendations.server.ts";
import { displayTerm } from "#app/browse/listing.ts";
import { searchPath } from "#app/browse/search/search.ts";
import { href } from "#app/lib/href.ts";
import { linkTo } from "#app/navigation.ts";

/** The services for a question, and the help questions that match it. */
export type Answer = { services: Recommendation[]; help: { id: string; question: string }[] };

/** The chat's reply to a question: services, then help questions. */
export function AnswerText({ answer, text }: { answer: Answer; text: string }) {
  const help = linkTo("/help");
  return (
    <>
      {answer.services.length > 0 ? (
        <AnswerCards services={answer.services} />
      ) : (
        <>
          <p>{noneFound}</p>
          <ul className="row">
            <li>
              <Link to={searchPath({ q: text })}>Search for these words</Link>
            </li>
            {help ? (
              <li>
                <Link to={help.to}>{help.label}</Link>
              </li>
            ) : null}
          </ul>
        </>
      )}
      {answer.help.length > 0 ? (
        <div className="help">
          <h3>A question about Handiwork?</h3>
          <ul>
            {answer.help.map(({ id, question }) => (
              <li key={id}>
                <a href={`${href("/faq")}?open=${id}#${id}`}>{question}</a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  );
}

/** The services could not be read. */
export function FailedAnswer({ text }: { text: string }) {
  return (
    <>
      <p>{failedAnswer}</p>
      <p>
        <a className="btn" href={questionPath(text)}>
          Try Again
        </a>
      </p>
    </>
  );
}

/** An earlier question of the visit, with links to its services. */
export function EarlierQuestion({ text, services }: Earlier) {
  return (
    <>
      <p className="msg me">{displayTerm(text)}</p>
      <div className="msg">
        {services.length > 0 ? (
          <ul>
            {services.map((service) => (
              <li key={service.slug}>
                <Link to={href("/services/s/:slug", { slug: service.slug })}>{service.title}</Link>
              </li>
            ))}
          </ul>
        ) : (
          <p>{noneFound}</p>
        )}
      </div>
    </>
  );
}
