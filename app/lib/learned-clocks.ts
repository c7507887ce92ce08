/**
 * By time zone, the server's `clocksText` (app/lib/clocks.ts): the browser shows times as the server does
 * (docs/architecture.md#time). Empty on the server.
 */
export const learnedClocks = new Map<string, string>();
