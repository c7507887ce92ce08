import { Form, Link, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import { AnswerCards } from "#app/assistant/answer-cards.tsx";
import type { PopularGig } from "#app/assistant/popular.server.ts";
import { PopularList } from "#app/assistant/popular-list.tsx";
import {
  assistantPath,
  examples,
  failedAnswer,
  greeting,
  noneFound,
  parseQuestion,
  placeholder,
  type Question,
  questionCut,
  questionPath,
} from "#app/assistant/question.ts";
import type { Recommendation } from "#app/assistant/recommendations.server.ts";
import { type Earlier, useEarlier } from "#app/assistant/use-earlier.ts";
import { displayTerm } from "#app/catalog/listing.ts";
import { searchPath } from "#app/catalog/search/search.ts";
import { gigPath } from "#app/gigs/gig.ts";
import { linkTo } from "#app/navigation.ts";
import { Icon } from "#app/ui/icon.tsx";

/** The services for a question, and the help questions beside them. */
export type Answer = { services: Recommendation[]; help: { id: string; question: string }[] };

type Props = {
  question: Question | null;
  answer: Answer | null;
  /** The services could not be read. */
  failed: boolean;
  popular: PopularGig[];
  isSignedIn: boolean;
};

/**
 * The chat, the example prompts and, at the side, promo and Popular Services
 * (docs/specification.md#assistant).
 */
export function AssistantScreen({ question, answer, failed, popular, isSignedIn }: Props) {
  const { earlier, clear } = useEarlier(question, answer);
  const pending = usePendingQuestion();
  const shown = useFocusOnNewAnswer();
  const hint = useId();
  return (
    <div className="advice">
      <div className="stack">
        <h1 className="stitch">AI Assistant</h1>
        <p className="lede">Say what you need. The assistant recommends up to three services.</p>
        <h2 className="vh">Conversation</h2>
        <div className="chat">
          <div className="log" role="log" aria-label="Conversation">
            <p className="msg">{greeting}</p>
            {earlier.map((each) => (
              <EarlierQuestion key={each.text} {...each} />
            ))}
            {earlier.length > 0 ? (
              <p className="clear">
                <button className="btn plain" type="button" onClick={clear}>
                  Clear
                </button>
              </p>
            ) : null}
            {question && question.problem === null ? (
              <>
                <p className="msg me">{displayTerm(question.text)}</p>
                <div className="msg answer" ref={shown} tabIndex={-1} key={question.text}>
                  {question.cut ? <p className="muted small">{questionCut}</p> : null}
                  {failed || !answer ? (
                    <Failed text={question.text} />
                  ) : (
                    <AnswerText answer={answer} text={question.text} />
                  )}
                </div>
              </>
            ) : null}
            {pending ? <p className="msg me">{displayTerm(pending)}</p> : null}
            <div role="status">
              {pending ? (
                <p className="msg busy">
                  <Icon name="redo" />
                  Looking through the services…
                </p>
              ) : null}
            </div>
          </div>
          <Form className="send" method="get" action={assistantPath} preventScrollReset noValidate>
            <div className="field">
              <label className="vh" htmlFor="query">
                What do you need?
              </label>
              <input
                className="in"
                id="query"
                name="query"
                minLength={5}
                placeholder={placeholder}
                autoComplete="off"
                // The text stays where it must be changed or sent again.
                key={question ? `${question.text} ${failed}` : ""}
                defaultValue={question?.problem || failed ? question?.text : undefined}
                aria-invalid={question?.problem ? true : undefined}
                aria-describedby={question?.problem ? hint : undefined}
              />
              {question?.problem ? (
                <p className="err" id={hint} role="alert">
                  <Icon name="alert" />
                  {question.problem}
                </p>
              ) : null}
            </div>
            <button className="btn go" type="submit">
              <Icon name="send" />
              <span className="vh">Ask</span>
            </button>
          </Form>
        </div>
        <section aria-labelledby="examples">
          <h2 className="plain" id="examples">
            Try one of these
          </h2>
          <Form className="chips" method="get" action={assistantPath} preventScrollReset>
            {examples.map((example) => (
              <button key={example} name="query" value={example} type="submit">
                {example}
              </button>
            ))}
          </Form>
        </section>
      </div>
      <aside className="stack" aria-label="More">
        {isSignedIn ? null : (
          <div className="offer">
            <h2>New here?</h2>
            <p>Open an account and get $10 credit on a first order of $50 or more.</p>
            <Link className="btn" to="/sign-up">
              Join
            </Link>
          </div>
        )}
        {popular.length > 0 ? <PopularList gigs={popular} /> : null}
      </aside>
    </div>
  );
}

function AnswerText({ answer, text }: { answer: Answer; text: string }) {
  const help = linkTo("/help");
  return (
    <>
      {answer.services.length > 0 ? (
        <AnswerCards services={answer.services} />
      ) : (
        <>
          <p>{noneFound}</p>
          <p className="row">
            <Link to={searchPath({ q: text })}>Search for these words</Link>
            {help ? <Link to={help.to}>{help.label}</Link> : null}
          </p>
        </>
      )}
      {answer.help.length > 0 ? (
        <div className="help">
          <h3>A question about Handiwork?</h3>
          <ul>
            {answer.help.map(({ id, question }) => (
              <li key={id}>
                <a href={`/faq?open=${id}#${id}`}>{question}</a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  );
}

function Failed({ text }: { text: string }) {
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

function EarlierQuestion({ text, services }: Earlier) {
  return (
    <>
      <p className="msg me">{displayTerm(text)}</p>
      <div className="msg">
        {services.length > 0 ? (
          <ul>
            {services.map((service) => (
              <li key={service.slug}>
                <Link to={gigPath(service)}>{service.title}</Link>
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

/** The question whose answer is on its way; null if there is none. */
function usePendingQuestion(): string | null {
  const { state, location } = useNavigation();
  if (state !== "loading" || location?.pathname !== assistantPath) return null;
  const question = parseQuestion(new URLSearchParams(location.search));
  return question && question.problem === null ? question.text : null;
}

/** The answer gets the focus when it has come in place of another one, not when the page is opened. */
function useFocusOnNewAnswer() {
  const answer = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const first = useRef(key);
  useEffect(() => {
    if (key !== first.current) answer.current?.focus();
    first.current = key;
  }, [key]);
  return answer;
}
