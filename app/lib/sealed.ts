import { base64url } from "#app/lib/bytes.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Derives a key for one purpose only (HKDF, RFC 5869). Other uses of APP_SECRET reveal nothing about it. */
async function keyOf(appSecret: string, purpose: string): Promise<CryptoKey> {
  const root = await crypto.subtle.importKey("raw", bytesOf(appSecret), "HKDF", false, ["deriveKey"]);
  return await crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytesOf(purpose) },
    root,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

/**
 * Encrypts a text: `{nonce}.{AES-GCM}` in base64url. Its length reveals the length of the text.
 * @param purpose what the text is for: text that was sealed for one purpose cannot be opened for another
 * @param owner authenticated with it, so that a text that is copied to another owner cannot be opened
 */
export async function seal(appSecret: string, purpose: string, owner: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: "AES-GCM", iv, additionalData: bytesOf(owner) };
  const sealed = await crypto.subtle.encrypt(algorithm, await keyOf(appSecret, purpose), bytesOf(text));
  return `${base64url(iv)}.${base64url(new Uint8Array(sealed))}`;
}

/**
 * Decrypts a text.
 * @throws Error if it was sealed with another APP_SECRET, purpose or owner, or was changed
 */
export async function unseal(
  appSecret: string,
  purpose: string,
  owner: string,
  stored: string,
): Promise<string> {
  const [iv = "", sealed = ""] = stored.split(".");
  const algorithm = { name: "AES-GCM", iv: Buffer.from(iv, "base64url"), additionalData: bytesOf(owner) };
  const key = await keyOf(appSecret, purpose);
  const opened = await crypto.subtle.decrypt(algorithm, key, Buffer.from(sealed, "base64url"));
  return new TextDecoder().decode(opened);
}
