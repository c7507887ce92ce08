import { type AppLoadContext, data } from "@remix-run/cloudflare";
import { day, hour, minute } from "#app/lib/dates.ts";
import * as attempts from "#app/limits/attempts.server.ts";
import * as counters from "#app/limits/counters.server.ts";
import {
  type Allowance,
  type AllowedAction,
  allowances,
  ratePeriod,
  waitSentence,
} from "#app/limits/limits.ts";
import { shortenedNetworkOf } from "#app/limits/networks.ts";

/** Why an action is refused. `wait` is in seconds. Answer 429 with `Retry-After`, and keep the typed text. */
export type Over = { wait: number; sentence: string };

type Asker = Pick<AppLoadContext, "db" | "clock" | "viewer" | "address" | "rate">;

/**
 * Checks whether the requester may do this now, and counts it (docs/specification.md#allowances). The short
 * window comes first, because it needs no database. Then one statement counts for the account and the
 * network, or for neither: a refused action costs nothing.
 * @param cost how often it counts: `costOf`, `costOfFiles`
 * @param userId who acts: the viewer, or the user who is about to sign in
 * @returns null if they may
 */
export async function ask(
  { db, clock, viewer, address, rate }: Asker,
  action: AllowedAction,
  cost = 1,
  userId = viewer?.id ?? null,
): Promise<Over | null> {
  const { minute: burst }: Allowance = allowances[action];
  if (burst === undefined && !(await rate("write", userId ?? address))) return overFor(ratePeriod);
  const wait = await counters.spend(db, await countersOf(action, cost, address, userId), clock.now());
  return wait === null ? null : overFor(wait);
}

/**
 * Gives back part of what `ask` has counted for the viewer, and the action itself in its shorter windows.
 * @param cost if it is 0 or less, nothing is given back
 */
export async function giveBack(
  { db, viewer, address }: Pick<Asker, "db" | "viewer" | "address">,
  action: AllowedAction,
  cost: number,
): Promise<void> {
  if (cost <= 0) return;
  const counted = await countersOf(action, cost, address, viewer?.id ?? null);
  await counters.giveBack(db, counted);
}

/**
 * The counters of an action, for a network and an account. @param userId null: only the network is counted
 */
async function countersOf(
  action: AllowedAction,
  cost: number,
  address: string,
  userId: string | null,
): Promise<attempts.Counter[]> {
  const {
    account,
    network,
    minute: burst,
    hour: hourly,
    month,
    countsAs = action,
  }: Allowance = allowances[action];
  const daily = month === undefined ? cost : 1;
  const windows = [
    { window: `${action}:minute`, most: burst, per: minute, cost: 1 },
    { window: `${action}:hour`, most: hourly, per: hour, cost: 1 },
    { window: `${countsAs}:day`, most: account, per: day, cost: daily },
    { window: `${countsAs}:month`, most: month, per: 30 * day, cost },
  ];
  const ofAccount = windows.map(async ({ window, most, ...counter }) =>
    userId === null || most == null
      ? []
      : [{ ...counter, most, key: await attempts.accountKeyOf(window, userId) }],
  );
  const ofNetwork = { key: `${countsAs}:day:${shortenedNetworkOf(address)}`, most: network, per: day };
  return [{ ...ofNetwork, cost: daily }, ...(await Promise.all(ofAccount)).flat()];
}

/**
 * Checks and counts a costly read, without a database.
 * @param apart the name of a kind of read with its own count, because a visitor makes many of them
 * @throws Response 429 with `Retry-After`
 */
export async function requireRead(
  { viewer, address, rate }: Pick<Asker, "viewer" | "address" | "rate">,
  apart?: "suggestions",
): Promise<void> {
  const asker = viewer?.id ?? address;
  if (await rate("read", apart ? `${apart} ${asker}` : asker)) return;
  const { wait, sentence } = overFor(ratePeriod);
  throw data(sentence, { status: 429, headers: { "Retry-After": String(wait) } });
}

function overFor(wait: number): Over {
  return { wait, sentence: waitSentence(wait) };
}
