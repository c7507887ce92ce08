import type { Store } from "../store.ts";
import { sumsOf } from "./balance.ts";

/** The amounts of a connected account's balance, available or pending, in cents of their currency. */
export function accountBalances(store: Store, id: string): { amount: number; currency: string }[] {
  return sumsOf(store, id).flatMap(({ available, currency, pending }) => [
    { amount: available, currency },
    { amount: pending, currency },
  ]);
}
