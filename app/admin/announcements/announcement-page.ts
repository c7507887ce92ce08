import {
  type Announcement,
  announcementKinds,
  lastDay,
  refusalToDate,
} from "#app/announcements/announcement.ts";
import { date, day, hour, minute } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";

export const announcementsPath = () => href("/admin/announcements");
export const announcementPath = (id: string) => href("/admin/announcements/:id", { id });

/** The decisions about an announcement that have their own page (`?confirm=`). */
export const decisions = {
  send: { from: "draft", label: "Send it to everyone", kind: "go", done: "It is being sent" },
  stop: { from: "running", label: "Stop it", kind: "stop", done: "Stopped" },
  resume: { from: "stopped", label: "Continue", kind: "go", done: "Sending continues" },
  delete: { from: "draft", label: "Delete it", kind: "stop", done: "Deleted" },
} as const satisfies Record<
  string,
  { from: Announcement["state"]; label: string; kind: "go" | "stop"; done: string }
>;

export type DecisionName = keyof typeof decisions;
export const decisionNames = Object.keys(decisions) as DecisionName[];

/** Why this decision is not possible now, as a sentence; null if it is. @param at UTC ms */
export function refusalToDecision(name: DecisionName, announcement: Announcement, at: number): string | null {
  const { state } = announcement;
  if (state !== decisions[name].from) return refusals[state];
  if (name !== "send" && name !== "resume") return null;
  const refusal = refusalToDate(announcement, at);
  return refusal && (name === "send" ? refusal : continuation(announcement, at));
}

/**
 * Says until when a stopped announcement can be continued, or what to do if it no longer can, without the
 * final full stop. @param at UTC ms
 */
export function continuation(announcement: Announcement, at: number): string {
  const last = lastDay(announcement);
  if (last === null) return "It can be continued";
  if (refusalToDate(announcement, at) === null)
    return `With this date, it can be continued until the end of ${date(last)} (UTC)`;
  const { notice } = announcementKinds[announcement.kind];
  const why = notice === null ? "its date has passed" : `its date is less than ${notice} days ahead`;
  return `It can no longer be continued: ${why}. Write a new announcement with a later date. It goes to every account, so say in it that it replaces this one`;
}

/**
 * Says that an announcement is still being sent but is now too late for its date; null if it is not. Sending
 * continues: otherwise the remaining accounts would not hear of a change that takes effect for everyone.
 * @param at UTC ms
 */
export function latenessText(announcement: Announcement, at: number): string | null {
  if (announcement.state !== "running" || refusalToDate(announcement, at) === null) return null;
  const { notice } = announcementKinds[announcement.kind];
  const late =
    notice === null ? "name a day that has passed" : `arrive less than ${notice} days before it takes effect`;
  return `Emails written now ${late}. You can stop it and write a new announcement with a later date.`;
}

/** How many emails are sent per minute without a queue (docs/operations.md#changed-terms). */
const emailsAMinute = 50;

/**
 * Says how long sending takes, if the last accounts get the email too late for its date; null if all get it
 * in time.
 * @param accounts how many have yet to get it @param at when sending begins, UTC ms
 */
export function delayText(
  announcement: Pick<Announcement, "kind" | "effectiveAt">,
  accounts: number,
  at: number,
  begins: "starts" | "continues",
): string | null {
  const last = lastDay(announcement);
  const takes = (accounts / emailsAMinute) * minute;
  if (last === null || at + takes <= last + day) return null;
  const { notice } = announcementKinds[announcement.kind];
  const hours = Math.ceil(takes / hour);
  const span = hours < 48 ? countText(hours, "hour") : countText(Math.ceil(takes / day), "day");
  const late = notice === null ? "after its date" : `less than ${notice} days ahead`;
  return `At ${emailsAMinute} emails a minute, the last account gets it about ${span} after sending ${begins}: ${late}.`;
}

/** How far away a day in UTC is: `in 3 days`. @param effectiveAt its beginning, UTC ms @param at UTC ms */
function dayText(effectiveAt: number, at: number): string {
  const days = effectiveAt / day - Math.floor(at / day);
  return days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${countText(days, "day")}`;
}

const refusals: Record<Announcement["state"], string> = {
  draft: "It was not sent",
  running: "It is being sent",
  stopped: "It was stopped",
  done: "It was sent to all accounts",
};

/**
 * The consequences of a decision, one sentence each.
 * @param most the maximum number of accounts @param at UTC ms
 */
export function consequencesOf(
  name: DecisionName,
  announcement: Announcement,
  most: number,
  at: number,
): string[] {
  const { kind, effectiveAt, written, subject, doneNumber } = announcement;
  if (name === "delete") return [`The draft “${subject}” is deleted for good.`];
  if (name === "stop")
    return [
      `${countText(written, "email")} ${written === 1 ? "is" : "are"} written. Those still waiting are sent; no more are written.`,
      `${continuation(announcement, at)}. Every account gets it once.`,
    ];
  const isFirst = name === "send";
  const delay = delayText(announcement, most - doneNumber, at, isFirst ? "starts" : "continues");
  return [
    isFirst
      ? `An email goes to ${readersOf[kind]}: up to ${countText(most, "account")}. Accounts created later do not get it.`
      : `${countText(written, "email")} ${written === 1 ? "has" : "have"} already been written. The other accounts get theirs, up to ${countText(most, "account")} in all.`,
    kind === "news"
      ? "Those who have turned off advice and reminders do not get it."
      : "It cannot be turned off.",
    ...(effectiveAt === null
      ? []
      : [`It takes effect on ${date(effectiveAt)}, ${dayText(effectiveAt, at)}.`]),
    ...(delay === null ? [] : [delay]),
    "It is sent to 500 accounts at a time. The text cannot be changed once it has begun; it can be stopped.",
  ];
}

const readersOf: Record<Announcement["kind"], string> = {
  news: "every account with a verified address that is not suspended",
  terms: "every account, including suspended ones and those without a verified address",
  privacy: "every account, including suspended ones and those without a verified address",
};

/** `1 email`, `1,200 emails`. */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** A day in the format of a date field: `2027-02-01`; empty for none. @param at UTC ms */
export function dayField(at: number | null): string {
  return at === null ? "" : new Date(at).toISOString().slice(0, 10);
}
