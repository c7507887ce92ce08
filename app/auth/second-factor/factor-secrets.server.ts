import { seal, unseal } from "#app/lib/sealed.ts";

const purpose = "secrets of second factors";

/**
 * Encrypts a factor's secret for the database. The factor's id is authenticated with it, so a secret that is
 * copied to another row cannot be decrypted.
 */
export function sealSecret(appSecret: string, factorId: string, secret: string): Promise<string> {
  return seal(appSecret, purpose, factorId, secret);
}

/**
 * Decrypts a factor's secret.
 * @returns the secret in base 32
 * @throws Error if it was encrypted with another APP_SECRET, for another factor, or was changed
 */
export function openSecret(appSecret: string, factorId: string, stored: string): Promise<string> {
  return unseal(appSecret, purpose, factorId, stored);
}
