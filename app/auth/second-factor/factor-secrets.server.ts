import { base64url } from "#app/lib/bytes.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The key is derived (HKDF, RFC 5869) for this purpose alone: what else the secret signs tells nothing about it. */
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

/** A factor's secret as it is kept: `{nonce}.{AES-GCM}`, base64url. It is bound to the factor: moved to another row it opens nothing. */
export async function sealSecret(appSecret: string, factorId: string, secret: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: "AES-GCM", iv, additionalData: bytesOf(factorId) };
  const sealed = await crypto.subtle.encrypt(algorithm, await keyOf(appSecret), bytesOf(secret));
  return `${base64url(iv)}.${base64url(new Uint8Array(sealed))}`;
}

/** The secret again (base 32). @throws Error when it was made with another app secret, for another factor, or was changed */
export async function openSecret(appSecret: string, factorId: string, kept: string): Promise<string> {
  const [iv = "", sealed = ""] = kept.split(".");
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
