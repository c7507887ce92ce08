import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { changeStep } from "#app/gigs/drafts/change-step.ts";
import { isSameTyped, type Typed, typedOf, type WrittenStep } from "#app/gigs/drafts/typed.ts";
import { keptKey, type StepEdit } from "#app/gigs/editor/fields/step-edit.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { useAutosave } from "#app/ui/forms/use-autosave.ts";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

type Props = {
  draftId: string;
  /** Of the draft, UTC ms; null if it does not exist yet. */
  createdAt: number | null;
  step: WrittenStep;
  /** The viewer's id. */
  writerId: string;
  /** What the fields show. */
  typed: Typed;
  /** The version of the step that stands; 0: it was never saved. */
  version: number;
  /** The address that the form is posted to. */
  action: string;
  /** True if the fields show what is not saved. */
  isUnsaved: boolean;
  errors: Record<string, string>;
  refusals: string[];
  fields: (edit: StepEdit) => ReactNode;
  /** What stands under the fields: the buttons. */
  children: ReactNode;
};

/**
 * The form of a step: a plain POST without scripts. With them it saves itself, and the buttons inside the
 * step work without a page load.
 */
export function StepForm(props: Props) {
  const { draftId, step, writerId, action, errors, refusals, fields, children } = props;
  const isNew = props.createdAt === null;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(props.typed);
  const [live, setLive] = useState(props.typed);
  // A new number makes the fields new, so that they show `typed`.
  const [epoch, setEpoch] = useState(0);
  const [said, setSaid] = useState("");
  const focus = useRef<string | null>(null);
  const showAgain = (next: Typed) => {
    setTyped(next);
    setLive(next);
    setEpoch((n) => n + 1);
  };
  const { state, sentence, version, saver } = useAutosave(form, {
    url: `/services/create/${draftId}/${step}/save`,
    key: keptKey(draftId, props.createdAt, step),
    version: String(props.version),
    shown: props.typed,
    typedOf: (sent) => typedOf(step, sent),
    restore: (kept) => {
      if (isSameTyped(kept, props.typed)) return false;
      showAgain(kept);
      return true;
    },
    timeZone: useTimeZone(),
  });
  useEffect(() => {
    if (epoch > 0 && focus.current) document.getElementById(focus.current)?.focus();
    focus.current = null;
  }, [epoch]);
  // What is shown but not saved is saved by the first chance.
  const { isUnsaved } = props;
  useEffect(() => {
    if (isUnsaved) saver.current?.touch();
  }, [isUnsaved, saver]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const intent = button?.value ?? "save";
    const now = typedOf(step, new FormData(event.currentTarget));
    const changed = changeStep(step, now, intent);
    if (changed) {
      event.preventDefault();
      if ("refusal" in changed) return setSaid(changed.refusal);
      focus.current = changed.focus;
      setSaid("");
      showAgain(changed.typed);
      saver.current?.touch();
    } else if (intent === "save" && !["changed", "signed out", "refused", "gone"].includes(state)) {
      event.preventDefault();
      saver.current?.touch();
      void saver.current?.saveNow();
    } else if (saver.current?.isSending) {
      // The form must carry the version that this save makes. Otherwise it would disagree with itself.
      event.preventDefault();
      const sent = event.currentTarget;
      void saver.current.settled().then(() => sent.requestSubmit(button));
    } else {
      saver.current?.handOver();
    }
  };

  const needsServer = state === "changed" || state === "signed out";
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
      <div key={epoch}>{fields({ step, typed, live, errors })}</div>
      {said ? (
        <p className="err" role="alert">
          {said}
        </p>
      ) : null}
      <p className="small muted save-state" role="status">
        {sentence}
      </p>
      {needsServer ? (
        <button type="submit" className="btn" name="intent" value="save">
          {state === "changed" ? "Compare both texts" : "Sign in and save"}
        </button>
      ) : null}
      {children}
    </form>
  );
}
