/** How many rows an export has at most: the newest. */
export const mostRows = 100_000;
