import { date, day } from "#app/lib/dates.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";
import type { announcements } from "#drizzle/schema.ts";

export type Announcement = typeof announcements.$inferSelect;
type AnnouncementKind = Announcement["kind"];

/** What its email needs. `effectiveAt`: UTC ms, the beginning of a day in UTC; null: it has no date. */
export type AnnouncementText = Pick<Announcement, "kind" | "subject" | "text" | "effectiveAt">;

/**
 * What an announcement can be about. `mail`: the kind of its email. `notice`: the minimum number of days
 * between sending and taking effect, as the Terms and the Privacy Policy promise; null: it needs no date.
 */
export const announcementKinds = {
  news: { label: "News", mail: "announcement", notice: null },
  terms: { label: "Changed Terms", mail: "terms_changed", notice: 30 },
  privacy: { label: "Changed Privacy Policy", mail: "privacy_changed", notice: 14 },
} as const satisfies Record<AnnouncementKind, { label: string; mail: MailKind; notice: number | null }>;

/** The longest subject, as emails show it, and the longest text, in characters. */
export const bounds = { subject: 70, text: 10_000 };

/** The first day on which it can take effect if it is sent now. @param at UTC ms */
export function earliestDay(kind: AnnouncementKind, at: number): number {
  const { notice } = announcementKinds[kind];
  return notice === null ? Math.floor(at / day) * day : Math.ceil(at / day + notice) * day;
}

/** The last whole day in UTC on which it can be sent or continued; null: it has no date. */
export function lastDay({
  kind,
  effectiveAt,
}: Pick<AnnouncementText, "kind" | "effectiveAt">): number | null {
  const { notice } = announcementKinds[kind];
  if (effectiveAt === null || notice === null) return effectiveAt;
  return effectiveAt - (notice + 1) * day;
}

/**
 * Why an announcement cannot be sent now with this date, as a sentence; null if it can.
 * @param at UTC ms
 */
export function refusalToDate(
  { kind, effectiveAt }: Pick<AnnouncementText, "kind" | "effectiveAt">,
  at: number,
): string | null {
  const { label, notice } = announcementKinds[kind];
  const earliest = earliestDay(kind, at);
  if (effectiveAt === null) return notice === null ? null : "Please enter the date it takes effect";
  if (effectiveAt >= earliest) return null;
  if (notice === null) return "This date has passed";
  const what = label.replace("Changed", "Changes to the");
  return `${what} are announced at least ${notice} days ahead: ${date(earliest)} is the first possible date`;
}

/** The paragraphs of a text: blank lines separate them. */
export function paragraphsOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim()
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph !== "");
}
