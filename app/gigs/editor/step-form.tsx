import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { changeStep } from "#app/gigs/drafts/change-step.ts";
import { fieldLabel } from "#app/gigs/drafts/field-label.ts";
import {
  besideStep,
  fieldNames,
  type Step,
  stepNames,
  type Typed,
  typedOf,
  type WrittenStep,
} from "#app/gigs/drafts/typed.ts";
import { EditorIcon } from "#app/gigs/editor/fields/editor-icon.tsx";
import { keptKey, type StepEdit } from "#app/gigs/editor/fields/step-edit.ts";
import { href } from "#app/lib/href.ts";
import { EarlierTexts } from "#app/ui/forms/earlier-texts.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { fillForm } from "#app/ui/forms/fill-form.ts";
import { SaveNotice, SaveState, saveStops, saveText } from "#app/ui/forms/save-state.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { useAutosave } from "#app/ui/forms/use-autosave.ts";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

type Props = {
  draftId: string;
  /** Of the draft, UTC ms; null if it does not exist yet. */
  createdAt: number | null;
  step: WrittenStep;
  /** The viewer's id. */
  writerId: string;
  /** The initial values of the fields. */
  typed: Typed;
  /** The saved version of the step; 0: it was never saved. */
  version: number;
  /** The address that the form is posted to. */
  action: string;
  /** True if the fields contain unsaved text. */
  isUnsaved: boolean;
  errors: Record<string, string>;
  refusals: string[];
  fields: (edit: StepEdit) => ReactNode;
};

/**
 * The form of a step: a plain POST without scripts. With scripts it saves itself, and the buttons inside the
 * step work without a page load.
 */
export function StepForm(props: Props) {
  const { draftId, step, writerId, action, refusals, fields } = props;
  const isNew = props.createdAt === null;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(props.typed);
  const [live, setLive] = useState(props.typed);
  const [said, setSaid] = useState("");
  const [fixed, setFixed] = useState<string | null>(null);
  const errors = Object.fromEntries(Object.entries(props.errors).filter(([name]) => name !== fixed));
  // First creates the rows, then fills in the fields.
  const fill = (next: Typed) => {
    flushSync(() => {
      setTyped(next);
      setLive(next);
    });
    if (form.current) fillForm(form.current, next, (name) => fieldNames[step].test(name));
  };
  // What was chosen before the scripts ran decides which other options there are.
  useEffect(() => {
    if (form.current) setLive(typedOf(step, new FormData(form.current)));
  }, [step]);
  const { state, sentence, version, earlier, saver } = useAutosave(form, {
    url: href("/services/create/:draft/:step/save", { draft: draftId, step }),
    key: keptKey(draftId, props.createdAt, step),
    version: String(props.version),
    shown: props.typed,
    typedOf: (sent) => typedOf(step, sent),
    isUnsaved: props.isUnsaved,
    fill,
    timeZone: useTimeZone(),
  });
  // Unsaved text in the fields is saved at the first opportunity.
  const { isUnsaved } = props;
  useEffect(() => {
    if (isUnsaved) saver.current?.touch();
  }, [isUnsaved, saver]);

  const stops = saveStops(state);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const intent = button?.value ?? "save";
    const now = typedOf(step, new FormData(event.currentTarget));
    const changed = changeStep(step, now, intent);
    if (changed) {
      event.preventDefault();
      if ("refusal" in changed) return setSaid(changed.refusal);
      setSaid("");
      fill(changed.typed);
      document.getElementById(changed.focus)?.focus();
      saver.current?.touch();
    } else if (intent === "save" && !stops) {
      event.preventDefault();
      saver.current?.touch();
      void saver.current?.saveNow();
    } else saver.current?.submitting(event, button);
  };

  return (
    <form
      id="step"
      ref={form}
      method="post"
      encType={step === "gallery" ? "multipart/form-data" : undefined}
      action={action}
      noValidate
      onSubmit={submit}
      onInput={(event) => setLive(typedOf(step, new FormData(event.currentTarget)))}
    >
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="writer" defaultValue={writerId} />
      {isNew ? <input type="hidden" name="isNew" value="1" /> : null}
      {isNew ? <input type="hidden" name="draft" value={draftId} /> : null}
      <ErrorSummary
        errors={Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, [error]]))}
        {...(refusals.length > 0 ? { form: refusals } : {})}
      />
      {fields({ step, typed, live, errors, onFixed: setFixed })}
      <EarlierTexts {...earlier} labelOf={fieldLabel} />
      <SaveState said={said} sentence={stops ? "" : sentence} />
      <StepButtons step={step} save={saveText(state)} notice={stops ? sentence : null} />
    </form>
  );
}

type ButtonsProps = {
  step: Step;
  /** The label of the button that saves. */
  save: string;
  /** Why the form no longer saves itself; null: it does. */
  notice: string | null;
};

/** The bar with the buttons of a step, which is always visible. Each button saves first. */
function StepButtons({ step, save, notice }: ButtonsProps) {
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
