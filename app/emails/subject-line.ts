/** The longest subject that mail programs show in full, in characters. */
const longest = 70;

/** A title is not cut shorter than this, in characters. */
const shortest = 8;

/**
 * One line of at most 70 characters: a title in quotes is shortened first; if that is not enough, the end is
 * cut instead.
 * @param subject may contain titles and names by users
 * @param count how many emails of the kind there are about one thing, with this one: ‘(2)’ tells them apart
 */
export function subjectLine(subject: string, count = 1): string {
  const suffix = count > 1 ? ` (${count})` : "";
  // A header is one line.
  const line = subject.replace(/\s+/g, " ").trim();
  const most = longest - suffix.length;
  const tooMany = [...line].length - most;
  if (tooMany <= 0) return line + suffix;
  const [quoted = "", title = ""] = /“([^“”]*)”/.exec(line) ?? [];
  const left = [...title].length - tooMany;
  const shown = left < shortest ? cut(line, most) : line.replace(quoted, () => `“${cut(title, left)}”`);
  return shown + suffix;
}

/**
 * A text, or its beginning with an ellipsis. @param length the maximum length of the result, in characters
 */
export function cut(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  return `${characters
    .slice(0, length - 1)
    .join("")
    .trimEnd()}…`;
}
