/**
 * The JSON answer to a form that a script saves while it is written. `changed`: what stands now, which
 * another window has saved since. `gone`: there is nothing any more that could be saved.
 */
export type AutosaveAnswer =
  | { state: "saved"; version: number }
  | { state: "refused"; sentence: string }
  | { state: "changed"; version: number; typed: Record<string, string> }
  | { state: "signed out" | "gone" | "failed" };
