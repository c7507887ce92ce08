import type { ReactNode } from "react";
import { type Step, stepNames, steps, type WrittenStep } from "#app/gigs/drafts/typed.ts";

/** How many details of a step are missing or wrong, and whether it was ever saved. */
type Mark = { toFix: number; isSaved: boolean };
export type Marks = Record<WrittenStep, Mark>;

type Props = {
  /** The draft's title, or a placeholder. */
  title: string;
  /** "Draft · saved 14:20". */
  about: string;
  step: Step;
  /** null if the draft does not exist yet. */
  marks: Marks | null;
  children: ReactNode;
};

/**
 * The head of each step: the draft's title, and the list of steps. The steps are buttons of the form, so that
 * moving to another step saves the typed text, with and without scripts.
 */
export function StepFrame({ title, about, step, marks, children }: Props) {
  return (
    <div className="wrap page">
      <div className="mid">
        <p className="small muted">{about}</p>
        <h1 className="mt-1 mb-4">{title}</h1>
        {marks === null ? null : (
          <nav aria-label="Steps">
            {/* Enter in a field presses the form's first submit button: this one, which saves. */}
            <button type="submit" form="step" name="intent" value="save" hidden />
            <ol className="stepper">
              {steps.map((each) => (
                <StepEntry
                  key={each}
                  step={each}
                  mark={each === "publish" ? null : marks[each]}
                  isCurrent={each === step}
                />
              ))}
            </ol>
          </nav>
        )}
        <hr className="step-line" />
        {children}
      </div>
    </div>
  );
}

/** @param mark null: the last step, which has no details of its own */
function StepEntry({ step, mark, isCurrent }: { step: Step; mark: Mark | null; isCurrent: boolean }) {
  const isDone = mark?.toFix === 0;
  const hasProblems = mark !== null && !isDone && mark.isSaved;
  return (
    <li>
      <button
        type="submit"
        form="step"
        name="intent"
        value={`go:${step}`}
        className={isDone ? "done" : hasProblems ? "has-problems" : undefined}
        aria-current={isCurrent ? "step" : undefined}
      >
        {isDone ? <span className="vh">{"Done: "}</span> : null}
        <span>
          {stepNames[step]}
          {hasProblems ? <span className="mark">{` ${toFixText(mark.toFix)}`}</span> : null}
        </span>
      </button>
    </li>
  );
}

/** "2 things to fix". */
export function toFixText(count: number): string {
  return `${count} ${count === 1 ? "thing" : "things"} to fix`;
}
