import { data } from "@remix-run/cloudflare";

/**
 * Answers 429 with `Retry-After` (docs/specification.md#account-limits). The header is sent only if the route
 * exports `headers = failureHeaders`.
 * @param wait seconds
 */
export function tooManyTries<Reply>(reply: Reply, wait: number) {
  return data(reply, { status: 429, headers: { "Retry-After": String(wait) } });
}
