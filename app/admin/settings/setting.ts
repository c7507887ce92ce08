import { clearDays } from "#app/payouts/clearing.ts";

/** What operators can set (docs/specification.md#operator-settings). Values are stored as text. */
export type Setting = {
  key: string;
  label: string;
  /** What it decides, and to what a new value applies. */
  text: string;
  /** The default value, while no row stores one. */
  standard: string;
  /** A value in words, as in "12.5%"; not used if there are choices. */
  show: (value: string) => string;
  /** The values to choose from; null: a number is typed. */
  choices: { key: string; label: string }[] | null;
  hint: string;
  /** Converts what was typed into the stored text; null if it is not allowed. */
  parse: (typed: string) => string | null;
  refusal: string;
};

/** Parses a percentage from 0 to 30, in steps of 0.5. @returns its canonical form: `12.5`, `10` */
function parsePercent(typed: string): string | null {
  if (!/^\d{1,2}([.]\d{1,2})?$/.test(typed)) return null;
  const percent = Number(typed);
  return percent <= 30 && Number.isInteger(percent * 2) ? String(percent) : null;
}

const days = (most: number) => (typed: string) =>
  /^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most ? String(Number(typed)) : null;

const inDays = (value: string) => `${value} days`;

/** Parses a whole amount in dollars. @returns it without a dollar sign or commas; empty: off */
function parseSum(typed: string): string | null {
  if (typed === "") return "";
  const digits = typed.replace(/^[$]/, "").replaceAll(",", "");
  return /^\d{1,6}$/.test(digits) && Number(digits) > 0 ? String(Number(digits)) : null;
}

const oneOf = (choices: { key: string }[]) => (typed: string) =>
  choices.some(({ key }) => key === typed) ? typed : null;

const windows = [
  { key: "14", label: "14 days" },
  { key: "7", label: "7 days" },
];

const intervals = [
  { key: "weekly", label: "Weekly, on Tuesdays" },
  { key: "daily", label: "Every working day" },
];

const maxClearing = 90;

export const settings: Setting[] = [
  {
    key: "fee_percent",
    label: "Platform fee",
    text: "Taken from the price of an order before any credit. A new fee applies to orders placed from then on; older orders keep theirs.",
    standard: "0",
    show: (value) => `${value}%`,
    choices: null,
    hint: "0 to 30, in steps of 0.5",
    parse: parsePercent,
    refusal: "Please enter 0 to 30, in steps of 0.5",
  },
  {
    key: "refund_days",
    label: "Refund window",
    text: "How long after the first delivery buyers can ask for a refund. It applies to orders placed from then on; older orders keep theirs.",
    standard: "14",
    show: inDays,
    choices: windows,
    hint: "",
    parse: oneOf(windows),
    refusal: "Please choose 7 or 14 days",
  },
  {
    key: "clear_days",
    label: "Clearing",
    text: "The minimum number of days from an order's completion until its earnings clear. It applies to orders completed from then on.",
    standard: String(clearDays.clear_days),
    show: inDays,
    choices: null,
    hint: `1 to ${maxClearing}`,
    parse: days(maxClearing),
    refusal: `Please enter 1 to ${maxClearing} days`,
  },
  {
    key: "clear_days_top_rated",
    label: "Clearing for Top Rated sellers",
    text: "The same, for sellers who are Top Rated when the order is completed.",
    standard: String(clearDays.clear_days_top_rated),
    show: inDays,
    choices: null,
    hint: `1 to ${maxClearing}`,
    parse: days(maxClearing),
    refusal: `Please enter 1 to ${maxClearing} days`,
  },
  {
    key: "payout_schedule",
    label: "Payouts to banks",
    text: "How often Stripe pays sellers' balances into their banks. Each account gets a new schedule the next time it is read.",
    standard: "weekly",
    show: String,
    choices: intervals,
    hint: "",
    parse: oneOf(intervals),
    refusal: "Please choose how often banks are paid",
  },
  {
    key: "second_operator",
    label: "Second operator",
    text: "Above this total per order or seller, refunds, returned fees and payments, write-offs and payments by hand wait until another operator confirms them. While it is on, changing it needs a second operator, too.",
    standard: "",
    show: (value) => (value === "" ? "Off" : `Above $${Number(value).toLocaleString("en-US")}`),
    choices: null,
    hint: "In whole dollars. Leave it empty to turn it off.",
    parse: parseSum,
    refusal: "Please enter whole dollars from 1 to 999,999, or leave it empty",
  },
];

/** The setting with a key; null if operators cannot set it. */
export function settingOf(key: string): Setting | null {
  return settings.find((setting) => setting.key === key) ?? null;
}

/** A value as the page shows it: `12.5%`, `Every working day`. */
export function valueText({ choices, show }: Setting, value: string): string {
  return choices?.find(({ key }) => key === value)?.label ?? show(value);
}
