import { data } from "@remix-run/cloudflare";

/**
 * A form that comes back because it was tried too often: 429, and when to try again, if the route has `headers = failureHeaders`.
 * @param wait seconds
 */
export function tooManyTries<Reply>(reply: Reply, wait: number) {
  return data(reply, { status: 429, headers: { "Retry-After": String(wait) } });
}
