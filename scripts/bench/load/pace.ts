import { allowances, ratePeriod, rates } from "#app/limits/limits.ts";

/** How many seconds the load usually lasts; a shorter one has the same pace. */
const usualSeconds = 120;
/** How many times its limits each account tries. */
const excess = 2;

/** How often an account may do something: `count` times in `per` seconds. */
export type Limit = { count: number; per: number };

const aDay = ({ account }: { account: number }): Limit => ({ count: account, per: 86_400 });

/**
 * The limits that each account of the load exceeds: those of the product's table. The read rate is shared by
 * searches, which ask it, and by pages, which have no limit of their own.
 */
const limits = {
  message: aDay(allowances.message),
  conversation: aDay(allowances.conversation),
  order: aDay(allowances.order),
  cancel: aDay(allowances.transition),
  profile: aDay(allowances.profile),
  export: aDay(allowances.export),
  // Wrong passwords: ten from one address (app/limits/attempts.server.ts).
  signIn: { count: 10, per: 900 },
  search: { count: rates.read / 2, per: ratePeriod },
  page: { count: rates.read / 4, per: ratePeriod },
  orders: { count: rates.read / 4, per: ratePeriod },
} as const satisfies Record<string, Limit>;

export type LoadAction = keyof typeof limits;

/**
 * How many ms pass between two requests of an account. What a longer window allows may all be used within two
 * minutes, so that is the pace.
 */
export function everyMs(action: LoadAction): number {
  const { count, per } = limits[action];
  return (1000 * Math.min(per, usualSeconds)) / (excess * count);
}
