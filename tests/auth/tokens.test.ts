import { importJWK, type JWK, SignJWT } from "jose";
import { expect, it } from "vitest";
import { accessLife, keySet, newKey, signAccess, verifyAccess } from "#app/auth/tokens.server.ts";

const issuer = "https://handiwork.test";
const claims = {
  userId: "ann",
  sessionId: "a session",
  aal: "aal2",
  role: "operator",
  owesFactor: false,
} as const;
const at = 1_800_000_000_000;

const [first, second] = [await newKey(), await newKey()];
const keys = JSON.stringify([first]);

const fault = (token: string | null, keySecret = keys, now = at, expectedIssuer = issuer) =>
  verifyAccess(keySecret, expectedIssuer, token, now).then(
    () => "none",
    (error) => error.fault,
  );

async function forged(
  header: Record<string, unknown>,
  body: Record<string, unknown>,
  key: JWK,
): Promise<string> {
  const whole = { sid: "s", aal: "aal1", role: "user", ...body };
  return new SignJWT(whole)
    .setProtectedHeader({ alg: "ES256", kid: first.kid, typ: "at+jwt", ...header })
    .setIssuer(issuer)
    .setSubject("ann")
    .setIssuedAt(at / 1000)
    .setExpirationTime(at / 1000 + 60)
    .sign(await importJWK(key, "ES256"));
}

it("An access token carries its claims until it expires", async () => {
  const { token, expiresAt } = await signAccess(keys, issuer, claims, at);
  expect(expiresAt).toBe(at + accessLife);
  expect(await verifyAccess(keys, issuer, token, at + accessLife - 1)).toEqual({ ...claims, expiresAt });
  expect(await fault(token, keys, at + accessLife)).toBe("token_expired");
});

it("Each of the four faults has its name (docs/specification.md#authentication-errors)", async () => {
  const { token } = await signAccess(keys, issuer, claims, at);
  expect(await fault(null)).toBe("session_missing");
  expect(await fault(token, "[]")).toBe("key_set_empty");
  expect(await fault(token, JSON.stringify([second]))).toBe("no_matching_key");
  expect(await fault(`${token.slice(0, -8)}AAAAAAAA`)).toBe("invalid_signature");
  await expect(signAccess("[]", issuer, claims, at)).rejects.toMatchObject({ fault: "key_set_empty" });
});

it("A token that is altered, unsigned, or has another key, type or issuer is refused", async () => {
  const { token } = await signAccess(keys, issuer, claims, at);
  const [head = "", body = "", signature = ""] = token.split(".");
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const payload = JSON.parse(Buffer.from(body, "base64url").toString());
  const tampered = `${head}.${encode({ ...payload, sub: "bob" })}.${signature}`;
  const none = `${encode({ alg: "none", kid: first.kid, typ: "at+jwt" })}.${body}.`;
  // Algorithm confusion: the public key, used as the secret of a symmetric signature.
  const [publicKey] = (await keySet(keys)).keys;
  const symmetric = await new SignJWT(payload)
    .setProtectedHeader({ alg: "HS256", kid: first.kid, typ: "at+jwt" })
    .sign(new TextEncoder().encode(JSON.stringify(publicKey)));
  const otherKey = await forged({}, {}, second);
  const otherType = await forged({ typ: "JWT" }, {}, first);
  for (const text of [
    tampered,
    none,
    symmetric,
    otherKey,
    otherType,
    "",
    "x",
    "a.b.c",
    `${head}..${signature}`,
  ])
    expect(await fault(text || "."), text).toBe("invalid_signature");
  expect(await fault(token, keys, at, "https://other.test")).toBe("invalid_signature");
  expect(await fault(await forged({}, {}, first))).toBe("none");
});

it("With two keys, the first one signs, both verify, and only public keys are published", async () => {
  const before = await signAccess(keys, issuer, claims, at);
  const rotated = JSON.stringify([second, first]);
  const after = await signAccess(rotated, issuer, claims, at);
  expect([await fault(before.token, rotated), await fault(after.token, rotated)]).toEqual(["none", "none"]);
  expect(await fault(after.token, keys)).toBe("no_matching_key");
  const published = await keySet(rotated);
  expect(published.keys.map(({ kid }) => kid)).toEqual([second.kid, first.kid]);
  for (const key of published.keys) {
    expect(key).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" });
    expect(key).not.toHaveProperty("d");
  }
});
