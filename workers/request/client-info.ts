import type { Capabilities } from "#app/context.ts";
import { networkOf } from "#app/limits/networks.ts";
import { parseTimeZone } from "#app/profiles/time-zone.ts";

/** The origin of a request. Cloudflare sets `CF-Connecting-IP`, so a client cannot choose it. */
export function clientInfoOf(request: Request): Pick<Capabilities, "address" | "clientInfo"> {
  const { city, country, timezone } = request.cf ?? {};
  return {
    address: networkOf(request.headers.get("CF-Connecting-IP") ?? "unknown"),
    clientInfo: {
      device: request.headers.get("User-Agent") ?? "",
      place: [city, country].filter((part) => typeof part === "string" && part).join(", ") || null,
      timeZone: (typeof timezone === "string" && parseTimeZone(timezone)) || null,
    },
  };
}
