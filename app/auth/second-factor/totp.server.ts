import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { totp } from "#app/auth/second-factor/factor.ts";
import { brand } from "#app/brand.ts";
import { second } from "#app/lib/dates.ts";

/** A new secret: 160 bits (RFC 4226), base 32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/**
 * The time step whose code this is, so that it can be claimed; null: it is none of now. @param secret base 32 @param at UTC ms
 */
export function matchTimeStep(secret: string, code: string, at: number): number | null {
  const { algorithm, digits, period, window } = totp;
  const key = Secret.fromBase32(secret);
  const delta = TOTP.validate({ token: code, secret: key, algorithm, digits, period, timestamp: at, window });
  return delta === null ? null : Math.floor(at / second / period) + delta;
}

/** What an app reads to know the secret. @param label the e-mail address @param issuer shown beside it */
export function keyUri(secret: string, label: string, issuer: string = brand): string {
  const { algorithm, digits, period } = totp;
  return new TOTP({ issuer, label, secret, algorithm, digits, period }).toString();
}

/** A QR code as the path of its dark parts on a grid of `size`, its quiet ground of four included. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? "1" : "0"))
        .join("")
        .matchAll(/1+/g),
    ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  );
  return { size, path: runs.join("") };
}

/** The same as a picture of its own. */
export function qrSvg(text: string): string {
  const { size, path } = qrPath(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`;
}
