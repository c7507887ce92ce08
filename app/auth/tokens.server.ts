import { errors, exportJWK, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import { TokenError } from "#app/auth/token-errors.ts";
import { minute, second } from "#app/lib/dates.ts";

/** How long an access token is valid, in ms. */
export const accessLife = 10 * minute;

/** The claims of an access token. */
export type Claims = {
  userId: string;
  sessionId: string;
  aal: "aal1" | "aal2";
  role: "user" | "operator";
  /** True while the second factor is missing. */
  owesFactor: boolean;
};

const algorithm = "ES256";
type Key = Awaited<ReturnType<typeof importJWK>>;
type Keys = { set: JWK[]; signing: { id: string; key: Key } | null; verifying: Map<string, Key> };

/** The imported keys of this isolate. Importing a key takes longer than using it. */
let cached: { text: string; keys: Promise<Keys> } | null = null;

/**
 * Reads the secret TOKEN_KEYS: private JWKs (P-256), newest first. The first key signs, all keys verify. To
 * rotate, put a new key first, and remove the old one after its last token has expired.
 */
function keysOf(text: string): Promise<Keys> {
  if (cached?.text !== text) cached = { text, keys: readKeys(text) };
  return cached.keys;
}

async function readKeys(text: string): Promise<Keys> {
  const set: JWK[] = JSON.parse(text);
  const verifying = new Map<string, Key>();
  for (const { d: _, ...publicKey } of set)
    if (publicKey.kid) verifying.set(publicKey.kid, await importJWK(publicKey, algorithm));
  const [first] = set;
  const signing = first?.kid ? { id: first.kid, key: await importJWK(first, algorithm) } : null;
  return { set, signing, verifying };
}

/**
 * Signs an access token (a JWT).
 * @param keys the secret TOKEN_KEYS
 * @param issuer the site's origin
 * @param at UTC ms
 * @returns the token, and its expiry in UTC ms
 * @throws TokenError `key_set_empty`
 */
export async function signAccess(
  keys: string,
  issuer: string,
  { userId, sessionId, aal, role, owesFactor }: Claims,
  at: number,
): Promise<{ token: string; expiresAt: number }> {
  const { signing } = await keysOf(keys);
  if (!signing) throw new TokenError("key_set_empty");
  const exp = Math.floor((at + accessLife) / second);
  const token = await new SignJWT({ sid: sessionId, aal, role, ...(owesFactor ? { owes: "factor" } : {}) })
    .setProtectedHeader({ alg: algorithm, kid: signing.id, typ: "at+jwt" })
    .setIssuer(issuer)
    .setSubject(userId)
    .setIssuedAt(Math.floor(at / second))
    .setExpirationTime(exp)
    .sign(signing.key);
  return { token, expiresAt: exp * second };
}

/**
 * Verifies signature, issuer, type and expiry of an access token.
 * @param keys the secret TOKEN_KEYS
 * @param issuer the site's origin
 * @param token null if the request has none
 * @param at UTC ms
 * @returns the claims, and the expiry in UTC ms
 * @throws TokenError
 */
export async function verifyAccess(
  keys: string,
  issuer: string,
  token: string | null,
  at: number,
): Promise<Claims & { expiresAt: number }> {
  if (!token) throw new TokenError("session_missing");
  const { verifying } = await keysOf(keys);
  if (verifying.size === 0) throw new TokenError("key_set_empty");
  const keyFor = ({ kid }: { kid?: string }): Key => {
    const key = verifying.get(kid ?? "");
    if (!key) throw new TokenError("no_matching_key");
    return key;
  };
  try {
    const { payload } = await jwtVerify(token, keyFor, {
      algorithms: [algorithm],
      typ: "at+jwt",
      issuer,
      requiredClaims: ["sub", "sid", "aal", "role", "exp"],
      currentDate: new Date(at),
    });
    return {
      userId: String(payload.sub),
      sessionId: String(payload.sid),
      aal: payload.aal === "aal2" ? "aal2" : "aal1",
      role: payload.role === "operator" ? "operator" : "user",
      owesFactor: payload.owes === "factor",
      expiresAt: Number(payload.exp) * second,
    };
  } catch (error) {
    if (error instanceof TokenError) throw error;
    throw new TokenError(error instanceof errors.JWTExpired ? "token_expired" : "invalid_signature", error);
  }
}

/** The public keys as a JWK set (RFC 7517). @throws TokenError `key_set_empty` */
export async function keySet(keys: string): Promise<{ keys: JWK[] }> {
  const { set } = await keysOf(keys);
  if (set.length === 0) throw new TokenError("key_set_empty");
  return { keys: set.map(({ d: _, ...publicKey }) => ({ ...publicKey, alg: algorithm, use: "sig" })) };
}

/** Creates a private key for TOKEN_KEYS. */
export async function newKey(): Promise<JWK> {
  const { privateKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID() };
}
