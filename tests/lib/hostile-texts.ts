import { type AST, parseRegExpLiteral } from "@eslint-community/regexpp";

/** A text that keeps a regular expression searching: `lead`, `pump` many times, `end`. */
export type Hostile = { lead: string; pump: string; end: string };

/** Such a text of about this length. */
export function textOf({ lead, pump, end }: Hostile, length: number): string {
  return lead + pump.repeat(Math.ceil(length / pump.length)) + end;
}

/** Ends that few patterns match, so that every way to repeat is tried; `.` matches no line end. */
const ends = ["\0", "\n\0"];

/**
 * The texts that may cost a regular expression most, derived from its pattern. For each repetition of over 20
 * times:
 * - its beginning once, then what it repeats; also without the beginning, and after something else;
 * - its beginning, repeated, because the search starts at each of them.
 */
export function hostileTextsFor(source: string, flags: string): Hostile[] {
  const { pattern } = parseRegExpLiteral(`/${source}/${flags}`);
  const found = new Map<string, Hostile>();
  const add = (lead: string, pump: string) => {
    if (pump) for (const end of ends) found.set(JSON.stringify([lead, pump, end]), { lead, pump, end });
  };
  const visit = (element: AST.Element, lead: string): void => {
    if (element.type === "Quantifier") {
      if (element.max > 20) {
        add("", lead);
        for (const pump of samplesOf(element.element, flags))
          for (const first of [lead, "", "\0"]) add(first, pump);
      }
      visit(element.element, lead);
    } else if ("alternatives" in element) visitAll(element.alternatives, lead);
  };
  const visitAll = (alternatives: AST.Alternative[], lead: string): void => {
    for (const { elements } of alternatives) {
      let before = "";
      for (const element of elements) {
        visit(element, lead + before);
        before += sampleOf(element, flags);
      }
      add("", before);
    }
  };
  visitAll(pattern.alternatives, "");
  return [...found.values()];
}

type Single = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

function isCharacter(element: AST.Element): element is Single {
  return /^(Character|CharacterSet|CharacterClass|ExpressionCharacterClass)$/.test(element.type);
}

const candidates = [
  ..."a0 -.,A\t\n<>(\"'/@é",
  ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)),
];

/** Up to three characters that the element matches. */
function charactersOf(element: Single, flags: string): string[] {
  if (element.type === "Character") return [String.fromCodePoint(element.value)];
  const one = new RegExp(`^${element.raw}$`, flags.replace(/[gy]/g, ""));
  const fitting = candidates.filter((candidate) => one.test(candidate));
  if (fitting.length > 0) return [...new Set(fitting)].slice(0, 3);
  const [first] = element.type === "CharacterClass" ? element.elements : [];
  const code =
    first?.type === "CharacterClassRange" ? first.min.value : first?.type === "Character" ? first.value : 0;
  return [String.fromCodePoint(code)];
}

/** A short text that the element matches. */
function sampleOf(element: AST.Element, flags: string): string {
  return samplesOf(element, flags)[0] ?? "";
}

/** Short texts that the element matches: one for each of its alternatives or characters. */
function samplesOf(element: AST.Element, flags: string): string[] {
  if (isCharacter(element)) return charactersOf(element, flags);
  if (element.type === "Quantifier") {
    const times = Math.min(element.max, Math.max(element.min, 1));
    return samplesOf(element.element, flags).map((sample) => sample.repeat(times));
  }
  if (element.type === "Group" || element.type === "CapturingGroup")
    return element.alternatives.map(({ elements }) => elements.map((one) => sampleOf(one, flags)).join(""));
  return [""];
}
