/** A visible character: not a space, control character, zero-width character, direction mark or filler. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}

/** A text without the spaces around it; empty if it has no visible character. */
export function trimmed(text: string): string {
  return isBlank(text) ? "" : text.trim();
}
