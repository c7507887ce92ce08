import { useSyncExternalStore } from "react";

/**
 * The `autoFocus` of an element that says why a form was refused: true if it is part of the page that the
 * browser loads. An element that scripts render later takes the focus unless someone is typing
 * (app/layout/use-refusal-focus.ts).
 */
export function useFocusOnLoad(): boolean {
  return useSyncExternalStore(never, inScripts, inPage);
}

/** What the server renders is part of the page; what scripts render later is not. */
const inPage = () => true;
const inScripts = () => false;
const never = () => () => {};
