import type { FileView } from "#app/uploads/private-file.ts";

/**
 * The answer to a script that has sent one private file. `failed`: it may be sent again. `gone`: there is
 * nothing any more that it could belong to.
 */
export type FileAnswer =
  | { state: "done"; file: FileView }
  | { state: "refused"; sentence: string }
  | { state: "failed" | "signed out" | "gone" };
