import { besideStep, type Step, stepNames } from "#app/gigs/drafts/typed.ts";
import { EditorIcon } from "#app/gigs/editor/fields/editor-icon.tsx";
import { SaveNotice } from "#app/ui/forms/save-state.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

type Props = {
  step: Step;
  /** The label of the button that saves. */
  save: string;
  /** Why the form no longer saves itself; null: it does. */
  notice: string | null;
};

/** The bar with the buttons of a step, which is always visible. Each button saves first. */
export function StepButtons({ step, save, notice }: Props) {
  const before = besideStep(step, -1);
  return (
    <div className="stickybar">
      <SaveNotice text={notice} />
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
          {save}
        </button>
        <Submit name="intent" value="next" pendingText="Saving...">
          Save and continue
        </Submit>
      </div>
    </div>
  );
}
