import { type RefObject, useEffect, useRef, useState } from "react";
import { type AutosaveOptions, Autosaver, type AutosaveState } from "#app/ui/forms/autosaver.ts";

/**
 * How the saving stands. `sentence`: what the page says about it; empty: nothing. `version`: what the
 * form's field of this name shows.
 */
export type Autosave = {
  state: AutosaveState;
  sentence: string;
  version: string;
  saver: RefObject<Autosaver>;
};

/** Saves a form while it is written (`Autosaver`). */
export function useAutosave(
  form: RefObject<HTMLFormElement>,
  options: Omit<AutosaveOptions, "show" | "setVersion"> & { version: string },
): Autosave {
  const [{ state, sentence }, setShown] = useState<Pick<Autosave, "state" | "sentence">>({
    state: "idle",
    sentence: "",
  });
  const [version, setVersion] = useState(options.version);
  const saver = useRef<Autosaver | null>(null);
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    if (!form.current) return;
    const show = (next: AutosaveState, said: string) => setShown({ state: next, sentence: said });
    saver.current = new Autosaver(form.current, () => ({ ...latest.current, show, setVersion }));
    return saver.current.start();
  }, [form]);
  return { state, sentence, version, saver };
}
