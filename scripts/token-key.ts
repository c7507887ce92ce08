// Prints TOKEN_KEYS with a new first key. It reads the current keys from the environment, so that their
// tokens stay valid (docs/operations.md).
import { newKey } from "#app/auth/tokens.server.ts";

try {
  const before: unknown = JSON.parse(process.env.TOKEN_KEYS || "[]");
  if (!Array.isArray(before)) throw new Error("TOKEN_KEYS must be a list of keys");
  console.log(JSON.stringify([await newKey(), ...before]));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
