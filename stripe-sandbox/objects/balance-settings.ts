import type Stripe from "stripe";
import { invalid } from "../api/failure.ts";
import type { Params } from "../api/params.ts";
import type { Store, StoredSettings } from "../store.ts";
import { connected } from "./connected-account.ts";

const day = 24 * 60 * 60;
const intervals = ["daily", "manual", "weekly"] as const;
const workingDays = ["monday", "tuesday", "wednesday", "thursday", "friday"] as const;

/**
 * The balance settings of the platform (null) or a connected account. At first, connected accounts are paid
 * out daily, and the platform by hand.
 */
export function settingsOf(store: Store, account: string | null): StoredSettings {
  const id = `settings_${account ?? "platform"}`;
  const stored = store.find("balance_settings", id);
  if (stored) return stored;
  const first: StoredSettings = {
    id,
    object: "balance_settings",
    payments: {
      debit_negative_balances: true,
      payouts: {
        automatic_transfer_rules_by_currency: null,
        minimum_balance_by_currency: null,
        schedule: { interval: account === null ? "manual" : "daily" },
        statement_descriptor: null,
        status: "enabled",
      },
      settlement_timing: { delay_days: 2, start_of_day: null },
    },
  };
  saveSettings(store, first, account);
  return first;
}

/** Stores settings, and when their schedule pays out next. */
export function saveSettings(store: Store, settings: StoredSettings, account: string | null): void {
  store.save("balance_settings", settings, nextPayoutAt(scheduleOf(settings), store.now()), account);
}

/** `GET /v1/balance_settings`: the settings as Stripe shows them. */
export function show(store: Store, account: string | null): Stripe.BalanceSettings {
  const { id: _, payments, ...rest } = settingsOf(store, account);
  const isEnabled = account === null || connected(store, account)?.payouts === "active";
  const payouts = payments.payouts && {
    ...payments.payouts,
    status: isEnabled ? ("enabled" as const) : ("disabled" as const),
  };
  return { ...rest, payments: { ...payments, payouts } };
}

/** `POST /v1/balance_settings`: changes what the parameters name. */
export function update(store: Store, account: string | null, params: Params): Stripe.BalanceSettings {
  const given = params
    .allowOnly("payments")
    .nested("payments")
    ?.allowOnly("debit_negative_balances", "payouts", "settlement_timing");
  const payouts = given?.nested("payouts")?.allowOnly("schedule", "statement_descriptor");
  const timing = given?.nested("settlement_timing")?.allowOnly("delay_days_override");
  const debit = given?.choice("debit_negative_balances", ["true", "false"]);
  const schedule = payouts?.nested("schedule");
  const { payments, ...rest } = settingsOf(store, account);
  const next: StoredSettings = {
    ...rest,
    payments: {
      debit_negative_balances: debit ? debit === "true" : payments.debit_negative_balances,
      payouts: payments.payouts && {
        ...payments.payouts,
        schedule: schedule ? scheduleFrom(schedule) : payments.payouts.schedule,
        statement_descriptor:
          payouts?.text("statement_descriptor", 22) ?? payments.payouts.statement_descriptor,
      },
      settlement_timing: { ...payments.settlement_timing, ...(timing ? delayFrom(timing) : {}) },
    },
  };
  saveSettings(store, next, account);
  return show(store, account);
}

/** The payout schedule of settings. */
export function scheduleOf(
  settings: Stripe.BalanceSettings,
): Stripe.BalanceSettings.Payments.Payouts.Schedule {
  return settings.payments.payouts?.schedule ?? { interval: "manual" };
}

/**
 * When a schedule pays out after a time: at midnight UTC of a working day, or of the days it names; null if
 * it is manual. Unix seconds.
 */
function nextPayoutAt(
  { interval, weekly_payout_days: named }: Stripe.BalanceSettings.Payments.Payouts.Schedule,
  after: number,
): number | null {
  if (interval === "manual") return null;
  const days: readonly string[] = interval === "weekly" ? (named ?? []) : workingDays;
  let at = after - (after % day) + day;
  while (!days.includes(workingDays[new Date(at * 1000).getUTCDay() - 1] ?? "")) at += day;
  return at;
}

function scheduleFrom(params: Params): Stripe.BalanceSettings.Payments.Payouts.Schedule {
  params.allowOnly("interval", "weekly_payout_days");
  const interval = params.choice("interval", intervals) ?? "daily";
  const named = params.texts("weekly_payout_days").map((name) => {
    const known = workingDays.find((each) => each === name);
    if (!known)
      throw invalid(`Invalid weekly_payout_days: must be one of ${workingDays.join(", ")}`, {
        param: params.path("weekly_payout_days"),
      });
    return known;
  });
  if ((interval === "weekly") !== named.length > 0)
    throw invalid("`weekly_payout_days` is required if `interval` is `weekly`, and only then.", {
      param: params.path("weekly_payout_days"),
    });
  return named.length > 0 ? { interval, weekly_payout_days: named } : { interval };
}

function delayFrom(params: Params): { delay_days: number; delay_days_override: number } {
  const days = params.requiredInteger("delay_days_override");
  if (days < 0 || days > 31)
    throw invalid("Invalid delay_days_override: must be from 0 to 31", {
      param: params.path("delay_days_override"),
    });
  return { delay_days: days, delay_days_override: days };
}
