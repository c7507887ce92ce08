/** How many rows an export has at most: the newest. */
export const mostRows = 100_000;

/** How many rows are read at most to find them. Many may not meet a filter. */
export const mostRead = 200_000;
