import ipaddr from "ipaddr.js";

/**
 * The network address that a request is counted under: an IPv4 address, or the /64 of an IPv6 one, because a
 * household can use any address in its own /64. Any other text is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip.kind() === "ipv4" ? ip.toString() : ipv6Network(ip.toString(), 64);
}

/**
 * The /56 and the /48 around a /64: providers assign them, so one person may own every /64 in them. Null for
 * an IPv4 address, or a text that is not an address.
 * @param network from `networkOf`
 */
export function widerNetworksOf(network: string): { net56: string; net48: string } | null {
  const [address = "", length] = network.split("/");
  if (length !== "64" || !ipaddr.IPv6.isValid(address)) return null;
  return { net56: ipv6Network(address, 56), net48: ipv6Network(address, 48) };
}

/**
 * The network that may be stored for more than an hour (docs/specification.md#kept): the /24 of an IPv4
 * address, the /48 of an IPv6 one. Any other text is returned unchanged.
 * @param network from `networkOf`
 */
export function shortenedNetworkOf(network: string): string {
  if (ipaddr.IPv4.isValidFourPartDecimal(network))
    return `${ipaddr.IPv4.networkAddressFromCIDR(`${network}/24`)}/24`;
  return widerNetworksOf(network)?.net48 ?? network;
}

function ipv6Network(address: string, bits: 48 | 56 | 64): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}
