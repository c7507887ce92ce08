import { expect, it } from "vitest";
import { networkOf, shortenedNetworkOf, widerNetworksOf } from "#app/limits/networks.ts";

it("An IPv6 address is counted under its /64, and the /56 and /48 around it", () => {
  const network = networkOf("2001:db8:0:17ab:1:2:3:4");
  expect(network).toBe("2001:db8:0:17ab::/64");
  expect(widerNetworksOf(network)).toEqual({ net56: "2001:db8:0:1700::/56", net48: "2001:db8::/48" });
  expect(networkOf("2001:db8::1")).toBe("2001:db8::/64");
  expect(networkOf("::1")).toBe("::/64");
});

it("An IPv4 address is its own network, even when it is mapped to IPv6", () => {
  expect(networkOf("198.51.100.7")).toBe("198.51.100.7");
  expect(networkOf("::ffff:198.51.100.7")).toBe("198.51.100.7");
  expect([widerNetworksOf("198.51.100.7"), widerNetworksOf("unknown")]).toEqual([null, null]);
});

it("Only the /24 or the /48 is kept for longer than an hour", () => {
  expect(shortenedNetworkOf("198.51.100.7")).toBe("198.51.100.0/24");
  expect(shortenedNetworkOf(networkOf("2001:db8:0:17ab:1:2:3:4"))).toBe("2001:db8::/48");
  expect(shortenedNetworkOf("unknown")).toBe("unknown");
});
