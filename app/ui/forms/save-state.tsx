import type { AutosaveState } from "#app/ui/forms/autosaver.ts";

/** True if the form no longer saves itself, so that only its button does. */
export function saveStops(state: AutosaveState): boolean {
  return ["changed", "signed out", "refused", "gone"].includes(state);
}

/** The label of the button that saves. */
export function saveText(state: AutosaveState): string {
  if (state === "changed") return "Compare both texts";
  return state === "signed out" ? "Sign in and save" : "Save draft";
}

/** Says in the bar of buttons, which is always visible, why the form no longer saves itself. */
export function SaveNotice({ text }: { text: string | null }) {
  return (
    <p className="save-notice" role="alert" hidden={text === null}>
      {text}
    </p>
  );
}

/**
 * What a form that saves itself says below its fields.
 * @param said why the last button did nothing; empty if it worked
 * @param sentence the state of the autosave; may be empty
 */
export function SaveState({ said, sentence }: { said: string; sentence: string }) {
  return (
    <>
      {said ? (
        <p className="err" role="alert">
          {said}
        </p>
      ) : null}
      <p className="small muted save-state" role="status">
        {sentence}
      </p>
    </>
  );
}
