/** How many there are; they are numbered from 1. */
export const placeholderCount: number;
/** One of them as SVG, 640 × 480. */
export function placeholder(number: number): string;
