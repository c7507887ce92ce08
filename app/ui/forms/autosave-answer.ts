/**
 * The JSON response to an autosave. `changed`: the stored fields, which another window has saved since.
 * `gone`: the object to save no longer exists.
 */
export type AutosaveAnswer =
  | { state: "saved"; version: number }
  | { state: "refused"; sentence: string }
  | { state: "changed"; version: number; typed: Record<string, string> }
  | { state: "signed out" | "gone" | "failed" };
