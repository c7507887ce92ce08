/** Draws an avatar as SVG, 240 × 240. The same name gives the same picture. Only a monogram needs fonts. */
export function avatar(name: string, initials?: string, kind?: "face" | "monogram"): string;
