import type { Preferences } from "#app/context.ts";

export type Theme = Preferences["theme"];

/** The footer's choice of theme; `system` is what stands without one. */
export const themes: { key: Theme; label: string }[] = [
  { key: "system", label: "System" },
  { key: "light", label: "Light" },
  { key: "dark", label: "Dark" },
];

/** The theme that a form or a cookie names; null: none that we know. */
export function themeOf(text: unknown): Theme | null {
  return themes.find(({ key }) => key === text)?.key ?? null;
}

/** What a request says about them. */
type Said = {
  /** The cookies. */
  theme: string | undefined;
  lite: string | undefined;
  /** The browser asks for less data. */
  saveData: boolean;
  /** The browser says that its line is slow. */
  slow: boolean;
  /** The address asks for scripts on this one page. */
  live: boolean;
};

/** What the cookies and the browser ask for. A `lite` cookie is somebody's own word and wins over the browser's Save-Data. */
export function preferencesOf({ theme, lite: chosen, saveData, slow, live }: Said): Preferences {
  const lite = chosen === "1" || (saveData && chosen !== "0");
  return {
    theme: themeOf(theme) ?? "system",
    lite,
    saveData,
    small: lite || slow,
    scripts: !lite || live,
  };
}
