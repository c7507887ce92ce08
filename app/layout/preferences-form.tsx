import { useLocation } from "@remix-run/react";
import type { Preferences } from "#app/context.ts";
import { formId, themes } from "#app/layout/preferences.ts";

/**
 * The form for theme and Lite. Not Remix's Form: theme, scripts and nonce belong to the document, so a new
 * document must be loaded.
 */
export function PreferencesForm({ preferences }: { preferences: Preferences }) {
  const { pathname, search } = useLocation();
  const { theme, lite, saveData } = preferences;
  return (
    <form id={formId} className="row" method="post" action="/preferences" noValidate>
      {/* The server refuses a longer return path. */}
      <input type="hidden" name="redirectTo" value={pathname + (search.length < 7000 ? search : "")} />
      <fieldset>
        <legend>Theme</legend>
        {themes.map(({ key, label }) => (
          <button key={key} type="submit" name="theme" value={key} aria-pressed={key === theme}>
            {label}
          </button>
        ))}
      </fieldset>
      <button
        className="switch"
        type="submit"
        name="lite"
        value={lite ? "0" : "1"}
        role="switch"
        aria-checked={lite}
      >
        <i />
        <span>
          <b>Lite</b> · no video, no scripts
          {lite && saveData ? <small>Your browser asks to save data</small> : null}
        </span>
      </button>
    </form>
  );
}
