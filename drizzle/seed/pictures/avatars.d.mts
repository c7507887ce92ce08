/** A person's picture, 240 × 240, as SVG. The same name gives the same picture; a monogram needs fonts, a face none. */
export function avatar(name: string, initials?: string, kind?: "face" | "monogram"): string;
