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

/** True if a name looks as if it contained our brand, in any case, spaced or with accents. */
export function namesBrand(name: string): boolean {
  const letters = name.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "");
  return skeleton(letters.toLowerCase()).includes(skeleton(brand.toLowerCase()));
}
