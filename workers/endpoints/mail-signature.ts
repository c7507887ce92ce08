import { minute } from "#app/lib/dates.ts";

/** How far the clocks of the sender and this worker may differ, in ms. */
const tolerance = 5 * minute;

export type Signed = { id: string; timestamp: string; signature: string };

/** The headers of Standard Webhooks, or Svix's names for them; null if one is missing. */
export function signedHeaders(headers: Headers): Signed | null {
  const of = (name: string) => headers.get(`webhook-${name}`) ?? headers.get(`svix-${name}`);
  const [id, timestamp, signature] = [of("id"), of("timestamp"), of("signature")];
  return id && timestamp && signature ? { id, timestamp, signature } : null;
}

/**
 * Checks a signature of Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 of
 * `{id}.{timestamp}.{body}`. `signature` may list several, as while a secret is rotated.
 * @param secret `whsec_` and the key in base64 @param now the real time, UTC ms
 */
export async function checkSignature(
  { id, timestamp, signature }: Signed,
  body: string,
  secret: string,
  now: number,
): Promise<"ok" | "stale" | "bad signature"> {
  if (!/^\d{1,12}$/.test(timestamp)) return "bad signature";
  const key = await crypto.subtle.importKey(
    "raw",
    Buffer.from(secret.replace(/^whsec_/, ""), "base64"),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  let isSigned = false;
  for (const one of signature.split(" ", maxSignatures)) {
    const [version, code = ""] = one.split(",", 2);
    // `verify` takes the same time wherever the codes differ.
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, Buffer.from(code, "base64"), signed)))
      isSigned = true;
  }
  if (!isSigned) return "bad signature";
  return Math.abs(now - Number(timestamp) * 1000) > tolerance ? "stale" : "ok";
}

const maxSignatures = 10;
