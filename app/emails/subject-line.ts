/** The longest subject that mail programs show in whole, in characters. */
const longest = 70;

/** The least that is left of a title. */
const shortest = 12;

/**
 * One line of at most 70 characters: a title in quotes gives way first, then the end.
 * @param subject may contain titles and names by users
 */
export function subjectLine(subject: string): string {
  // A header is one line.
  const line = subject.replace(/\s+/g, " ").trim();
  const tooMany = [...line].length - longest;
  if (tooMany <= 0) return line;
  const [quoted = "", title = ""] = /“([^”]*)”/.exec(line) ?? [];
  const left = [...title].length - tooMany - 1;
  return left < shortest ? cut(line, longest) : line.replace(quoted, () => `“${cut(title, left + 1)}”`);
}

/** The beginning of a text, with an ellipsis. @param length of the result, in characters */
function cut(text: string, length: number): string {
  return `${[...text]
    .slice(0, length - 1)
    .join("")
    .trimEnd()}…`;
}
