import type { Cause } from "../delivery/events.ts";
import type { Kind, Kinds, Store } from "../store.ts";
import { noSuch } from "./failure.ts";
import type { Params } from "./params.ts";

/** One API request on its way to its endpoint. */
export interface Call {
  store: Store;
  params: Params;
  /** The id in the path; empty if the address has none. */
  id: string;
  /** The second id in the path; empty if the address has none. */
  innerId: string;
  /** The connected account of the header `Stripe-Account`; null for the platform. */
  account: string | null;
  cause: Cause;
}

export type Route = (call: Call) => object;

/** Retrieves an object by the id in the path. @param param Stripe's name of that id */
export function retrieve<K extends Kind>(
  { store, params, id, account }: Call,
  kind: K,
  param: string,
): Kinds[K] {
  params.allowOnly();
  const object = store.findOf(kind, id, account);
  if (!object) throw noSuch(kind, id, param);
  return object;
}
