import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { answerPath } from "#app/help/help.ts";
import { mark } from "#app/help/question-search.ts";
import type { Question } from "#app/help/questions.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  questions: readonly Question[];
  /** The ids of the open ones. */
  open: readonly string[];
  /** The parts of words to mark. */
  parts?: string[];
  /** The lines below answers, by the id of the question; empty if the settings could not be read. */
  lines: Record<string, string>;
};

/**
 * An accordion of questions, each with its address and 'Was this helpful?'. One form contains them all; each
 * button names its question (docs/specification.md#helpful). The anchor is inside the closed part, because
 * browsers open a closed part that contains the target of an address.
 */
export function QuestionList({ questions, open, parts = [], lines }: Props) {
  const { pathname, search } = useLocation();
  return (
    <form method="post" action="/help/helpful" className="acc" noValidate>
      <input type="hidden" name="redirectTo" value={pathname + search} />
      {questions.map(({ id, question, answer }) => (
        <details key={id} open={open.includes(id)}>
          <summary>
            <span>{marked(question, parts)}</span>
            <Icon name="plus" />
          </summary>
          <div id={id}>
            <p>{marked(answer, parts)}</p>
            {lines[id] ? (
              <p>
                <b>{lines[id]}</b>
              </p>
            ) : null}
            <div className="row small helpful">
              Was this helpful?
              <button className="btn" type="submit" name="yes" value={id} aria-label={`Yes: ${question}`}>
                Yes
              </button>
              <button className="btn" type="submit" name="no" value={id} aria-label={`No: ${question}`}>
                No
              </button>
              <a className="more" href={answerPath(id)} aria-label={`Link to this answer: ${question}`}>
                Link to this answer
              </a>
            </div>
          </div>
        </details>
      ))}
    </form>
  );
}

function marked(text: string, parts: string[]): ReactNode {
  if (parts.length === 0) return text;
  return mark(text, parts).map((piece, i) =>
    piece.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their order
      <mark key={i}>{piece.text}</mark>
    ) : (
      piece.text
    ),
  );
}
