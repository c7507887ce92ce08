import { age } from "#app/admin/health/health.ts";
import { cursorOf, listPath } from "#app/admin/list-search.ts";
import { date, day } from "#app/lib/dates.ts";
import { signedDollars } from "#app/lib/money.ts";
import type { figures } from "#drizzle/schema.ts";

/** What was counted in a period. Amounts are in cents, `startMs` in ms. */
export type Sums = Omit<typeof figures.$inferSelect, "period" | "start">;

export type Period = typeof figures.$inferSelect.period;

/** The periods, and how many of each a page shows. */
export const periods = [
  { key: "day", label: "Days", one: "day", shown: 30 },
  { key: "week", label: "Weeks", one: "week", shown: 26 },
  { key: "month", label: "Months", one: "month", shown: 24 },
] as const satisfies { key: Period; label: string; one: string; shown: number }[];

/** `after`: the first day of the previous page's last period, in days since 1970; null: the newest ones. */
export type FiguresSearch = { by: Period; after: number | null };

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseFiguresSearch(params: URLSearchParams): FiguresSearch {
  const by = periods.find(({ key }) => key === params.get("by"))?.key ?? "day";
  return { by, after: cursorOf(params.get("after")) };
}

/** The address of the figures. */
export function figuresPath({ by, after }: Partial<FiguresSearch> = {}): string {
  return listPath("/admin/figures", { by: by === "day" ? null : by, after });
}

/** The first day of the period that contains a day, both in days since 1970. A week begins on Monday. */
export function startOf(by: Period, of: number): number {
  if (by === "day") return of;
  if (by === "week") return of - ((((of + 3) % 7) + 7) % 7);
  return of - new Date(of * day).getUTCDate() + 1;
}

/**
 * The periods that a page shows, by their first days, newest first.
 * @param at UTC ms: no later period is shown
 */
export function startsOf({ by, after }: FiguresSearch, at: number): number[] {
  const today = Math.floor(at / day);
  const shown = periods.find(({ key }) => key === by)?.shown ?? 0;
  const starts = [startOf(by, after === null ? today : Math.min(today, after - 1))];
  for (let last = starts[0] ?? 0; starts.length < shown; starts.push(last)) last = startOf(by, last - 1);
  return starts;
}

/** `20 Nov 2026`, `Week of 16 Nov 2026`, `Nov 2026`. @param start in days since 1970 */
export function nameOf(by: Period, start: number): string {
  const first = date(start * day);
  if (by === "week") return `Week of ${first}`;
  return by === "month" ? first.slice(2) : first;
}

/** The sums of a period without events. */
export const none: Sums = {
  ...{ placed: 0, paid: 0, cancelled: 0, completed: 0, late: 0, started: 0, startMs: 0 },
  ...{
    grossCents: 0,
    feeCents: 0,
    registrationCents: 0,
    refundedCents: 0,
    creditCents: 0,
    stripeFeeCents: 0,
  },
  ...{ users: 0, sellers: 0, gigs: 0 },
};

/** The sums of several periods together. */
export function total(all: Sums[]): Sums {
  const sums = { ...none };
  for (const one of all) for (const key of Object.keys(none) as (keyof Sums)[]) sums[key] += one[key];
  return sums;
}

/** One figure. `of`: null if there is nothing to divide. `share`: 1 is 100%. `time`: ms. */
export type Figure = {
  label: string;
  /** What it counts, in one sentence. */
  means: string;
  kind: "count" | "cents" | "share" | "time";
  of: (sums: Sums) => number | null;
};

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** All figures, in groups (docs/specification.md#operator-figures). */
export const groups: { label: string; figures: Figure[] }[] = [
  {
    label: "Orders",
    figures: [
      {
        label: "Orders placed",
        kind: "count",
        of: ({ placed }) => placed,
        means: "Orders that buyers have placed, paid or not.",
      },
      {
        label: "Orders paid",
        kind: "count",
        of: ({ paid }) => paid,
        means: "Orders whose payment has arrived.",
      },
      {
        label: "Orders cancelled",
        kind: "count",
        of: ({ cancelled }) => cancelled,
        means: "Orders that were cancelled or declined, including unpaid ones.",
      },
      {
        label: "Orders completed",
        kind: "count",
        of: ({ completed }) => completed,
        means: "Orders that were completed.",
      },
      {
        label: "Late share",
        kind: "share",
        of: ({ late, completed }) => ratio(late, completed),
        means: "Of the completed orders, those that were first delivered after they were due.",
      },
      {
        label: "Average time to start",
        kind: "time",
        of: ({ startMs, started }) => ratio(startMs, started),
        means: "The average time from the payment to the start of the work, of the orders that were started.",
      },
    ],
  },
  {
    label: "Money",
    figures: [
      {
        label: "Gross sales",
        kind: "cents",
        of: ({ grossCents }) => grossCents,
        means: "The prices of the orders that were paid, whether by card or with credit.",
      },
      {
        label: "Fees",
        kind: "cents",
        of: ({ feeCents }) => feeCents,
        means: "The platform's share of the orders that were paid, less its share of refunds.",
      },
      {
        label: "Registration fees",
        kind: "cents",
        of: ({ registrationCents }) => registrationCents,
        means: "The fees that sellers have paid to register, less those returned.",
      },
      {
        label: "Refunds",
        kind: "cents",
        of: ({ refundedCents }) => refundedCents,
        means: "What was refunded of orders, to cards and as credit, when it was decided.",
      },
      {
        label: "Refund share",
        kind: "share",
        of: ({ refundedCents, grossCents }) => ratio(refundedCents, grossCents),
        means:
          "Refunds divided by gross sales of the same period; it can exceed 100%, because refunds come later than sales.",
      },
      {
        label: "Credit",
        kind: "cents",
        of: ({ creditCents }) => creditCents,
        means: "What the platform's credit has paid of orders, less what was refunded as credit.",
      },
      {
        label: "Stripe's fees",
        kind: "cents",
        of: ({ stripeFeeCents }) => stripeFeeCents,
        means: "What Stripe has charged the platform.",
      },
    ],
  },
  {
    label: "People and gigs",
    figures: [
      { label: "New users", kind: "count", of: ({ users }) => users, means: "Accounts that were opened." },
      {
        label: "New sellers",
        kind: "count",
        of: ({ sellers }) => sellers,
        means: "Sellers whose registration fee was paid or waived for the first time.",
      },
      {
        label: "New gigs",
        kind: "count",
        of: ({ gigs }) => gigs,
        means: "Gigs that were published for the first time.",
      },
    ],
  },
];

const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });

/** A figure as the page shows it: `1,234`, `$12.00`, `12.5%`, `5 h`, or `–` if there is nothing to divide. */
export function show({ kind, of }: Figure, sums: Sums): string {
  const value = of(sums);
  if (value === null) return "–";
  if (kind === "cents") return signedDollars(value);
  if (kind === "share") return percent.format(value);
  return kind === "time" ? age(0, value) : value.toLocaleString("en-US");
}
