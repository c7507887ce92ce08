import { brand } from "#app/brand.ts";

/**
 * A name as it looks at a glance: without separators, and with look-alikes ("1", "rn") replaced by their
 * letters.
 */
export function skeleton(name: string): string {
  return name
    .replace(/[._-]/g, "")
    .replace(/[i1]/g, "l")
    .replaceAll("0", "o")
    .replaceAll("3", "e")
    .replaceAll("4", "a")
    .replaceAll("5", "s")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

/** Greek and Cyrillic letters, and the i without a dot, by the letter of our brand that they look like. */
const foreign: Record<string, string> = {
  a: "АаΑα",
  d: "Ԁԁ",
  h: "НнҺһΗ",
  i: "ІіΙιı",
  k: "КкΚκ",
  l: "Ӏӏ",
  n: "Νηп",
  o: "ОоΟοσ",
  r: "г",
  w: "Ԝԝωш",
};
const latin = new Map(Object.entries(foreign).flatMap(([to, all]) => [...all].map((from) => [from, to])));

/**
 * True if a name seems to contain our brand: in upper or lower case, spaced, with accents, or in Greek or
 * Cyrillic letters.
 */
export function namesBrand(name: string): boolean {
  const letters = name.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "");
  const inLatin = [...letters].map((letter) => latin.get(letter) ?? letter).join("");
  return skeleton(inLatin.toLowerCase()).includes(skeleton(brand.toLowerCase()));
}
