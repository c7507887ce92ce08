import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { totp } from "#app/auth/second-factor/factor.ts";
import { brand } from "#app/brand.ts";
import { second } from "#app/lib/dates.ts";

/** Creates a secret of 160 bits (RFC 4226) in base 32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/**
 * Finds the time step that a code belongs to. The caller claims it, so that the code works once.
 * @param secret in base 32
 * @param at UTC ms
 * @returns null if the code belongs to no currently accepted step
 */
export function matchTimeStep(secret: string, code: string, at: number): number | null {
  const { algorithm, digits, period, window } = totp;
  const key = Secret.fromBase32(secret);
  const delta = TOTP.validate({ token: code, secret: key, algorithm, digits, period, timestamp: at, window });
  return delta === null ? null : Math.floor(at / second / period) + delta;
}

/**
 * The `otpauth:` URI that sets up an authenticator app.
 * @param label the user's email address
 * @param issuer the name that the app shows with it
 */
export function keyUri(secret: string, label: string, issuer: string = brand): string {
  const { algorithm, digits, period } = totp;
  return new TOTP({ issuer, label, secret, algorithm, digits, period }).toString();
}

/**
 * A QR code as an SVG path of its dark modules. `size` is the side of the grid, including a quiet zone of 4
 * modules.
 */
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

/** The QR code as a complete SVG document. */
export function qrSvg(text: string): string {
  const { size, path } = qrPath(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`;
}
