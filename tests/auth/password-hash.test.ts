import type { ScryptOptions } from "node:crypto";
import { expect, test, vi } from "vitest";
import { isCommon } from "#app/auth/common-passwords.ts";

/** The options of each call to scrypt. */
const costs: ScryptOptions[] = [];

vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  type Done = Parameters<typeof crypto.scrypt>[4];
  const scrypt = (word: string, salt: Buffer, length: number, options: ScryptOptions, done: Done) => {
    costs.push(options);
    crypto.scrypt(word, salt, length, options, done);
  };
  return { ...crypto, scrypt };
});

// Another test file may have loaded the module with the real scrypt.
vi.resetModules();
const { hashPassword, needsRehash, passwordMatches } = await import("#app/auth/passwords.server.ts");

test("A hash stores its cost, N=2^14, r=8, p=5, and a new salt each time", async () => {
  const [one, two] = await Promise.all([hashPassword("bread and salt"), hashPassword("bread and salt")]);
  expect(one).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
  expect(two).not.toBe(one);
  expect(await passwordMatches("bread and salt", one)).toBe(true);
  expect(await passwordMatches("bread and salt ", one)).toBe(false);
}, 20_000);

test("Without a stored hash, comparing a password costs the same one hash", async () => {
  const stored = await hashPassword("bread and salt");
  costs.length = 0;
  expect(await passwordMatches("a wrong word", stored)).toBe(false);
  expect(await passwordMatches("a wrong word", null)).toBe(false);
  expect(await passwordMatches("", null)).toBe(false);
  expect(costs).toHaveLength(3);
  expect(costs[1]).toEqual(costs[0]);
  expect(costs[0]).toMatchObject({ N: 2 ** 14, r: 8, p: 5 });
}, 20_000);

test("A password matches in any Unicode normalization form", async () => {
  expect(await passwordMatches("cafe\u0301 noir", await hashPassword("caf\u00e9 noir"))).toBe(true);
}, 20_000);

test("A hash with a lower cost needs a rehash", () => {
  const rest = `${"A".repeat(22)}$${"A".repeat(43)}`;
  expect(needsRehash(`scrypt$16384$8$5$${rest}`)).toBe(false);
  expect(needsRehash(`scrypt$32768$8$5$${rest}`)).toBe(false);
  for (const weaker of ["8192$8$5", "16384$4$5", "16384$8$1"])
    expect(needsRehash(`scrypt$${weaker}$${rest}`), weaker).toBe(true);
});

test("Common passwords are recognized in upper and lower case", () => {
  for (const word of ["123456", "Password", "QWERTY123", "iloveyou"]) expect(isCommon(word), word).toBe(true);
  for (const word of ["bread and salt", "handiwork-demo", ""]) expect(isCommon(word), word).toBe(false);
});
