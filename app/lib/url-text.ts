/** What a return path may not hold, however encoded (docs/specification.md#return-paths), and what travels in its place. */
const standIns = [
  ["\n", "\u2028"],
  ["\\", "\ue05c"],
  ["%", "\ue025"],
] as const;

/**
 * A text as it travels in an address over sign-in and back. What needs more room there is cut: an address has its limits.
 * @param room characters in the address, encoded once: 6,000 are 6,000 of English or some 660 of Chinese
 */
export function keepText(text: string, room = 6000): string {
  let kept = text.replace(/\r\n?/g, "\n");
  for (const [character, standIn] of standIns) kept = kept.replaceAll(character, standIn);
  kept = kept.replace(/\p{Cc}/gu, " ").toWellFormed();
  while (encodeURIComponent(kept).length > room) kept = [...kept].slice(0, -20).join("");
  return kept;
}

/** What `keepText` has kept; nothing for an absent one. */
export function keptText(kept: string | null): string {
  let text = kept ?? "";
  for (const [character, standIn] of standIns) text = text.replaceAll(standIn, character);
  return text;
}
