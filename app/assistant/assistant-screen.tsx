import { Form, Link, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import { type Answer, AnswerText, EarlierQuestion, FailedAnswer } from "#app/assistant/answer-text.tsx";
import type { PopularGig } from "#app/assistant/popular.server.ts";
import { PopularList } from "#app/assistant/popular-list.tsx";
import {
  examples,
  greeting,
  parseQuestion,
  placeholder,
  type Question,
  questionCut,
} from "#app/assistant/question.ts";
import { useEarlier } from "#app/assistant/use-earlier.ts";
import { displayTerm } from "#app/browse/listing.ts";
import { href } from "#app/lib/href.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  question: Question | null;
  answer: Answer | null;
  /** True if the services could not be read. */
  failed: boolean;
  popular: PopularGig[];
  isSignedIn: boolean;
};

/**
 * The chat, the example prompts and, in the side column, promo and Popular Services
 * (docs/specification.md#assistant).
 */
export function AssistantScreen({ question, answer, failed, popular, isSignedIn }: Props) {
  const { earlier, clear } = useEarlier(question, answer);
  const pending = usePendingQuestion();
  const { shown, input, visit } = useFocusOnNewAnswer();
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
                    <FailedAnswer text={question.text} />
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
          <Form className="send" method="get" action={href("/ai-assistant")} preventScrollReset noValidate>
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
                ref={input}
                // A text that must be changed or sent again stays in the field.
                key={visit}
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
          <Form method="get" action={href("/ai-assistant")} preventScrollReset>
            <ul className="chips">
              {examples.map((example) => (
                <li key={example}>
                  <button name="query" value={example} type="submit">
                    {example}
                  </button>
                </li>
              ))}
            </ul>
          </Form>
        </section>
      </div>
      <aside className="stack" aria-label="More">
        {isSignedIn ? null : (
          <div className="offer">
            <h2>New here?</h2>
            <p>Create an account and get a $10 credit on your first order of $50 or more.</p>
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

/** The question whose answer is loading; null if there is none. */
function usePendingQuestion(): string | null {
  const { state, location } = useNavigation();
  if (state !== "loading" || location?.pathname !== href("/ai-assistant")) return null;
  const question = parseQuestion(new URLSearchParams(location.search));
  return question && question.problem === null ? question.text : null;
}

/**
 * Moves the focus to an answer that replaces another one, but not when the page opens. If the question must
 * be changed, the focus stays in the input.
 */
function useFocusOnNewAnswer() {
  const shown = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { key: visit } = useLocation();
  const first = useRef(visit);
  useEffect(() => {
    if (visit !== first.current) (shown.current ?? input.current)?.focus();
    first.current = visit;
  }, [visit]);
  return { shown, input, visit };
}
