// Prints TOKEN_KEYS with a new key in front; the keys in use are read from the environment, so that what they signed stays good.
import { newKey } from "#app/auth/tokens.server.ts";

try {
  const before: unknown = JSON.parse(process.env.TOKEN_KEYS || "[]");
  if (!Array.isArray(before)) throw new Error("TOKEN_KEYS must be a list of keys");
  console.log(JSON.stringify([await newKey(), ...before]));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
