import type { Store } from "../store.ts";
import { invalid } from "./failure.ts";

/** What goes wrong with one call of the API. */
export interface Fault {
  /** How the address begins: `/v1/refunds`. */
  path: string;
  /** Any when null. */
  method: string | null;
  /** A 5xx of Stripe's; `cut`: the answer is lost on its way; `slow`: it takes its time. */
  status: number | "cut" | "slow";
  /** How long `slow` waits. */
  seconds: number;
  /** The work is done before the fault; else it is not done at all, or, when slow, after the wait. */
  after: boolean;
}

/** Puts these faults before the next calls, in place of any that still wait. @throws what is wrong with them */
export function plan(store: Store, next: unknown): Fault[] {
  if (!Array.isArray(next)) throw invalid("next must be a list of faults", { param: "next" });
  const faults = next.map(read);
  store.set("faults", JSON.stringify(faults));
  return faults;
}

/** The fault that this call meets, which then is over; null when there is none. An answer that is only repeated meets no 5xx. */
export function take(store: Store, method: string, path: string, replayed: boolean): Fault | null {
  const faults = JSON.parse(store.setting("faults") ?? "[]") as Fault[];
  const place = faults.findIndex(
    (fault) =>
      path.startsWith(fault.path) &&
      (fault.method ?? method) === method &&
      !(replayed && typeof fault.status === "number"),
  );
  const [fault = null] = place < 0 ? [] : faults.splice(place, 1);
  if (fault) store.set("faults", JSON.stringify(faults));
  return fault;
}

/** Stripe's answer when it fails. */
export const apiError = JSON.stringify(
  { error: { type: "api_error", message: "An unknown error occurred" } },
  null,
  2,
);

function read(value: unknown): Fault {
  const fault = { method: null, seconds: 1, after: false, ...(value as Partial<Fault>) };
  const { path, method, status, seconds, after } = fault;
  const known = status === "cut" || status === "slow" || (Number(status) >= 500 && Number(status) <= 599);
  if (typeof path !== "string" || !path.startsWith("/v1/"))
    throw invalid("path must begin with /v1/", { param: "path" });
  if (method !== null && method !== "GET" && method !== "POST")
    throw invalid("method must be GET or POST", { param: "method" });
  if (status === undefined || !known)
    throw invalid("status must be 500 to 599, cut or slow", { param: "status" });
  if (typeof seconds !== "number" || !(seconds >= 0)) throw invalid("Invalid seconds", { param: "seconds" });
  if (typeof after !== "boolean") throw invalid("after must be true or false", { param: "after" });
  return { path, method, status, seconds, after };
}
