export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * `20 Nov 2026, 14:05 UTC`, or with another zone's short name: `CET`, `GMT+9`.
 * @param at UTC ms
 * @param timeZone IANA name; null means UTC
 */
export function dateTime(at: number, timeZone: string | null = null): string {
  return format(at, timeZone, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
}

/** `20 Nov 2026`. @param at UTC ms */
export function date(at: number, timeZone: string | null = null): string {
  return format(at, timeZone, { day: "numeric", month: "short", year: "numeric" });
}

/** `14:05`. @param at UTC ms */
export function time(at: number, timeZone: string | null = null): string {
  return format(at, timeZone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/**
 * `at 14:05`, or with the day if that is not today; without a time zone it says `UTC`.
 * @param at UTC ms @param now UTC ms
 */
export function moment(at: number, now: number, timeZone: string | null = null): string {
  const day = date(at, timeZone);
  const text = `at ${time(at, timeZone)}${timeZone ? "" : " UTC"}`;
  return day === date(now, timeZone) ? text : `on ${day} ${text}`;
}

function format(at: number, timeZone: string | null, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-GB", { ...options, timeZone: timeZone ?? "UTC" }).format(at);
}
