import type { Capabilities } from "#app/context.ts";

/** Where a request comes from, as the network says: behind it nobody can choose another `CF-Connecting-IP`. */
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

/** One household has a /64 of IPv6, and may change its address within it as it likes. */
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
