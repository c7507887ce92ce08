import { Link } from "@remix-run/react";
import { AnswerCards } from "#app/assistant/answer-cards.tsx";
import type { Earlier } from "#app/assistant/earlier.ts";
import { failedAnswer, noneFound, questionPath } from "#app/assistant/question.ts";
import type { Recommendation } from "#app/assistant/recommendations.server.ts";
import { brand } from "#app/brand.ts";
import { displayTerm } from "#app/browse/listing.ts";
import { searchPath } from "#app/browse/search/search.ts";
import { href } from "#app/lib/href.ts";
import { linkTo } from "#app/navigation.ts";

/** The services for a question, and the help questions that match it. `helpFirst`: it is about Handiwork. */
export type Answer = {
  services: Recommendation[];
  help: { id: string; question: string }[];
  helpFirst: boolean;
};

/** The chat's reply to a question: services and help questions. */
export function AnswerText({ answer, text }: { answer: Answer; text: string }) {
  const help = answer.help.length > 0 ? <HelpLinks questions={answer.help} /> : null;
  const services =
    answer.services.length > 0 ? <AnswerCards services={answer.services} /> : <NoneFound text={text} />;
  if (answer.services.length === 0 && answer.helpFirst && help) return help;
  return answer.helpFirst ? (
    <>
      {help}
      {services}
    </>
  ) : (
    <>
      {services}
      {help}
    </>
  );
}

function NoneFound({ text }: { text: string }) {
  const help = linkTo("/help");
  return (
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
  );
}

function HelpLinks({ questions }: { questions: Answer["help"] }) {
  return (
    <div className="help">
      <h3>{`A question about ${brand}?`}</h3>
      <ul>
        {questions.map(({ id, question }) => (
          <li key={id}>
            <a href={`${href("/faq")}?open=${id}#${id}`}>{question}</a>
          </li>
        ))}
      </ul>
    </div>
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
