import type { Clock } from "#app/context.ts";

/** The real time, in UTC ms. */
export const realClock: Clock = { now: () => Date.now() };
