import { base64url } from "#app/lib/bytes.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Derives a key for this purpose only (HKDF, RFC 5869). Other uses of APP_SECRET reveal nothing about it. */
async function keyOf(appSecret: string): Promise<CryptoKey> {
  const root = await crypto.subtle.importKey("raw", bytesOf(appSecret), "HKDF", false, ["deriveKey"]);
  return await crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytesOf("secrets of second factors") },
    root,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

/**
 * Encrypts a factor's secret for the database: `{nonce}.{AES-GCM}` in base64url. The factor's id is
 * authenticated with it, so a secret that is copied to another row cannot be decrypted.
 */
export async function sealSecret(appSecret: string, factorId: string, secret: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: "AES-GCM", iv, additionalData: bytesOf(factorId) };
  const sealed = await crypto.subtle.encrypt(algorithm, await keyOf(appSecret), bytesOf(secret));
  return `${base64url(iv)}.${base64url(new Uint8Array(sealed))}`;
}

/**
 * Decrypts a factor's secret.
 * @returns the secret in base 32
 * @throws Error if it was encrypted with another APP_SECRET, for another factor, or was changed
 */
export async function openSecret(appSecret: string, factorId: string, stored: string): Promise<string> {
  const [iv = "", sealed = ""] = stored.split(".");
  const algorithm = {
    name: "AES-GCM",
    iv: Buffer.from(iv, "base64url"),
    additionalData: bytesOf(factorId),
  };
  const opened = await crypto.subtle.decrypt(
    algorithm,
    await keyOf(appSecret),
    Buffer.from(sealed, "base64url"),
  );
  return new TextDecoder().decode(opened);
}
