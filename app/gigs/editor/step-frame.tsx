import type { ReactNode } from "react";
import { type Step, stepNames, steps } from "#app/gigs/drafts/typed.ts";

export type Marks = Record<Step, "done" | "lacking">;

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
                <li key={each}>
                  <button
                    type="submit"
                    form="step"
                    name="intent"
                    value={`go:${each}`}
                    className={marks[each] === "done" ? "done" : undefined}
                    aria-current={each === step ? "step" : undefined}
                  >
                    <span className="vh">{marks[each] === "done" ? "Done: " : "Lacking: "}</span>
                    {stepNames[each]}
                  </button>
                </li>
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
