import type { Clock } from "#app/context.ts";

/**
 * The real time, in whole UTC ms. workerd's `Date.now()` sometimes has a fraction (1795724671215.0002), and
 * the database refuses it: a trigger derives the number of a day, an integer, from the time of a ledger row.
 */
export const realClock: Clock = { now: () => Math.floor(Date.now()) };
