import type { Preferences } from "#app/context.ts";

export type Theme = Preferences["theme"];

/** The themes of the footer's form. `system` is the default. */
export const themes: { key: Theme; label: string }[] = [
  { key: "system", label: "System" },
  { key: "light", label: "Light" },
  { key: "dark", label: "Dark" },
];

/** The id of the footer's form. The redirect ends in it, so that the page keeps its scroll position. */
export const formId = "theme";

/** The theme that a form or a cookie names; null if it is unknown. */
export function themeOf(text: unknown): Theme | null {
  return themes.find(({ key }) => key === text)?.key ?? null;
}

/** The parts of a request that decide its preferences. */
type PreferenceSources = {
  /** A cookie. */
  theme: string | undefined;
  /** A cookie. */
  lite: string | undefined;
  /** The browser sends Save-Data. */
  saveData: boolean;
  /** The browser reports a slow connection. */
  slow: boolean;
  /** The URL requests scripts for this page. */
  live: boolean;
};

/** The preferences of a request (docs/specification.md#preferences). A `lite` cookie overrides Save-Data. */
export function preferencesOf({ theme, lite: chosen, saveData, slow, live }: PreferenceSources): Preferences {
  const lite = chosen === "1" || (saveData && chosen !== "0");
  return {
    theme: themeOf(theme) ?? "system",
    lite,
    saveData,
    small: lite || slow,
    scripts: !lite || live,
  };
}
