import type { Store } from "../store.ts";
import { invalid } from "./failure.ts";

/** What goes wrong with one API call. */
export interface Fault {
  /** The beginning of the address, such as `/v1/refunds`. */
  path: string;
  /** Null matches any method. */
  method: string | null;
  /** A number is a 5xx error; `cut` breaks off the response; `slow` delays it. */
  status: number | "cut" | "slow";
  /** The delay of `slow`, in seconds. */
  seconds: number;
  /**
   * True executes the call before the fault. False does not execute it, or, for `slow`, executes it after the
   * delay.
   */
  after: boolean;
}

/**
 * Plans faults for the next calls. They replace all faults that are still planned.
 * @throws Failure if a fault is malformed
 */
export function plan(store: Store, next: unknown): Fault[] {
  if (!Array.isArray(next)) throw invalid("next must be a list of faults", { param: "next" });
  const faults = next.map(parseFault);
  store.set("faults", JSON.stringify(faults));
  return faults;
}

/**
 * Takes the planned fault that applies to a call off the list; null if there is none.
 * @param replayed the call gets a stored response: 5xx faults do not apply to it
 */
export function take(store: Store, method: string, path: string, replayed: boolean): Fault | null {
  const faults = JSON.parse(store.setting("faults") ?? "[]") as Fault[];
  const index = faults.findIndex(
    (fault) =>
      path.startsWith(fault.path) &&
      (fault.method ?? method) === method &&
      !(replayed && typeof fault.status === "number"),
  );
  const [fault = null] = index < 0 ? [] : faults.splice(index, 1);
  if (fault) store.set("faults", JSON.stringify(faults));
  return fault;
}

/** The body of Stripe's 5xx errors. */
export const apiError = JSON.stringify(
  { error: { type: "api_error", message: "An unknown error occurred" } },
  null,
  2,
);

function parseFault(value: unknown): Fault {
  const fault = { method: null, seconds: 1, after: false, ...(value as Partial<Fault>) };
  const { path, method, status, seconds, after } = fault;
  const isError = typeof status === "number" && Number.isInteger(status) && status >= 500 && status <= 599;
  if (typeof path !== "string" || !/^\/v[12]\//.test(path))
    throw invalid("path must begin with /v1/ or /v2/", { param: "path" });
  if (method !== null && method !== "GET" && method !== "POST")
    throw invalid("method must be GET or POST", { param: "method" });
  if (!isError && status !== "cut" && status !== "slow")
    throw invalid("status must be 500 to 599, cut or slow", { param: "status" });
  if (typeof seconds !== "number" || !(seconds >= 0)) throw invalid("Invalid seconds", { param: "seconds" });
  if (typeof after !== "boolean") throw invalid("after must be true or false", { param: "after" });
  return { path, method, status, seconds, after };
}
