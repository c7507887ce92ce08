import { questions, type TabKey, tabs } from "#app/help/questions.ts";
import { minute } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import type { PayoutInterval } from "#app/payouts/bank/schedule.ts";

/**
 * How long the pages of the help area are cached, in ms: as long as the menu
 * (docs/specification.md#cache-times).
 */
export const helpTtl = 5 * minute;

/** The known values of the parameters `tab` and `open`, the default first. */
export const tabKeys = tabs.map(({ key }) => key);
export const openable = ["", ...questions.map(({ id }) => id)];

/** The tab in an address; any other text means the first one. */
export function parseTab(text: string | null): TabKey {
  return tabKeys.find((key) => key === text) ?? "buyers";
}

/** The id of the question that an address opens; null for any other text. */
export function parseOpen(text: string | null): string | null {
  return questions.find(({ id }) => id === text)?.id ?? null;
}

/** The address of a tab; the first one is /help itself. */
export function tabPath(tab: TabKey): string {
  return tab === tabKeys[0] ? href("/help") : `${href("/help")}?tab=${tab}`;
}

/** The address of one answer, which opens it with and without scripts. */
export function answerPath(id: string): string {
  return `${href("/faq")}?open=${id}#${id}`;
}

/** The settings that answers and terms depend on: the fee in percent, times in days. */
export type HelpFigures = {
  percent: number;
  refundDays: number;
  clearDays: number;
  topRatedDays: number;
  interval: PayoutInterval;
};

/** A number of days: `1 day`, `14 days`. */
export function days(count: number): string {
  return `${count} ${count === 1 ? "day" : "days"}`;
}

/** The generated lines below answers, by the id of the question (docs/specification.md#market-claims). */
export function figureLines({ percent, clearDays, topRatedDays, interval }: HelpFigures) {
  const paid = interval === "daily" ? "on every working day" : "weekly, on Tuesdays";
  return {
    "what-fees-does-handiwork-take-from-my-sales": `On orders placed today the fee is ${percent}%.`,
    "when-do-i-get-paid": `Earnings of orders completed today clear after ${days(clearDays)} (${days(topRatedDays)} if you are Top Rated). We send payouts to banks ${paid}.`,
  };
}
