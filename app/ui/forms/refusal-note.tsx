import type { ReactNode } from "react";
import { useFocusOnLoad } from "#app/ui/forms/use-focus-on-load.ts";
import { Icon } from "#app/ui/icon.tsx";

/**
 * Why a form was refused, if no field is to blame (docs/specification.md#refusal-focus). It takes the focus
 * when its page is loaded: a screen reader does not announce an alert that a page starts with.
 */
export function RefusalNote({ title, children }: { title: string; children?: ReactNode }) {
  const isLoaded = useFocusOnLoad();
  return (
    // biome-ignore lint/a11y/noAutofocus: without it, a refused form would look as if nothing had happened.
    <div className="note bad" role="alert" tabIndex={-1} autoFocus={isLoaded}>
      <Icon name="alert" />
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
}
