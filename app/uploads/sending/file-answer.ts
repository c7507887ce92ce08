import type { FileView } from "#app/uploads/private-file.ts";

/**
 * The response to an upload of one private file. `failed`: it may be sent again. `gone`: what it was for no
 * longer exists.
 */
export type FileAnswer =
  | { state: "done"; file: FileView }
  | { state: "refused"; sentence: string }
  | { state: "failed" | "signed out" | "gone" };
