/**
 * The large email hosts, which ignore a tag (`+shop`) in the local part. `ignoresDots`: they ignore dots too.
 * `sameAs`: the host's other name.
 */
const hosts = new Map<string, { ignoresDots?: true; sameAs?: string }>([
  ["gmail.com", { ignoresDots: true }],
  ["googlemail.com", { ignoresDots: true, sameAs: "gmail.com" }],
  ["outlook.com", {}],
  ["hotmail.com", {}],
  ["live.com", {}],
  ["msn.com", {}],
  ["icloud.com", {}],
  ["me.com", { sameAs: "icloud.com" }],
  ["mac.com", { sameAs: "icloud.com" }],
  ["yahoo.com", {}],
  ["fastmail.com", {}],
  ["proton.me", { ignoresDots: true }],
  ["protonmail.com", { ignoresDots: true, sameAs: "proton.me" }],
  ["pm.me", { ignoresDots: true, sameAs: "proton.me" }],
]);

/**
 * The mailbox that an address reaches: `a.nn+shop@googlemail.com` is `ann@gmail.com`. Only the credit of a
 * new user uses this (docs/specification.md#credit); everywhere else an address is what was typed. For other
 * hosts, tags and dots are kept, because they may make it another person's address.
 */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const at = address.lastIndexOf("@");
  const hostName = address.slice(at + 1);
  const host = hosts.get(hostName);
  if (!host) return address;
  const [untagged = ""] = address.slice(0, at).split("+");
  const name = host.ignoresDots ? untagged.replaceAll(".", "") : untagged;
  // `+shop@gmail.com` has no local part at all.
  return name === "" ? address : `${name}@${host.sameAs ?? hostName}`;
}
