import { besideStep, type Step, stepNames } from "#app/gigs/drafts/typed.ts";
import { EditorIcon } from "#app/gigs/editor/fields/editor-icon.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

/** The bar with the buttons of a step, which is always visible. Each button saves first. */
export function StepButtons({ step }: { step: Step }) {
  const before = besideStep(step, -1);
  return (
    <div className="stickybar">
      {before ? (
        <button
          type="submit"
          className="btn plain"
          name="intent"
          value={`go:${before}`}
          aria-label={`Back to ${stepNames[before]}`}
        >
          <EditorIcon name="back" />
          <span>{stepNames[before]}</span>
        </button>
      ) : (
        <span />
      )}
      <div className="row">
        <button type="submit" className="btn" name="intent" value="save">
          Save draft
        </button>
        <Submit name="intent" value="next" pendingText="Saving...">
          Save and continue
        </Submit>
      </div>
    </div>
  );
}
