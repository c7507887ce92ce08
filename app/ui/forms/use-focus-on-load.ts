import { useSyncExternalStore } from "react";

/**
 * The `autoFocus` of an element that says why a form was refused: true while it is of the page that the
 * browser loads. One that scripts render later takes the focus unless someone is typing
 * (app/layout/use-refusal-focus.ts).
 */
export function useFocusOnLoad(): boolean {
  return useSyncExternalStore(never, inScripts, inPage);
}

/** What the server renders is of the page; what scripts render later is not. */
const inPage = () => true;
const inScripts = () => false;
const never = () => () => {};
