import { type AppLoadContext, data } from "@remix-run/cloudflare";
import {
  type Allowance,
  type AllowedAction,
  allowances,
  ratePeriod,
} from "#app/auth/allowances/allowance.ts";
import * as limits from "#app/auth/limits.server.ts";
import { day, minute } from "#app/lib/dates.ts";
import { shortenedNetworkOf } from "#app/lib/networks.ts";

/** Why an action is refused. `wait` is in seconds. Answer 429 with `Retry-After`, and keep what was typed. */
export type Over = { wait: number; sentence: string };

type Asker = Pick<AppLoadContext, "db" | "clock" | "viewer" | "address" | "rate">;

/**
 * Asks whether the requester may do this now, and counts it (docs/specification.md#allowances). The short
 * window is asked first; it needs no database. Then one statement counts for account and network.
 * @param cost how often it counts: `costOf`, `costOfFiles`
 * @param userId who acts; the viewer, or the user who is about to sign in
 * @returns null if they may
 */
export async function ask(
  { db, clock, viewer, address, rate }: Asker,
  action: AllowedAction,
  cost = 1,
  userId = viewer?.id ?? null,
): Promise<Over | null> {
  const { account, network, minute: burst, month }: Allowance = allowances[action];
  if (burst === undefined && !(await rate("write", userId ?? address))) return overFor(ratePeriod);
  const daily = month === undefined ? cost : 1;
  const counters: limits.Counter[] = [
    { key: `${action}:day:${shortenedNetworkOf(address)}`, most: network, per: day, cost: daily },
  ];
  const forAccount = async (
    window: string,
    most: number | null | undefined,
    per: number,
    counted: number,
  ) => {
    if (userId !== null && most != null)
      counters.push({
        key: await limits.accountKeyOf(`${action}:${window}`, userId),
        most,
        per,
        cost: counted,
      });
  };
  await forAccount("minute", burst, minute, 1);
  await forAccount("day", account, day, daily);
  await forAccount("month", month, 30 * day, cost);
  const at = clock.now();
  const wait = limits.waitOf(await limits.tally(db, counters, at), at);
  return wait === null ? null : overFor(wait);
}

/**
 * Asks for a costly read, without a database.
 * @param apart the name of a sort of read that is counted alone, because a visitor makes many of them
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
  return { wait, sentence: limits.waitSentence(wait) };
}
