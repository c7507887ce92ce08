/**
 * The JSON answer to a picture that the page's script sends, and to a picture's button. `pictures`: the new
 * keys of the draft's pictures, the main one first.
 */
export type PictureAnswer =
  | { state: "done"; pictures: string[] }
  | { state: "refused"; sentence: string }
  | { state: "signed out" | "gone" | "failed" };

/** What a picture's button does. */
const pictureMoves = ["up", "down", "remove"] as const;
export type PictureMove = (typeof pictureMoves)[number];

/**
 * The intent of a picture's button. It names the picture, not its position, so that an old page does not move
 * another picture.
 */
export function pictureIntent(move: PictureMove, key: string): string {
  return `${move}:pictures:${key}`;
}

/** Parses the intent of a picture's button; null for any other. */
export function parsePictureIntent(text: string): { move: PictureMove; key: string } | null {
  const [, name, key = ""] = /^(\w+):pictures:([\w-]{1,64})$/.exec(text) ?? [];
  const move = pictureMoves.find((one) => one === name);
  return move ? { move, key } : null;
}

/** The keys after a picture's button; null if the picture is missing, or can't move any further. */
export function arranged(keys: string[], { move, key }: { move: PictureMove; key: string }): string[] | null {
  const at = keys.indexOf(key);
  if (at < 0) return null;
  const others = keys.toSpliced(at, 1);
  if (move === "remove") return others;
  const to = move === "up" ? at - 1 : at + 1;
  return to < 0 || to >= keys.length ? null : others.toSpliced(to, 0, key);
}
