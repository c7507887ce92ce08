/** Dollars. */
export const price = 4;
