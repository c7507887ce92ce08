import { dateTime } from "#app/lib/dates.ts";

/** Turns a stored name into text: `email_change_asked` becomes `Email change asked`. */
export function humanize(name: string): string {
  const text = name.replaceAll(/[_-]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A time, or a dash if there is none yet. @param at UTC ms */
export function moment(at: number | null): string {
  return at === null ? "–" : dateTime(at);
}
