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

/**
 * What the cookies and the browser ask for. A `lite` cookie is somebody's own word and wins over the browser's Save-Data.
 * @param saveData the browser asks for less data
 */
export function preferencesOf(
  theme: string | undefined,
  lite: string | undefined,
  saveData: boolean,
): Preferences {
  return { theme: themeOf(theme) ?? "system", lite: lite === "1" || (saveData && lite !== "0"), saveData };
}
