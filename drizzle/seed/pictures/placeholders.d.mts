/** The number of placeholders. They are numbered from 1. */
export const placeholderCount: number;
/** Draws a placeholder as SVG, 640 × 480. */
export function placeholder(number: number): string;
