/**
 * The network address that a request is counted under: an IPv4 address, or the /64 of an IPv6 one, because a
 * household can use any address in its own /64.
 */
export function networkOf(address: string): string {
  return address.includes(":") ? networkText(groupsOf(address), 64) : address;
}

/**
 * The /56 and the /48 around a /64: providers hand them out, so one person may own every /64 in them. Null
 * for an IPv4 address, and for a text that is no address.
 * @param network from `networkOf`
 */
export function widerNetworksOf(network: string): { net56: string; net48: string } | null {
  const [address = "", length] = network.split("/");
  if (length !== "64") return null;
  const groups = groupsOf(address);
  return { net56: networkText(groups, 56), net48: networkText(groups, 48) };
}

/**
 * The network that may be kept for longer than an hour (docs/specification.md#kept): the /24 of an IPv4
 * address, the /48 of an IPv6 one. A text that is no address stands for itself.
 * @param network from `networkOf`
 */
export function shortenedNetworkOf(network: string): string {
  return widerNetworksOf(network)?.net48 ?? network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24");
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = "", tail = ""] = address.split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail.split(":").filter(Boolean);
  const zeros = address.includes("::") ? Math.max(0, 8 - before.length - after.length) : 0;
  return [...before, ...Array<string>(zeros).fill("0"), ...after].map((group) => Number.parseInt(group, 16));
}

/** @param bits 48, 56 or 64 */
function networkText(groups: number[], bits: 48 | 56 | 64): string {
  const [a = 0, b = 0, c = 0, d = 0] = groups;
  const fourth = { 48: 0, 56: d & 0xff00, 64: d }[bits];
  return `${[a, b, c, fourth].map((group) => group.toString(16)).join(":")}::/${bits}`;
}
