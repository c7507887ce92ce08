import { type ComponentProps, type RefObject, useEffect, useRef, useState } from "react";
import { type AutosaveOptions, Autosaver, type AutosaveState } from "#app/ui/forms/autosaver.ts";
import type { EarlierTexts } from "#app/ui/forms/earlier-texts.tsx";
import type { EarlierText } from "#app/ui/forms/kept-text.ts";

/**
 * The state of the autosave. `sentence`: its text on the page; may be empty. `version`: the value of the
 * form's field of this name. `earlier`: the texts for `EarlierTexts`.
 */
type Autosave = {
  state: AutosaveState;
  sentence: string;
  version: string;
  earlier: Pick<ComponentProps<typeof EarlierTexts>, "texts" | "onUse" | "onDiscard">;
  saver: RefObject<Autosaver>;
};

/** Saves a form while the user types (`Autosaver`). */
export function useAutosave(
  form: RefObject<HTMLFormElement>,
  options: Omit<AutosaveOptions, "show" | "setVersion" | "showEarlier"> & { version: string },
): Autosave {
  const [{ state, sentence }, setShown] = useState<Pick<Autosave, "state" | "sentence">>({
    state: "idle",
    sentence: "",
  });
  const [version, setVersion] = useState(options.version);
  const [texts, showEarlier] = useState<EarlierText[]>([]);
  const saver = useRef<Autosaver | null>(null);
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    if (!form.current) return;
    const show = (next: AutosaveState, said: string) => setShown({ state: next, sentence: said });
    saver.current = new Autosaver(form.current, () => ({
      ...latest.current,
      show,
      setVersion,
      showEarlier,
    }));
    return saver.current.start();
  }, [form]);
  const earlier = {
    texts,
    onUse: (text: EarlierText) => saver.current?.swapEarlier(text),
    onDiscard: (text: EarlierText) => saver.current?.discardEarlier(text),
  };
  return { state, sentence, version, earlier, saver };
}
