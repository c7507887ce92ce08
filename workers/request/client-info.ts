import type { Capabilities } from "#app/context.ts";

/** Where a request comes from. Cloudflare sets `CF-Connecting-IP`, so a client cannot choose it. */
export function clientInfoOf(request: Request): Pick<Capabilities, "address" | "clientInfo"> {
  const { city, country } = request.cf ?? {};
  return {
    address: networkOf(request.headers.get("CF-Connecting-IP") ?? "unknown"),
    clientInfo: {
      device: request.headers.get("User-Agent") ?? "",
      place: [city, country].filter((part) => typeof part === "string" && part).join(", ") || null,
    },
  };
}

/** The /64 of an IPv6 address: a household can use any address in its own /64. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const after = tail.split(":").filter(Boolean);
  const full = address.includes("::")
    ? [...groups, ...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill("0"), ...after]
    : groups;
  return `${full
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
