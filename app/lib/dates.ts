export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * `20 Nov 2026, 14:05 UTC`.
 * @param at UTC ms
 * @param timeZone IANA name; null means UTC, which the text then says
 */
export function dateTime(at: number, timeZone: string | null = null): string {
  const text = format(at, timeZone, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return timeZone ? text : `${text} UTC`;
}

/** `20 Nov 2026`. @param at UTC ms */
export function date(at: number, timeZone: string | null = null): string {
  return format(at, timeZone, { day: "numeric", month: "short", year: "numeric" });
}

/** `14:05`. @param at UTC ms */
export function time(at: number, timeZone: string | null = null): string {
  return format(at, timeZone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

function format(at: number, timeZone: string | null, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-GB", { ...options, timeZone: timeZone ?? "UTC" }).format(at);
}
