import { type Announcement, refusalToDate } from "#app/announcements/announcement.ts";
import { date, day } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";

export const announcementsPath = () => href("/admin/announcements");
export const announcementPath = (id: string) => href("/admin/announcements/:id", { id });

/** The decisions about an announcement that have a page of their own (`?confirm=`). */
export const decisions = {
  send: { from: "draft", label: "Send it to everyone", kind: "go", done: "It is being sent" },
  stop: { from: "running", label: "Stop it", kind: "stop", done: "Stopped" },
  resume: { from: "stopped", label: "Continue", kind: "go", done: "It is being sent again" },
  delete: { from: "draft", label: "Delete it", kind: "stop", done: "Deleted" },
} as const satisfies Record<
  string,
  { from: Announcement["state"]; label: string; kind: "go" | "stop"; done: string }
>;

export type DecisionName = keyof typeof decisions;
export const decisionNames = Object.keys(decisions) as DecisionName[];

/** Why this cannot be decided now, as a sentence; null if it can. @param at UTC ms */
export function refusalToDecision(name: DecisionName, announcement: Announcement, at: number): string | null {
  const { state } = announcement;
  if (state !== decisions[name].from) return refusals[state];
  return name === "send" || name === "resume" ? refusalToDate(announcement, at) : null;
}

const refusals: Record<Announcement["state"], string> = {
  draft: "It was not sent",
  running: "It is being sent",
  stopped: "It was stopped",
  done: "It was sent to all accounts",
};

/**
 * What a decision does, a sentence each.
 * @param most how many accounts there are at most @param at UTC ms
 */
export function consequencesOf(
  name: DecisionName,
  { kind, effectiveAt, written, subject }: Announcement,
  most: number,
  at: number,
): string[] {
  if (name === "delete") return [`The draft “${subject}” is deleted for good.`];
  if (name === "stop")
    return [
      `${countText(written, "email")} ${written === 1 ? "is" : "are"} written. Those that still wait are sent; no more are written.`,
      "It can be continued on its page. Every account gets it once.",
    ];
  const days = effectiveAt === null ? null : Math.floor((effectiveAt - at) / day);
  return [
    name === "send"
      ? `An email goes to ${readersOf[kind]}: up to ${countText(most, "account")}. Accounts that are made later do not get it.`
      : `${countText(written, "email")} ${written === 1 ? "is" : "are"} written already. The other accounts get theirs, up to ${countText(most, "account")} in all.`,
    kind === "news"
      ? "Those who have switched off advice and reminders do not get it."
      : "It cannot be switched off.",
    ...(effectiveAt === null || days === null
      ? []
      : [
          `It takes effect on ${date(effectiveAt)}, ${days === 0 ? "today or tomorrow" : `in ${countText(days, "day")}`}.`,
        ]),
    "500 accounts are gone through at a time. The text cannot be changed once it has begun; it can be stopped.",
  ];
}

const readersOf: Record<Announcement["kind"], string> = {
  news: "every account with a verified address that is not suspended",
  terms: "every account, also suspended ones and those without a verified address",
  privacy: "every account, also suspended ones and those without a verified address",
};

/** `1 email`, `1,200 emails`. */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** A day as a date field has it: `2027-02-01`; empty: none. @param at UTC ms */
export function dayField(at: number | null): string {
  return at === null ? "" : new Date(at).toISOString().slice(0, 10);
}
