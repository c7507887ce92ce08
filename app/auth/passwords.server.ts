import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { env } from "node:process";
import { base64url } from "#app/lib/bytes.ts";

const { ENVIRONMENT, PASSWORD_COST } = env;

/**
 * The cost of scrypt: about 150 ms. It is stored with each hash, so that it can be raised later. Tests lower
 * it (`PASSWORD_COST`, the exponent of N); a deployed worker ignores that setting.
 */
const cost = { N: 2 ** ((ENVIRONMENT === "local" && Number(PASSWORD_COST)) || 14), r: 8, p: 5 };

/**
 * Hashes a password (docs/specification.md#passwords).
 * @param password 6 to 256 characters
 * @returns `scrypt$N$r$p$salt$hash`, salt and hash in base64url
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return ["scrypt", cost.N, cost.r, cost.p, base64url(salt), base64url(hash)].join("$");
}

/**
 * True if the password matches the stored hash. A null hash (no such account, or no password) takes the same
 * time, so that timing does not reveal whether an address is registered.
 */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt, hash] = (stored ?? placeholderHash).split("$");
  if (!salt || !hash) return false;
  const expected = Buffer.from(hash, "base64url");
  const derived = await derive(password, Buffer.from(salt, "base64url"), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(derived, expected) && stored !== null;
}

/** True for a hash with a lower cost than the current one. */
export function needsRehash(stored: string): boolean {
  const [, N, r, p] = stored.split("$").map(Number);
  return Number(N) < cost.N || Number(r) < cost.r || Number(p) < cost.p;
}

/** A well-formed hash that no password matches, for comparison if there is no stored hash. */
const placeholderHash = `scrypt$${cost.N}$${cost.r}$${cost.p}$${"A".repeat(22)}$${"A".repeat(43)}`;

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
